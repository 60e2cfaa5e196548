import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DescriptionsWorker } from '../../../src/descriptions/worker/client';
import { openApi } from './reading';

const json = (schema: unknown) => ({ 200: { content: { 'application/json': { schema } } } });

const answer = (body: unknown) => ({
  status: 200,
  headers: [['content-type', 'application/json']] as const,
  bytes: new TextEncoder().encode(JSON.stringify(body)),
});

describe('The worker for descriptions', () => {
  let folder = '';
  let worker: DescriptionsWorker;
  const virtual = new Map<string, string>();
  /** Milliseconds of a check. A busy computer may need many. */
  const timeouts = { check: 600_000 };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    worker = new DescriptionsWorker({
      file: resolve('dist/descriptions-worker.js'),
      start: () => ({ language: 'de', texts: { 'This is missing.': 'Das fehlt.' } }),
      readFile: (uri) => {
        const text = virtual.get(uri);
        if (text !== undefined) return Promise.resolve(new TextEncoder().encode(text));
        return Promise.reject(Object.assign(new Error('gone'), { code: 'FileNotFound' }));
      },
      timeouts,
    });
  });
  afterEach(async () => {
    await worker.close();
    await rm(folder, { recursive: true });
  });

  async function open(document: unknown): Promise<string> {
    const file = join(folder, 'api.json');
    await writeFile(file, JSON.stringify(document));
    const { href } = pathToFileURL(file);
    await worker.run('open', href);
    return href;
  }

  it('reads a document, gives its operations in parts, and checks in the language shown', async () => {
    const schema = { required: ['id'] };
    const source = await open(openApi({ '/a': { get: { responses: json(schema) } }, '/b': { get: {} } }));
    const [a] = await worker.run('rows', source, 0, 1);
    const [b] = await worker.run('rows', source, 1, 1);
    assert.deepEqual([a?.path, b?.path], ['/a', '/b']);
    const found = await worker.run('check', { source, method: 'GET', path: '/a' }, answer({}));
    assert.deepEqual(found, [{ place: 'body id', message: 'Das fehlt.' }]);
  });

  it('tells what became of a document since it was asked last, whatever was read in between', async () => {
    const source = await open(openApi({ '/a': { get: {} }, '/b': { get: {} } }));
    await open(openApi({ '/b': { get: {} }, '/c': { get: {} } }));
    await writeFile(join(folder, 'api.json'), '{ half');
    await assert.rejects(worker.run('open', source), { reason: 'refused' });
    await open(openApi({ '/a': { get: { deprecated: true } }, '/b': { get: {} } }));
    const [a] = [{ method: 'GET', path: '/a' }];
    assert.deepEqual(await worker.run('changes', source), { added: [], changed: [a], gone: [] });
    assert.deepEqual(await worker.run('changes', source), { added: [], changed: [], gone: [] });
  });

  it('is ended at a pattern that backtracks without end, and the next one knows the same documents', async () => {
    const source = await open(
      openApi({
        '/slow': { get: { responses: json({ type: 'string', pattern: '^(a+)+$' }) } },
        '/fast': { get: { responses: json({ type: 'object' }) } },
      }),
    );
    // Its time begins at once; the next one has its own.
    timeouts.check = 300;
    const slow = worker.run('check', { source, method: 'GET', path: '/slow' }, answer(`${'a'.repeat(60)}!`));
    timeouts.check = 600_000;
    const fast = worker.run('check', { source, method: 'GET', path: '/fast' }, answer({}));
    await assert.rejects(slow, { name: 'TaskFailure', reason: 'too-slow' });
    assert.deepEqual(await fast, []);
  });

  it('tells values that are nested without end', async () => {
    const source = await open(
      openApi(
        { '/deep': { get: { responses: json({ $ref: '#/components/schemas/List' }) } } },
        {
          components: { schemas: { List: { type: 'array', items: { $ref: '#/components/schemas/List' } } } },
        },
      ),
    );
    const bytes = new TextEncoder().encode('['.repeat(50_000) + ']'.repeat(50_000));
    const deep = { ...answer(1), bytes };
    const check = worker.run('check', { source, method: 'GET', path: '/deep' }, deep);
    await assert.rejects(check, { name: 'TaskFailure', reason: 'too-large' });
  });

  it('refuses a document with its reason and line, and goes on', async () => {
    virtual.set('memfs://x/api.yaml', 'openapi: 3.1.0\npaths: [');
    await assert.rejects(worker.run('open', 'memfs://x/api.yaml'), {
      name: 'TaskFailure',
      reason: 'refused',
      line: 1,
      message: /api\.yaml, line 2/,
    });
    await assert.rejects(worker.run('open', 'memfs://x/gone.yaml'), { message: /It is not there/ });
  });

  it('reads what only the editor can read, also other files of a document', async () => {
    virtual.set('memfs://x/api.yaml', 'openapi: 3.1.0\npaths: { /a: { $ref: item.yaml } }');
    virtual.set('memfs://x/item.yaml', 'get: {}');
    const { facts, operations } = await worker.run('open', 'memfs://x/api.yaml');
    assert.equal(operations, 1);
    assert.deepEqual(facts.files, ['memfs://x/item.yaml']);
  });

  it('checks answers of the documented interface without a document', async () => {
    const key = { source: 'documented', method: 'GET', path: '/files/{fileId}' };
    const found = await worker.run('check', key, answer({ success: true, message: 'x', data: {} }));
    assert.equal(found[0]?.place, 'header x-request-id');
  });

  it('keeps the thread that asks free: 10 MB are checked while it goes on', async () => {
    const source = await open(
      openApi({ '/a': { get: { responses: json({ items: { type: 'integer' } }) } } }),
    );
    const large = answer(Array.from({ length: 1_000_000 }, (_, i) => i * 1000));
    const before = process.threadCpuUsage();
    const checking = worker.run('check', { source, method: 'GET', path: '/a' }, large).catch(() => undefined);
    const blocked = process.threadCpuUsage(before).user / 1000;
    await checking;
    assert.ok(blocked < 50, `${blocked} ms`);
  });
});
