import assert from 'node:assert/strict';
import { differencesOf } from '../../../src/descriptions/check/answer';
import { documentedDescription } from '../../../src/descriptions/document/describe';
import { openApi, readFiles, readOne } from './reading';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a checked answer is. A body that is no text is JSON, and said to be. */
function answer({ status = 200, headers, body }: Given) {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const all = headers ?? (body === undefined ? {} : { 'Content-Type': 'application/json' });
  return { status, headers: Object.entries(all), bytes: new TextEncoder().encode(text) };
}

/** The differences of an answer to `GET /a` with these answers described, as `place: message`. */
async function differences(responses: unknown, given: Given, method = 'get'): Promise<string[]> {
  const { operation, resolver } = await readOne(openApi({ '/a': { [method]: { responses } } }));
  return differencesOf(operation, resolver, answer(given)).map(
    ({ place, message }) => `${place}: ${message}`,
  );
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

describe('An answer and its description', () => {
  it('a status fits itself, its class or `default`; else it is the only difference', async () => {
    const responses = { 200: json({ type: 'object' }), '4XX': json({ type: 'array' }) };
    assert.deepEqual(await differences(responses, { body: {} }), []);
    assert.deepEqual(await differences(responses, { status: 404, body: [] }), []);
    assert.deepEqual(await differences(responses, { status: 500, body: 'x' }), [
      'status: The status is not described. Described are: 200, 4XX.',
    ]);
    assert.deepEqual(await differences({ ...responses, default: json({}) }, { status: 500, body: 1 }), []);
    assert.deepEqual(await differences({}, { status: 500 }), [], 'no status is described at all');
  });

  it('headers that are required must be there, whatever their case', async () => {
    const responses = { 200: { headers: { 'X-Page': { required: true }, 'X-More': {} } } };
    assert.deepEqual(await differences(responses, {}), ['header X-Page: This is missing.']);
    assert.deepEqual(await differences(responses, { headers: { 'x-page': '1' } }), []);
  });

  it('what a discriminator names in another file is read and counts', async () => {
    const Pet = { type: 'object', discriminator: { propertyName: 'kind', mapping: { dog: './dog.json' } } };
    const paths = { '/a': { get: { responses: { 200: json(Pet) } } } };
    const dog = { properties: { age: { type: 'integer' } } };
    const { operations, resolver } = await readFiles({
      'api.json': JSON.stringify(openApi(paths)),
      'dog.json': JSON.stringify(dog),
    });
    const operation = operations[0] ?? assert.fail('No operation is described.');
    const found = differencesOf(operation, resolver, answer({ body: { kind: 'dog', age: 'old' } }));
    assert.deepEqual(
      found.map(({ place }) => place),
      ['body age'],
    );
  });

  it('the media type must be one of those described; of others than JSON, nothing more is checked', async () => {
    const content = {
      'application/json': { schema: { type: 'object' } },
      'text/*': { schema: { type: 'object' } },
    };
    const responses = { 200: { content } };
    const at = (type: string, body: string) =>
      differences(responses, { headers: { 'content-type': type }, body });
    assert.deepEqual(await at('Application/JSON; charset=utf-8', '{}'), []);
    assert.deepEqual(await at('text/html', 'hello'), []);
    assert.deepEqual(await at('image/png', 'x'), [
      'header content-type: The media type is not described. Described are: application/json, text/*.',
    ]);
    assert.deepEqual(await at('application/json', 'hello'), ['body: The body is not valid JSON.']);
  });

  it('of one media type, the parameters tell which content is meant', async () => {
    const of = (name: string) => ({ schema: { required: [name] } });
    const content = {
      'application/json; charset=utf-8; v=1': of('a'),
      'application/json;V=2': of('b'),
      'application/json': of('c'),
    };
    const at = (type: string) =>
      differences({ 200: { content } }, { headers: { 'content-type': type }, body: '{}' });
    assert.deepEqual(await at('application/json;v=1;charset=UTF-8'), ['body a: This is missing.']);
    assert.deepEqual(await at('application/json ; charset=utf-8; v=2'), ['body b: This is missing.']);
    assert.deepEqual(await at('application/json; v=3'), ['body c: This is missing.']);
  });

  it('any media type may be given where `*/*` is described', async () => {
    const content = { 'application/json': {}, '*/*': { schema: { type: 'object' } } };
    const at = (type: string, body: string) =>
      differences({ 200: { content } }, { headers: { 'content-type': type }, body });
    assert.deepEqual(await at('image/png', 'x'), []);
    assert.deepEqual(await at('text/json', '5'), ['body: object is expected, not number.']);
  });

  it('a media type that only looks like JSON is not read as JSON', async () => {
    for (const type of ['application/json-seq', 'application/x+jsonl', 'x-application/json', 'text/jsonl']) {
      const responses = { 200: { content: { [type]: { schema: { type: 'object' } } } } };
      const headers = { 'content-type': type };
      assert.deepEqual(await differences(responses, { headers, body: '5' }), [], type);
    }
  });

  it('where the media type is missing, the body is compared with the one described first', async () => {
    const text = { schema: { type: 'null' } };
    const content = { 'application/json': { schema: { type: 'object' } }, 'text/plain': text };
    assert.deepEqual(await differences({ 200: { content } }, { headers: {}, body: '5' }), [
      'header content-type: This is missing.',
      'body: object is expected, not number.',
    ]);
  });

  it('a body without a schema is only read, its numbers exactly', async () => {
    const responses = (schema?: object) => ({ 200: { content: { 'application/json': { schema } } } });
    const headers = { 'content-type': 'application/json' };
    const given = { headers, body: '9007199254740993' };
    assert.deepEqual(await differences(responses(), given), []);
    assert.deepEqual(await differences(responses({ maximum: 2 ** 53 }), given), [
      'body: The number must be ≤ 9007199254740992.',
    ]);
  });

  it('an answer of which only the status is known may have any body', async () => {
    const { operation, resolver } = await readOne(openApi({ '/a': { get: {} } }));
    const known = { ...operation, answers: [{ status: '200' }] };
    assert.deepEqual(differencesOf(known, resolver, answer({ body: { a: 1 } })), []);
  });

  it('`+json` is JSON', async () => {
    const responses = {
      200: { content: { 'application/problem+json': { schema: { required: ['title'] } } } },
    };
    const headers = { 'content-type': 'application/problem+json' };
    assert.deepEqual(await differences(responses, { headers, body: '{}' }), ['body title: This is missing.']);
  });

  it('a body must be there where one is described, but for 204, 304 and HEAD', async () => {
    assert.deepEqual(await differences({ 200: json({}) }, {}), ['body: The answer has no body.']);
    for (const status of [204, 304])
      assert.deepEqual(await differences({ [status]: json({}) }, { status }), []);
    assert.deepEqual(await differences({ 200: json({}) }, {}, 'head'), []);
    assert.deepEqual(await differences({ 200: { description: 'nothing' } }, { body: { a: 1 } }), []);
  });

  it('places in the body are written as in expectations', async () => {
    const text = { type: 'string' };
    const record = { type: 'object', required: ['id'], properties: { id: text } };
    const schema = {
      type: 'object',
      properties: {
        data: { properties: { records: { type: 'array', items: record } } },
        'a-b': { properties: { 'c d': text, 'x"y': { items: text } } },
      },
    };
    const body = { data: { records: [{ id: 1 }, {}] }, 'a-b': { 'c d': 1, 'x"y': [1] } };
    const found = await differences({ 200: json(schema) }, { body });
    assert.deepEqual(
      found.map((each) => each.slice(0, each.indexOf(': '))),
      [
        'body data.records[0].id',
        'body data.records[1].id',
        'body ["a-b"]["c d"]',
        'body ["a-b"]["x\\"y"][0]',
      ],
    );
    assert.deepEqual(await differences({ 200: json({ items: record }) }, { body: [{}] }), [
      'body [0].id: This is missing.',
    ]);
  });

  describe('of the documented interface', () => {
    const check = (path: string, given: Given) => {
      const { operations, resolver } = documentedDescription();
      const operation = operations.find((each) => each.path === path);
      assert.ok(operation);
      return differencesOf(operation, resolver, answer(given)).map(({ place }) => place);
    };
    const headers = { 'x-request-id': 'r', 'content-type': 'application/json' };
    const ok = { success: true, message: 'Done', data: {} };

    it('every status may be, with the envelope or the error body', () => {
      assert.deepEqual(check('/balances/sandbox/top-up', { status: 201, headers, body: ok }), []);
      const error = { success: false, code: 'new_code', message: 'No', data: [] };
      assert.deepEqual(check('/balances/sandbox/top-up', { status: 418, headers, body: error }), []);
    });
    it('tells a missing request id, and fields that differ', () => {
      const body = { ...ok, message: 1, data: { id: 1 } };
      assert.deepEqual(check('/files/{fileId}', { headers: { 'content-type': 'application/json' }, body }), [
        'header x-request-id',
        'body message',
        'body data.purpose',
        'body data.name',
        'body data.mimeType',
        'body data.contentLink',
        'body data.expiryDate',
        'body data.uploadedAt',
        'body data.id',
      ]);
    });
  });
});
