import assert from 'node:assert/strict';
import type { FieldError } from '../../../src/api/model/errors';
import { DOCUMENTED } from '../../../src/api/model/operations';
import { matchOperation } from '../../../src/api/rules/matchOperation';
import { mockAnswer } from '../../../src/descriptions/mock/mockAnswer';
import type { Describe, LocalSandbox } from '../../../src/sandbox';
import { read } from '../descriptions/reading';
import { cleanUp, fetchRaw, start } from './support';

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
    '/latin': {
      get: { responses: { 200: { content: { 'text/plain; charset="ISO-8859-1"; a=b': { example: 'ü' } } } } },
    },
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

async function startDescribed(file?: string): Promise<LocalSandbox> {
  return start({ describe: await describeThings(), slowMs: 20, ...(file !== undefined && { file }) });
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
  it(title, async () => test(await startDescribed()));

describe('Local Sandbox: operations of a description', () => {
  afterEach(cleanUp);

  inDescribed('answers with an example, and says so', async (sandbox) => {
    const answer = await ask(sandbox, '/things/1');
    assert.deepEqual(answer, { status: 200, from: 'example', text: JSON.stringify(EXAMPLE) });
    assert.deepEqual(await ask(sandbox, '/things/1', { method: 'HEAD' }), { ...answer, text: '' });
  });

  inDescribed('names the encoding that its texts have, whatever is described', async (sandbox) => {
    const response = await fetchRaw(sandbox, '/latin');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8; a=b');
    assert.equal(await response.text(), 'ü');
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
    assert.equal((await ask(sandbox, one, { method: 'DELETE' })).status, 204);
    for (const method of ['GET', 'DELETE']) {
      const { status, from } = await ask(sandbox, one, { method });
      assert.deepEqual([status, from], [404, 'refused']);
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
    const wrong = { headers: { authorization: 'ApiKey wrong' } };
    assert.equal((await ask(sandbox, '/things/1', wrong)).status, 401);
  });

  inDescribed('reads forms with files', async (sandbox) => {
    const form = (count: string) => {
      const body = new FormData();
      body.append('count', count);
      body.append('file', new Blob(['x']), 'x.txt');
      return { method: 'POST', body };
    };
    assert.equal((await ask(sandbox, '/upload', form('3'))).status, 200);
    assert.equal((await ask(sandbox, '/upload', form('three'))).status, 400);
    const part = (name: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const body = `${part('count', '3')}${part('file', 'with --b in it')}--b--`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    assert.equal((await ask(sandbox, '/upload', { method: 'POST', body, headers })).status, 200);
  });

  inDescribed('shows every scenario', async (sandbox) => {
    const statuses = async (scenario: Parameters<LocalSandbox['setScenario']>[0], times: number) => {
      sandbox.setScenario(scenario);
      const seen: number[] = [];
      for (let time = 0; time < times; time++) seen.push((await ask(sandbox, '/things/1')).status);
      return seen;
    };
    assert.deepEqual(await statuses('flaky', 2), [500, 200]);
    assert.deepEqual(await statuses('rate-limited', 3), [429, 429, 200]);
    assert.deepEqual(await statuses('slow', 1), [200]);
    assert.equal((await ask(sandbox, '/things/1', { method: 'DELETE' })).status, 204, 'without a body');
    await assert.rejects(statuses('offline', 1));
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
});
