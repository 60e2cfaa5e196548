import assert from 'node:assert/strict';
import type { FieldError } from '../../../src/api/model/errors';
import { DOCUMENTED } from '../../../src/api/model/operations';
import { matchOperation } from '../../../src/api/rules/matchOperation';
import { mockAnswer, type MadeItem, type MockAnswer } from '../../../src/descriptions/mock/mockAnswer';
import type { Describe, LocalSandbox } from '../../../src/sandbox';
import { read } from '../descriptions/reading';
import { cleanUp, fetchRaw, start, upload } from './support';

const json = (schema: object, example?: unknown) => ({
  description: '',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const [TEXT, INTEGER] = [{ type: 'string' }, { type: 'integer' }];
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const THING = object({ id: INTEGER, name: TEXT, colour: { enum: ['red', 'blue'] } }, 'id');
const SENT = object({ name: TEXT, colour: TEXT }, 'name');
const FORM = object({ count: INTEGER, file: { ...TEXT, minLength: 1 } }, 'count', 'file');
const EXAMPLE = { id: 7, name: 'a thing', colour: 'red' };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Made up', version: '1' },
  paths: {
    '/things': {
      post: { requestBody: { required: true, ...json(SENT) }, responses: { 201: json(THING, EXAMPLE) } },
    },
    '/things/{id}': {
      get: { responses: { 200: json(THING, EXAMPLE) } },
      delete: { responses: { 204: { description: '' } } },
    },
    '/files/{fileId}': { get: { responses: { 200: json(TEXT, 'not this one') } } },
    '/files/recent': { get: { responses: { 200: json(TEXT, 'this one') } } },
    '/local-sandbox/things': { get: { responses: { 200: json(TEXT, 'not this one') } } },
    '/upload': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: FORM } } },
        responses: { 200: { description: '' } },
      },
    },
  },
};

async function describeThings(): Promise<Describe> {
  const { operations, resolver } = await read(DOCUMENT);
  return (request, item) => {
    const operation = matchOperation([...DOCUMENTED, ...operations], request.method, request.path);
    if (operation === undefined || operation.source === 'documented') return Promise.resolve(undefined);
    return Promise.resolve(mockAnswer(operation, operations, request, item, resolver));
  };
}

/** A sandbox whose descriptions answer everything with this example. */
function startAnswering(example: Partial<MockAnswer & { kind: 'example' }>): Promise<LocalSandbox> {
  const answer = { kind: 'example', status: 200, headers: [], body: '1', ...example } as const;
  return start({ describe: () => Promise.resolve(answer) });
}

interface Answer {
  readonly status: number;
  /** Of the header that says where the answer comes from. */
  readonly from: string | null;
  readonly text: string;
}

async function ask(sandbox: LocalSandbox, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetchRaw(sandbox, path, init);
  assert.ok(response.headers.has('x-request-id'));
  return {
    status: response.status,
    from: response.headers.get('x-local-sandbox'),
    text: await response.text(),
  };
}

const post = (sandbox: LocalSandbox, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  return ask(sandbox, '/things', { method: 'POST', body: JSON.stringify(body), headers });
};

async function made(sandbox: LocalSandbox, body: unknown): Promise<string> {
  const { status, text } = await post(sandbox, body);
  assert.equal(status, 201);
  return `/things/${(JSON.parse(text) as { id: number }).id}`;
}

const inDescribed = (title: string, test: (sandbox: LocalSandbox) => Promise<void>) =>
  it(title, async () => test(await start({ describe: await describeThings(), slowMs: 20 })));

describe('Local Sandbox: operations of a description', () => {
  afterEach(cleanUp);

  inDescribed('answers with an example, and says so', async (sandbox) => {
    const answer = await ask(sandbox, '/things/1');
    assert.deepEqual(answer, { status: 200, from: 'example', text: JSON.stringify(EXAMPLE) });
    assert.deepEqual(await ask(sandbox, '/things/1', { method: 'HEAD' }), { ...answer, text: '' });
  });

  it('gives an operation what was sent, without the key, and what it made before', async () => {
    const seen: unknown[] = [];
    const made: MadeItem = { idField: 'id', id: 7, fields: '{}' };
    const describe: Describe = (request, item) => {
      seen.push({ ...request, headers: request.headers.filter(([name]) => /^(?:x-|auth)/.test(name)), item });
      const answer = { kind: 'example', status: 200, headers: [] } as const;
      return Promise.resolve({ ...answer, ...(request.method === 'POST' && { made }) });
    };
    const sandbox = await start({ describe });
    const body = new FormData();
    for (const value of ['1', '2', new Blob(['x'])])
      body.append(typeof value === 'string' ? 'a' : 'f', value);
    await ask(sandbox, '/form?b=c', { method: 'POST', body, headers: { 'x-own': 'd' } });
    sandbox.setScenario('malformed');
    for (const method of ['GET', 'DELETE', 'GET']) await ask(sandbox, '/form/7', { method });
    const sent = { method: 'POST', path: '/form', query: 'b=c', headers: [['x-own', 'd']], body: '' };
    const parts = { parts: ['1', '2'].map((value) => ['a', value]).concat([['f', '']]), files: ['f'] };
    const later = { ...sent, path: '/form/7', query: '', headers: [], mayBeIncomplete: true, item: made };
    assert.deepEqual(seen, [
      { ...sent, ...parts, mayBeIncomplete: false, item: undefined },
      { ...later, method: 'GET' },
      { ...later, method: 'DELETE' },
      { ...later, method: 'GET', item: undefined },
    ]);
  });

  it('sends the headers that can be sent', async () => {
    const sent = [
      ['upgrade-note', 'a\tö'],
      ['x-upgrade', 'b c'],
      ['x-empty', ''],
    ] as const;
    const framing = ['Content-Length', 'content-encoding', 'transfer-encoding', 'connection', 'trailer'];
    const odd = [...framing, 'upgrade', 'a b', 'ü', ''].map((name) => [name, '9'] as const);
    const values = ['a\nb', '\na', 'a\x01', 'ž'].map((value) => ['x-odd', value] as const);
    const sandbox = await startAnswering({ headers: [...odd, ...values, ...sent] });
    const { status, headers } = await fetchRaw(sandbox, '/any');
    assert.deepEqual([status, headers.get('x-odd')], [200, null]);
    for (const [name, value] of sent) assert.equal(headers.get(name), value);
  });

  for (const [described, sent] of [
    ['text/plain; charset="ISO-8859-1"; a=b', 'text/plain; charset=utf-8; a=b'],
    ['text/plain;charset=latin1', 'text/plain;charset=utf-8'],
    ['text/plain; charset = "a; b" ;c=d', 'text/plain; charset = utf-8 ;c=d'],
    [undefined, 'application/json'],
  ] as const)
    it(`names the encoding that its texts have, not ${described ?? 'none'}`, async () => {
      const sandbox = await startAnswering({ body: 'ü', ...(described && { contentType: described }) });
      const response = await fetchRaw(sandbox, '/any');
      assert.deepEqual([response.headers.get('content-type'), await response.text()], [sent, 'ü']);
    });

  it('answers HEAD as it is described, and by GET otherwise', async () => {
    const describe: Describe = ({ method }) => {
      const answer = { kind: 'example', status: method === 'HEAD' ? 204 : 200, headers: [] } as const;
      return Promise.resolve(answer);
    };
    const { status, headers } = await fetchRaw(await start({ describe }), '/any', { method: 'HEAD' });
    assert.deepEqual([status, headers.get('content-type')], [204, null]);
  });

  it('says so where the description is of no use', async () => {
    const sandbox = await start({ describe: () => Promise.reject(new Error('It is gone.')) });
    const { status, from, text } = await ask(sandbox, '/any');
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([status, from, code], [500, 'refused', 'internal_error']);
    assert.equal(message, 'The description could not be used. It is gone.');
  });

  inDescribed('refuses a body that it cannot read', async (sandbox) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const [body, problem] of [
      [new Uint8Array(10 * 1024 * 1024 + 1), 'max_size'],
      ['no form', 'multipart'],
    ] as const) {
      const { status, from, text } = await ask(sandbox, '/upload', { method: 'POST', body, headers });
      assert.deepEqual([status, from], [400, 'refused']);
      const [fault] = (JSON.parse(text) as { data: FieldError[] }).data;
      assert.deepEqual([fault?.fieldName, fault?.code], ['body', problem]);
      assert.match(fault?.message ?? '', /^The body \w/);
    }
    assert.equal((await ask(sandbox, '/things/1', { headers })).status, 200, 'without a body');
  });

  inDescribed('refuses a request that does not fit, with its fields', async (sandbox) => {
    const { status, from, text } = await post(sandbox, { colour: 1 });
    assert.deepEqual([status, from], [400, 'refused']);
    const { success, code, message, data } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([success, code], [false, 'invalid_request']);
    assert.deepEqual(
      (data as FieldError[]).map((each) => `${each.fieldName} (${each.code}): ${each.message}`),
      ['name (required): This is missing.', 'colour (type): string is expected, not number.'],
    );
    assert.equal(message, 'name: This is missing. colour: string is expected, not number.');
  });

  inDescribed('keeps what was made until it is removed, or the sandbox is reset', async (sandbox) => {
    const first = { name: 'one', colour: 'blue' };
    const [one, other] = [await made(sandbox, first), await made(sandbox, { name: 'two' })];
    assert.notEqual(one, other);
    const kept: unknown = JSON.parse((await ask(sandbox, one)).text);
    assert.deepEqual(kept, { id: Number(one.split('/')[2]), ...first });
    assert.deepEqual(JSON.parse((await ask(sandbox, `/${one}/`)).text), kept);
    assert.equal((await ask(sandbox, one, { method: 'DELETE' })).status, 204);
    for (const method of ['GET', 'DELETE']) {
      const { status, from, text } = await ask(sandbox, one, { method });
      assert.deepEqual([status, from], [404, 'refused']);
      assert.match(text, /"This was removed\."/);
    }
    assert.equal((JSON.parse((await ask(sandbox, other)).text) as { name: string }).name, 'two');
    sandbox.reset();
    for (const path of [one, other]) assert.equal((await ask(sandbox, path)).text, JSON.stringify(EXAMPLE));
  });

  inDescribed('answers a path that fits a documented one too, but is more literal', async (sandbox) => {
    const answer = { status: 200, from: 'example', text: '"this one"' };
    assert.deepEqual(await ask(sandbox, '/files/recent'), answer);
    assert.deepEqual(await ask(sandbox, '/files/recent', { method: 'HEAD' }), { ...answer, text: '' });
  });

  inDescribed('leaves its own routes as they are, and needs the key', async (sandbox) => {
    for (const path of ['/files/file_1', '/local-sandbox/things', '/nothing']) {
      const { status, from } = await ask(sandbox, path);
      assert.deepEqual([path, status, from], [path, 404, null]);
    }
    assert.equal((await ask(sandbox, '/things/1', { method: 'PUT' })).status, 404);
    assert.equal((await upload(sandbox)).status, 201);
    const wrong = { headers: { authorization: 'ApiKey wrong' } };
    assert.equal((await ask(sandbox, '/things/1', wrong)).status, 401);
  });

  inDescribed('is slow also where it answers without a body', async (sandbox) => {
    sandbox.setScenario('slow');
    assert.equal((await ask(sandbox, '/things/1')).status, 200);
    assert.equal((await ask(sandbox, '/things/1', { method: 'DELETE' })).status, 204);
  });

  inDescribed('is malformed in turn: no JSON, and a required field less', async (sandbox) => {
    sandbox.setScenario('malformed');
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await ask(sandbox, '/things/1'));
    for (const { status, from } of answers) assert.deepEqual([status, from], [200, 'example']);
    const [text, incomplete] = answers.map((answer) => answer.text);
    assert.throws(() => JSON.parse(text ?? '') as unknown);
    assert.deepEqual(JSON.parse(incomplete ?? ''), { name: 'a thing', colour: 'red' });
    assert.deepEqual([answers[2]?.text, answers[3]?.text], [text, incomplete]);
  });

  for (const [contentType, incomplete, types] of [
    ['application/vnd.a+json', '2', ['text/html; charset=utf-8', 'application/vnd.a+json']],
    ['application/json', undefined, ['text/html; charset=utf-8', 'text/html; charset=utf-8']],
    ['text/a; b=application/json', '2', ['text/a; b=application/json', 'text/a; b=application/json']],
  ] as const)
    it(`is malformed as ${types[1]} where ${contentType} is described`, async () => {
      const sandbox = await startAnswering({ contentType, ...(incomplete && { incomplete }) });
      sandbox.setScenario('malformed');
      const seen = [await fetchRaw(sandbox, '/any'), await fetchRaw(sandbox, '/any')];
      assert.deepEqual(
        seen.map(({ headers }) => headers.get('content-type')),
        types,
      );
    });
});
