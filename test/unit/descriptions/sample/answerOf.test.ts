import assert from 'node:assert/strict';
import { sampleAnswer, type AnswerSample } from '../../../../src/descriptions/sample/answerOf';
import { openApi, readOne } from '../reading';

/** The answer of an operation with these responses. */
async function answered(responses: object, more: object = {}): Promise<Omit<AnswerSample, 'content'>> {
  const { operation, resolver } = await readOne(openApi({ '/a': { get: { responses } } }, more));
  const { content, ...answer } = sampleAnswer(operation, { resolver, direction: 'answer' });
  assert.equal(content === undefined, answer.body === undefined);
  return answer;
}

const text = (example: string) => ({ 'text/plain': { schema: { type: 'string' }, example } });
const json = (example: unknown) => ({ 'application/json': { example } });
const body = (contentType: string, value: unknown) => ({ contentType, value });

describe('A successful answer', () => {
  for (const [statuses, expected] of [
    [['200', '201'], 200],
    [['400', '204', '201'], 201],
    [['default', '2XX', '203'], 203],
    [['2010', '1200', '2XX'], 200],
    [['default', '2XX'], 200],
    [['default', '404'], 200],
    [['404', '500', 'x-1'], 404],
    [['302', '404'], 302],
    [['101', '1XX', '404'], 404],
    [['1XX'], 200],
    [['5XX'], 500],
    [[], 200],
  ] as const) {
    it(`of ${statuses.join(', ') || 'none'} has the status ${expected}`, async () => {
      const responses = Object.fromEntries(statuses.map((each) => [each, { content: json(each) }]));
      const { status, body: made } = await answered(responses);
      assert.equal(status, expected);
      // Its body is that of the lowest success, then of "2XX", then of "default", then of the lowest other one.
      const source = ['2XX', 'default', '5XX'].find((each) => statuses.some((status) => status === each));
      const named = statuses.some((each) => each === String(expected)) ? String(expected) : source;
      assert.deepEqual(made, named && body('application/json', named));
    });
  }

  it('has JSON where it may, else the first content', async () => {
    for (const type of [
      'application/json',
      'Application/Problem+JSON',
      'application/json;v=1',
      'application/json ; v=1',
    ]) {
      const content = { ...text('x'), 'text/json-like': { example: 'y' }, [type]: { example: 1 } };
      assert.deepEqual((await answered({ 200: { content } })).body, body(type, 1), type);
    }
    const content = { ...text('x'), 'text/csv': {}, 'text/xjson': {} };
    assert.deepEqual((await answered({ 200: { content } })).body, body('text/plain', 'x'));
    for (const [range, type] of [
      ['*/*', 'application/json'],
      ['application/*', 'application/json'],
      ['text/*; charset=utf-8', 'text/plain; charset=utf-8'],
      ['image/*', 'image/png'],
    ] as const) {
      const content = { [range]: { example: 1 } };
      assert.deepEqual((await answered({ 200: { content } })).body, body(type, 1), range);
    }
  });

  it('has a body where one is described without a schema, as bytes are', async () => {
    for (const type of ['image/png', 'application/json'])
      assert.deepEqual((await answered({ 200: { content: { [type]: {} } } })).body, body(type, {}));
  });

  it('of another type than JSON is the text that is written for it', async () => {
    const content = { 'application/xml': { schema: { type: 'object' }, example: '<a/>' } };
    assert.deepEqual((await answered({ 200: { content } })).body, body('application/xml', '<a/>'));
    const made = async (schema: object, ...examples: unknown[]) => {
      const media = { schema, examples: examples.map((value) => ({ value })) };
      return (await answered({ 200: { content: { 'text/csv': media } } })).body?.value;
    };
    assert.equal(await made({ type: 'object' }, 5, 'a;b'), 'a;b');
    assert.equal(await made({ type: 'integer' }, 5, 'a;b'), 5);
    assert.deepEqual(await made({ type: 'object' }, 5), {});
  });

  it('has no body where it must not, and where nothing fits', async () => {
    for (const status of ['204', '205', '304'])
      assert.deepEqual(await answered({ [status]: { content: json(1) } }), {
        status: Number(status),
        headers: [],
      });
    assert.deepEqual(await answered({ 200: {} }), { status: 200, headers: [] });
    const headers = { 'X-A': { required: true, schema: { const: 'a' } } };
    const content = { 'application/json': { schema: false } };
    assert.deepEqual(await answered({ 200: { headers, content } }), { status: 200, headers: [['X-A', 'a']] });
  });

  it('is the example of its media type in Swagger 2.0', async () => {
    const swagger = { openapi: undefined, swagger: '2.0', produces: ['text/plain', 'application/json'] };
    const examples = { 'text/plain': 'x', 'application/json': { a: 7 } };
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    const made = async (answer: object) => (await answered({ 200: answer }, swagger)).body?.value;
    assert.deepEqual(await made({ examples, schema }), { a: 7 });
    assert.deepEqual(await made({ examples: { 'text/plain': 'x' }, schema }), { a: 1 });
    assert.equal(await made({ schema: { type: 'number' } }), 1);
  });

  it('is empty where nothing is known of it', async () => {
    const { operation, resolver } = await readOne(openApi({ '/a': { get: {} } }));
    for (const answers of [[], [{ status: '200' }]]) {
      const made = sampleAnswer({ ...operation, answers }, { resolver, direction: 'answer' });
      assert.deepEqual(made, { status: 200, headers: [] });
    }
  });

  it('has the headers that it must have', async () => {
    const headers = {
      'X-List': { required: true, schema: { type: 'array', items: { const: 'a b' }, minItems: 2 } },
      'X-Maybe': { schema: { type: 'string' } },
      'X-Nothing': { required: true, schema: false },
      'X-Open': { required: true },
      'X-Json': { required: true, content: { 'application/json': { schema: { const: { a: 1 } } } } },
      'X-Left': { required: true, schema: { type: 'integer' }, example: 7 },
    };
    assert.deepEqual((await answered({ 200: { headers } })).headers, [
      ['X-List', 'a b,a b'],
      ['X-Json', '{"a":1}'],
      ['X-Left', '7'],
    ]);
  });
});
