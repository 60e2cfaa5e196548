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
  /** Milliseconds of a check. A busy computer may need many. */
  const timeouts = { check: 600_000 };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    worker = new DescriptionsWorker({
      file: resolve('dist/descriptions-worker.js'),
      start: () => ({ language: 'de', texts: { 'This is missing.': 'Das fehlt.' } }),
      readFile: () => assert.fail(),
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

  it('lays out bodies and compares them', async () => {
    assert.equal(await worker.run('layOutJson', '{"b":1.0}'), '{\n  "b": 1.0\n}');
    assert.equal(await worker.run('layOutJson', 'no JSON'), undefined);
    assert.equal(await worker.run('comparedText', '{"b":1.0,"cursor":"c"}', true), '{\n  "b": 1.0\n}\n');
    const counts = await worker.run('compareTexts', '{"b":1}', '{"b":1.0,"a":2}', false);
    assert.deepEqual(counts, { changed: 0, added: 1, removed: 0, unit: 'fields' });
  });

  it('keeps the thread that asks free while it checks', async () => {
    const source = await open(
      openApi({ '/a': { get: { responses: json({ items: { type: 'integer' } }) } } }),
    );
    const large = answer(Array.from({ length: 200_000 }, (_, i) => i * 1000));
    const before = process.threadCpuUsage();
    const checking = worker.run('check', { source, method: 'GET', path: '/a' }, large).catch(() => undefined);
    const blocked = process.threadCpuUsage(before).user / 1000;
    await checking;
    assert.ok(blocked < 50, `${blocked} ms`);
  });
});
