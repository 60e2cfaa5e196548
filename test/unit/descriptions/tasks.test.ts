import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { serveTasks } from '../../../src/descriptions/worker/serveTasks';
import { Tasks, type FromWorker, type ToWorker } from '../../../src/descriptions/worker/tasks';
import { openApi } from './reading';

const URI = 'memfs://x/api.json';
const DOCUMENT = openApi({
  '/a/{id}': {
    get: {
      summary: 'Reads it',
      parameters: [{ name: 'page', in: 'query', required: true, schema: { type: 'integer' }, example: 'x' }],
      responses: { 200: { content: { 'application/json': { schema: { type: 'integer' }, example: 7 } } } },
    },
  },
  '/b': {
    post: {
      requestBody: {
        content: {
          'application/json': { schema: { properties: { name: { enum: ['a'] } } }, example: { name: 'b' } },
        },
      },
    },
    put: {},
  },
});
const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
const GET = { source: URI, method: 'GET', path: '/a/{id}' };
const POST = { source: URI, method: 'POST', path: '/b' };
const request = (method: string, path: string, body = '', query = '') => ({
  ...{ method, path, query, body },
  headers: body === '' ? [] : [['content-type', 'application/json'] as const],
});

describe('The tasks for descriptions', () => {
  let document: unknown = DOCUMENT;
  let tasks: Tasks;

  beforeEach(async () => {
    document = DOCUMENT;
    tasks = new Tasks((uri) => ({
      read: (file) => {
        assert.equal(file, uri);
        return Promise.resolve(bytesOf(document));
      },
    }));
    await tasks.open(URI);
  });

  it('give the operations of a document in parts, and what is wrong with their examples', async () => {
    const { facts, operations } = await tasks.open(URI);
    assert.deepEqual([facts.title, operations], ['Made-up', 3]);
    const names = (from: number, count: number) =>
      tasks.rows(URI, from, count).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      [names(0, 2), names(1, 2)],
      [
        ['GET /a/{id}', 'PUT /b'],
        ['PUT /b', 'POST /b'],
      ],
    );
    const misfits = (from: number, count: number) =>
      tasks.misfits(URI, from, count).map(({ message }) => /^[^:]*/.exec(message)?.[0]);
    assert.deepEqual(
      [misfits(0, 3), misfits(2, 1), misfits(0, 2)],
      [['GET /a/{id}, page', 'POST /b, body'], ['POST /b, body'], ['GET /a/{id}, page']],
    );
  });

  it('tell what an operation takes and gives', () => {
    assert.deepEqual(tasks.outline(GET).answers, [
      { status: '200', contentType: 'application/json', schema: { type: 'integer' } },
    ]);
    assert.deepEqual(
      tasks.parameters(GET).map(({ name, type }) => `${name}: ${type}`),
      ['page: integer', 'id: '],
    );
    assert.deepEqual(tasks.bodyPart(POST, 'application/json', ['name']).values, ['"a"']);
    assert.equal(tasks.sample(GET).query, 'page=1');
    assert.deepEqual(tasks.sample(POST).body?.content, { kind: 'json', text: '{\n  "name": "a"\n}' });
  });

  it('check a request and an answer, and answer one', () => {
    const [fault] = tasks.checkRequest(POST, request('POST', '/b', '{"name":"c"}'));
    assert.equal(fault?.fieldName, 'name');
    const headers = [['content-type', 'application/json']] as const;
    const bytes = bytesOf('x');
    assert.deepEqual(tasks.check(GET, { status: 200, headers, bytes }), [
      { place: 'body', message: 'integer is expected, not string.' },
    ]);
    const answer = tasks.mock(GET, request('GET', '/a/1', '', 'page=1'), undefined);
    assert.equal(answer.kind === 'example' && answer.body, '7');
    assert.equal(tasks.mock(GET, request('GET', '/a/1'), undefined).kind, 'refused');
  });

  it('know the documented interface by themselves', () => {
    const key = { source: 'documented', method: 'GET', path: '/files/{fileId}' };
    assert.equal(tasks.outline(key).path, '/files/{fileId}');
    assert.equal(tasks.rows('documented', 0, 1)[0], tasks.rows('documented', 0, 1)[0]);
  });

  it('refuse what is not open and what is not described', () => {
    assert.throws(() => tasks.rows('memfs://x/other.json', 0, 1), {
      message: 'Not open: memfs://x/other.json',
    });
    assert.throws(() => tasks.outline({ ...GET, method: 'PUT' }), { message: 'Not described: PUT /a/{id}' });
    assert.throws(() => tasks.outline({ ...GET, path: '/a' }), { message: 'Not described: GET /a' });
    tasks.close(URI);
    assert.throws(() => tasks.rows(URI, 0, 1), /Not open/);
  });

  it('tell changes since they were asked for last, and none for a document that was closed', async () => {
    const none = { added: [], changed: [], gone: [] };
    document = openApi({ '/b': DOCUMENT.paths });
    assert.deepEqual(tasks.changes(URI), none);
    document = openApi({ '/c': { get: {} } });
    await tasks.open(URI);
    document = '{ half';
    await assert.rejects(tasks.open(URI), { name: 'DescriptionError' });
    const { added, gone } = tasks.changes(URI);
    assert.deepEqual([added, gone.length], [[{ method: 'GET', path: '/c' }], 3]);
    assert.deepEqual(tasks.changes(URI), none);
    tasks.close(URI);
    document = DOCUMENT;
    await tasks.open(URI);
    assert.deepEqual(tasks.changes(URI), none);
    tasks.close(URI);
    await tasks.open(URI);
    document = openApi({ '/c': { get: {} } });
    await tasks.open(URI);
    assert.equal(tasks.changes(URI).added.length, 1, 'since it was opened first');
    assert.deepEqual(tasks.changes('documented'), none);
  });
});

describe('The tasks that come through a port', () => {
  let port: MessageChannel['port1'];
  let next: () => Promise<FromWorker>;
  let channel: MessageChannel;

  beforeEach(() => {
    channel = new MessageChannel();
    serveTasks(channel.port2);
    port = channel.port1;
    next = messagesOf(port);
  });
  afterEach(() => channel.port1.close());

  /** Sends a message, and gives the next one that comes back. */
  function tell(message: ToWorker): Promise<FromWorker> {
    port.postMessage(message);
    return next();
  }

  const open = (id: number, uri: string) => ({ kind: 'task', id, name: 'open', args: [uri] }) as const;

  it('are done, and what fails says why and where', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tasks-'));
    try {
      const uri = pathToFileURL(join(folder, 'api.json')).href;
      await writeFile(join(folder, 'api.json'), bytesOf(DOCUMENT));
      const opened = await tell(open(1, uri));
      assert.ok(opened.kind === 'done' && opened.id === 1, opened.kind);
      const rows = await tell({ kind: 'task', id: 2, name: 'rows', args: [uri, 2, 1] });
      assert.ok(
        rows.kind === 'done' && rows.id === 2 && Array.isArray(rows.value) && rows.value.length === 1,
      );
      await writeFile(join(folder, 'api.json'), 'openapi: 3.1.0\npaths: [');
      const failed = await tell(open(3, uri));
      assert.ok(failed.kind === 'failed' && failed.id === 3);
      assert.equal(failed.error.name, 'DescriptionError');
      assert.equal(failed.error.line, 1);
      assert.match(failed.error.message, /api\.json/);
      const unknown = await tell({ kind: 'task', id: 4, name: 'rows', args: ['x', 0, 1] });
      const error = { name: 'Error', message: 'Not open: x' };
      assert.deepEqual(unknown, { kind: 'failed', id: 4, error });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('ask for files that only the editor can read', async () => {
    const first = await tell(open(1, URI));
    const limit = 20_000_000;
    assert.deepEqual(first, { kind: 'read', id: 1, uri: URI, limit });
    const second = await tell(open(2, 'memfs://x/gone.json'));
    assert.deepEqual(second, { kind: 'read', id: 2, uri: 'memfs://x/gone.json', limit });
    const gone = { name: 'Error', message: 'gone', code: 'FileNotFound' };
    const failed = await tell({ kind: 'file', id: 2, error: gone });
    assert.ok(failed.kind === 'failed' && failed.id === 2);
    assert.match(failed.error.message, /It is not there/);
    // What nobody waits for is passed over, also what comes twice.
    port.postMessage({ kind: 'file', id: 2, bytes: bytesOf(DOCUMENT) } satisfies ToWorker);
    port.postMessage({ kind: 'file', id: 9, error: gone } satisfies ToWorker);
    const opened = await tell({ kind: 'file', id: 1, bytes: bytesOf(DOCUMENT) });
    assert.ok(opened.kind === 'done' && opened.id === 1);
    const third = await tell(open(3, 'memfs://x/other.json'));
    assert.ok(third.kind === 'read' && third.id === 3);
    const broken = { name: 'Error', message: 'no luck', code: '' };
    const other = await tell({ kind: 'file', id: 3, error: broken });
    assert.ok(other.kind === 'failed');
    assert.match(other.error.message, /no luck/);
    assert.ok(!('files' in other.error));
    await tell(open(4, URI));
    const large = await tell({ kind: 'file', id: 4, bytes: new Uint8Array(limit + 1) });
    assert.deepEqual(large.kind === 'failed' && large.error.files, [URI]);
  });
});

/** Gives one message after the other, as they come. */
function messagesOf(port: MessageChannel['port1']): () => Promise<FromWorker> {
  const come: FromWorker[] = [];
  const waiting: ((message: FromWorker) => void)[] = [];
  port.on('message', (message: FromWorker) => {
    const wake = waiting.shift();
    if (wake === undefined) come.push(message);
    else wake(message);
  });
  return () => {
    const message = come.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => waiting.push(resolve));
  };
}
