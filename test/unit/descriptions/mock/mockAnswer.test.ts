import assert from 'node:assert/strict';
import { mockAnswer, type MadeItem, type MockAnswer } from '../../../../src/descriptions/mock/mockAnswer';
import { openApi, read, readOne } from '../reading';

const JSON_TYPE = 'application/json';
const LONG = '12345678901234567890.5';

async function answerOf(
  paths: Readonly<Record<string, unknown>>,
  how: { method?: string; item?: MadeItem; mayBeIncomplete?: boolean; body?: string } = {},
): Promise<MockAnswer & { kind: 'example' }> {
  const { operations, resolver } = await read(openApi(paths));
  const { method = 'GET', item, mayBeIncomplete = false, body = '[1]' } = how;
  const operation = operations.find((each) => each.method === method);
  assert.ok(operation);
  const request = { method, path: operation.path, query: '', headers: [], body, mayBeIncomplete };
  const answer = mockAnswer(operation, operations, request, item, resolver);
  assert.ok(answer.kind === 'example');
  return answer;
}

const answers = (schema: unknown, example: unknown, type = JSON_TYPE) => ({
  responses: { 200: { content: { [type]: { schema, example } } } },
});

describe('A request that does not fit', () => {
  it('is refused with what is reported of each field', async () => {
    const parameters = [{ name: 'q', in: 'query', required: true, schema: {} }];
    const { operation, operations, resolver } = await readOne(openApi({ '/a': { get: { parameters } } }));
    const request = { method: 'GET', path: '/a', query: '', headers: [], body: '' };
    assert.deepEqual(mockAnswer(operation, operations, request, undefined, resolver), {
      kind: 'refused',
      faults: [{ code: 'required', fieldName: 'q', message: 'This is missing.' }],
    });
  });
});

describe('An item that the Local Sandbox keeps', () => {
  const made = (fields: string): MadeItem => ({ idField: 'id', id: 'new', fields });
  const ADDRESS = { type: 'object', properties: { name: { type: 'integer' } } };
  const ITEM = { type: 'object', properties: { id: {}, name: { type: 'string' }, address: ADDRESS } };

  it('is shown with the fields that fit, those in its envelope, too', async () => {
    const envelope = { type: 'object', properties: { data: ITEM } };
    const fields = '{"name":"n","address":{"name":"wrong"},"more":1}';
    const cases: [schema: unknown, example: unknown, fields: string, expected: unknown][] = [
      [ITEM, { id: 'old', name: 'old' }, fields, { id: 'new', name: 'n', more: 1 }],
      [envelope, { data: { id: 'old' }, ok: 1 }, fields, { data: { id: 'new', name: 'n', more: 1 }, ok: 1 }],
      [envelope, { data: { id: 'old' } }, '{"data":{"name":"n"}}', { data: { id: 'new', name: 'n' } }],
      [envelope, { data: { id: 'old' } }, '{"data":1}', { data: { id: 'new', data: 1 } }],
      [{}, { thing: { id: 'old' }, ok: 1 }, '{"thing":{"a":1}}', { thing: { id: 'new', a: 1 }, ok: 1 }],
      [ITEM, { name: 'old' }, '{"name":"n"}', { id: 'new', name: 'n' }],
      [ADDRESS, { name: 1 }, '{"name":2}', { name: 2 }],
      [ITEM, { id: 'old' }, '[1]', { id: 'new' }],
      [undefined, { id: 'old' }, '{"a":1}', { id: 'new', a: 1 }],
      [undefined, [1], '{"a":1}', [1]],
      [undefined, null, '{"a":1}', null],
    ];
    for (const [schema, example, sent, expected] of cases) {
      const { body } = await answerOf({ '/a': { get: answers(schema, example) } }, { item: made(sent) });
      assert.deepEqual(JSON.parse(body ?? ''), expected);
    }
    const long = await answerOf(
      { '/a': { get: answers({}, { id: 'old' }) } },
      { item: made(`{"n":${LONG}}`) },
    );
    assert.equal(long.body, `{"id":"new","n":${LONG}}`);
    const post = { '/a': { post: answers(ITEM, { id: 'old' }) } };
    assert.equal((await answerOf(post, { method: 'POST', item: made('{"a":1}') })).body, '{"id":"old"}');
  });

  it('is made only by a collection with an item beside it, with an id that fits', async () => {
    const withId = { type: 'object', properties: { id: { type: 'string', minLength: 30 } } };
    const cases: [beside: string, schema: unknown, example: unknown, isMade: boolean, id: RegExp][] = [
      ['/a/{x}', ITEM, { id: 'o1' }, true, /^\w{16}$/],
      ['/a/{id}/', ITEM, { data: { id: 'o1' }, ok: 1 }, true, /^\w{16}$/],
      ['/a/{id}', {}, { data: { id: 'o1' }, ok: 1, more: { id: 'o2' } }, true, /^\w{16}$/],
      ['/a/{x}', withId, { id: 'abcdefghijklmnopqrstuvwxyz-12345' }, true, /^[a-z]{26}-\w{16}$/],
      ['/a/{x}', { properties: { id: { enum: ['only'] } } }, { id: 'only' }, false, /^only$/],
      ['/a/{x}', undefined, { id: 'o1' }, true, /^\w{16}$/],
      ['/a/{x}', undefined, { id: true }, false, /^true$/],
      ['/a/{x}/b', ITEM, { id: 'o1' }, false, /^o1$/],
      ['/a/b{x}', ITEM, { id: 'o1' }, false, /^o1$/],
      ['/b/{x}', ITEM, { id: 'o1' }, false, /^o1$/],
      ['/b/a/{x}', ITEM, { id: 'o1' }, false, /^o1$/],
    ];
    for (const [beside, schema, example, isMade, pattern] of cases) {
      const paths = { '/a': { post: answers(schema, example) }, [beside]: { get: {} } };
      const { body = '', made: item } = await answerOf(paths, { method: 'POST' });
      const whole = JSON.parse(body) as { id?: unknown; data?: { id: unknown }; ok?: number };
      const id = (whole.data ?? whole).id;
      assert.match(String(id), pattern, beside);
      assert.deepEqual(item, isMade ? { idField: 'id', id, fields: '{}' } : undefined);
      assert.equal(whole.ok, 'data' in Object(example) ? 1 : undefined);
    }
    const nested = { '/{owner}/a': { post: answers(ITEM, { id: 'o1' }) }, '/{id}/a/{x}': { get: {} } };
    assert.equal((await answerOf(nested, { method: 'POST' })).made?.idField, 'id');
    for (const [example, id] of [
      [{ thing: { x: 'o1' }, ok: 1 }, /"x":"\w{16}"/],
      [{ thing: { x: 'o1' }, other: { x: 'o1' } }, /"x":"\w{16}"},"other":{"x":"o1"}/],
      [{ thing: { x: 'o1' }, id: true }, undefined],
    ] as const) {
      const paths = { '/things': { post: answers({}, example) }, '/things/{x}': { get: {} } };
      const { body, made: item } = await answerOf(paths, { method: 'POST' });
      if (id === undefined) assert.deepEqual([JSON.parse(body ?? ''), item], [example, undefined]);
      else assert.match(body ?? '', id);
    }
    const other = { name: 'h', in: 'header', required: true, schema: {} };
    const part = (schema: object) => ({
      parameters: [{ name: 'x', in: 'path', required: true, schema }, other],
    });
    for (const [id, ofGet, ofPut, pattern] of [
      ['A1C', { pattern: '^[A-Z\\d]{3}$' }, {}, /^[A-Z\d]{3}$/],
      ['o1', {}, { type: 'integer' }, /^\d{9}$/],
      // No id fits both of them.
      ['o1', { type: 'integer' }, { pattern: '^o' }, /^o|^\d{9}$/],
    ] as const) {
      const beside = { get: part(ofGet), put: part(ofPut) };
      const paths = { '/a': { post: answers({}, { id }) }, '/a/{x}': beside };
      assert.match(String((await answerOf(paths, { method: 'POST' })).made?.id), pattern);
    }
    const { made: none } = await answerOf(
      { '/a': { put: answers(ITEM, { id: 'o1' }) }, '/a/{x}': { get: {} } },
      { method: 'PUT' },
    );
    assert.equal(none, undefined);
    const slashed = { '/a/': { post: answers(ITEM, { id: 'o1' }) }, '/a/{x}': { get: {} } };
    assert.equal((await answerOf(slashed, { method: 'POST' })).made?.idField, 'id');
  });
});

describe('The id of an item that the Local Sandbox keeps', () => {
  const OWNER = { properties: { id: { type: 'string' } } };
  const ORDER = { properties: { ...OWNER.properties, total: {}, customer: OWNER } };
  const example = { total: 5, customer: { id: 'c1' } };

  it('is never that of another thing in it', async () => {
    const post = answers(ORDER, example);
    const paths = { '/orders': { post }, '/orders/{orderId}': { get: {} } };
    const { body = '', made } = await answerOf(paths, { method: 'POST', body: '{"customer":{"id":"c2"}}' });
    assert.ok(made);
    assert.deepEqual(JSON.parse(body), { id: made.id, ...example });
    const item = { idField: 'id', id: 'new', fields: '{"total":7}' };
    const kept = await answerOf({ '/orders/{orderId}': { get: post } }, { item });
    assert.equal(kept.body, '{"id":"new","total":7,"customer":{"id":"c1"}}');
  });

  it('is in an envelope that is named after the collection, or that was sent', async () => {
    const cases: [collection: string, name: string, sent: string, isMade: boolean][] = [
      ['/v1/sessions', 'user', '{}', false],
      ['/v1/sessions', 'user', '{"user":{},"more":1}', false],
      ['/v1/sessions', 'user', '{"user":1}', false],
      ['/v1/sessions', 'user', '{"user":{}}', true],
      ['/v1/sessions', 'session', '{}', true],
      ['/v1/sessions/', 'Sessions', '{}', true],
      ['/{user}/pay-entries', 'payEntry', '{}', true],
      ['/pay_address', 'pay_addresses', '{}', true],
      ['/users/a{x}b', 'user', '{}', true],
      ['/users/{x}/a', 'user', '{}', false],
    ];
    for (const [collection, name, sent, isMade] of cases) {
      const paths = {
        [collection]: { post: answers({}, { token: 't', [name]: { id: 5 } }) },
        [`${collection.replace(/\/$/, '')}/{id}`]: { get: {} },
      };
      const { body = '', made } = await answerOf(paths, { method: 'POST', body: sent });
      assert.equal(made !== undefined, isMade, collection + name + sent);
      assert.deepEqual(JSON.parse(body), { token: 't', [name]: { id: made?.id ?? 5 } });
    }
  });

  it('has what was sent beside it, but for what all of it was wrapped in', async () => {
    const sent = async (fields: string) => {
      const paths = { '/a/{id}': { get: answers({}, { data: { id: 'old', type: 't' } }) } };
      const { body = '' } = await answerOf(paths, { item: { idField: 'id', id: 'new', fields } });
      return JSON.parse(body) as unknown;
    };
    assert.deepEqual(await sent('{"data":{"k":1}}'), { data: { id: 'new', type: 't', k: 1 } });
    assert.deepEqual(await sent('{"type":"mine","data":{"k":1}}'), {
      data: { id: 'new', type: 'mine', data: { k: 1 } },
    });
  });
});

describe('An answer less one required field', () => {
  const TEXT = { type: 'string' };
  const THING = { type: 'object', properties: { id: TEXT, name: TEXT }, required: ['id', 'name'] };
  const deep = (levels: number): object => (levels === 0 ? THING : { properties: { in: deep(levels - 1) } });
  const example = { id: 'i', name: 'n' };
  const wrap = (levels: number): object => (levels === 0 ? example : { in: wrap(levels - 1) });

  it('lacks the first one, also in the first item of a list, and further down', async () => {
    const cases: [schema: unknown, example: unknown, expected: string | undefined][] = [
      [{ ...THING, required: ['name'] }, example, '{"id":"i"}'],
      [{ type: 'array', items: THING }, [example, example], '[{"name":"n"},{"id":"i","name":"n"}]'],
      [{ type: 'array', items: THING }, [], undefined],
      [{ properties: { no: {}, in: THING } }, { no: 1, in: example }, '{"no":1,"in":{"name":"n"}}'],
      [deep(4), wrap(4), '{"in":{"in":{"in":{"in":{"name":"n"}}}}}'],
      [deep(5), wrap(5), undefined],
      [{ type: 'array', items: deep(4) }, [wrap(4)], undefined],
      [{ type: 'object' }, example, undefined],
      [undefined, example, undefined],
    ];
    for (const [schema, whole, expected] of cases) {
      const paths = { '/a': { get: answers(schema, whole) } };
      const answer = await answerOf(paths, { mayBeIncomplete: true });
      assert.equal(answer.incomplete, expected);
      assert.equal((await answerOf(paths)).incomplete, undefined);
    }
  });

  it('is text as it is only where it is not JSON', async () => {
    for (const [type, value, text] of [
      ['application/x+json', 'a', '"a"'],
      ['text/plain', 'a', 'a'],
      ['text/plain', { a: 1 }, '{"a":1}'],
    ] as const) {
      const { contentType, body } = await answerOf({ '/a': { get: answers(undefined, value, type) } });
      assert.deepEqual([contentType, body], [type, text]);
    }
    const bare = await answerOf({ '/a': { get: { responses: { 204: { description: '' } } } } });
    assert.deepEqual(bare, { kind: 'example', status: 204, headers: [] });
  });
});
