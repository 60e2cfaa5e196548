import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { DescriptionsWorker, TaskFailure, type WorkerParts } from '../../../src/descriptions/worker/client';

/**
 * A worker that gives back what it was asked for, and what it was asked for before; the address of a document says what
 * it does besides.
 */
const CODE = `
const { parentPort, workerData, resourceLimits } = require('node:worker_threads');
const asked = [];
let tasks = 0;
parentPort.on('message', (message) => {
  if (message.kind === 'file') {
    const { bytes, error } = message;
    parentPort.postMessage({ kind: 'done', id: tasks, value: { id: message.id, bytes, error } });
    return;
  }
  const { id, name, args } = message;
  tasks = id;
  const [uri] = args;
  asked.push(name + ' ' + uri);
  const failed = (name, line) =>
    parentPort.postMessage({ kind: 'failed', id, error: { name, message: 'because', line } });
  if (uri === 'hang') for (;;);
  if (uri === 'throw') throw new TypeError('uncaught');
  if (uri === 'code') throw Object.assign(new Error('uncaught'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  if (name === 'open' && uri === 'once' && asked.indexOf('open once') < asked.length - 1) return failed('RangeError');
  if (uri.startsWith('fail ')) return failed(uri.slice(5), 7);
  if (uri.startsWith('read ')) return parentPort.postMessage({ kind: 'read', id: 3, uri: uri.slice(5), limit: 1 });
  if (uri === 'twice') for (const kind of ['done', 'done', 'read']) parentPort.postMessage({ kind, id, uri: 'a' });
  if (uri === 'late') parentPort.postMessage({ kind: 'done', id: id - 1, value: 'of another' });
  if (uri === 'late failure') parentPort.postMessage({ kind: 'failed', id: id - 1, error: {} });
  const heap = resourceLimits.maxOldGenerationSizeMb;
  parentPort.postMessage({ kind: 'done', id, value: { asked: [...asked], workerData, heap } });
});
`;

const LANGUAGE = { language: 'de', texts: { a: 'b' } };

describe('The client of the worker for descriptions', () => {
  let folder = '';
  let file = '';
  let worker: DescriptionsWorker;
  /** A task that hangs is given up soon; any other one has its time, on a busy computer too. */
  const timeouts = { changes: 100, open: 600_000, rows: 600_000, close: 600_000 };

  const make = (more: Partial<WorkerParts> = {}) =>
    new DescriptionsWorker({
      file,
      start: () => LANGUAGE,
      readFile: (uri) =>
        uri === 'known'
          ? Promise.resolve(new Uint8Array([1, 2]))
          : Promise.reject(Object.assign(new RangeError('gone'), uri === 'coded' && { code: 'ENOENT' })),
      timeouts,
      ...more,
    });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-'));
    file = join(folder, 'worker.cjs');
    await writeFile(file, CODE);
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    worker = make();
  });
  afterEach(() => worker.close());

  const rows = (uri: string): Promise<unknown> => worker.run('rows', uri, 0, 1);
  const askedOf = async (uri: string): Promise<unknown> => {
    const value = await rows(uri);
    return typeof value === 'object' && value !== null && 'asked' in value ? value.asked : value;
  };

  it('starts it once, with the words of the language and room for a large document', async () => {
    assert.deepEqual(await rows('a'), { asked: ['rows a'], workerData: LANGUAGE, heap: 1024 });
    const both = await Promise.all([askedOf('b'), askedOf('c')]);
    assert.deepEqual(both, [
      ['rows a', 'rows b'],
      ['rows a', 'rows b', 'rows c'],
    ]);
  });

  it('passes over what comes late, or when nothing is asked for', async () => {
    assert.deepEqual(await askedOf('late'), ['rows late']);
    assert.deepEqual(await askedOf('late failure'), ['rows late', 'rows late failure']);
    const { promise: hasAsked, resolve } = Promise.withResolvers<undefined>();
    worker = make({
      readFile: () => {
        resolve(undefined);
        return Promise.resolve(new Uint8Array());
      },
    });
    await Promise.all([rows('twice'), hasAsked]);
  });

  for (const [name, reason] of [
    ['TooMuchError', 'too-slow'],
    ['TimeoutError', 'too-slow'],
    ['RangeError', 'too-large'],
    ['ERR_WORKER_OUT_OF_MEMORY', 'too-large'],
    ['DescriptionError', 'refused'],
    ['TypeError', 'broken'],
  ]) {
    it(`says why a task failed: ${name} is "${reason}"`, async () => {
      const failure = { name: 'TaskFailure', message: 'because', reason, line: 7 };
      await assert.rejects(rows(`fail ${name}`), failure);
      assert.deepEqual(await askedOf('a'), [`rows fail ${name}`, 'rows a']);
    });
  }

  it('starts another one where it ends by itself, with the same documents', async () => {
    await worker.run('open', 'one');
    await worker.run('open', 'two');
    await worker.run('open', 'three');
    await worker.run('open', 'once');
    await assert.rejects(worker.run('open', 'once'), { reason: 'too-large' });
    await rows('one');
    worker.run('close', 'two').catch(() => undefined);
    await assert.rejects(worker.run('open', 'fail DescriptionError'), { reason: 'refused' });
    await assert.rejects(worker.run('open', 'fail RangeError'), { reason: 'too-large' });
    const failed = rows('throw');
    const next = askedOf('a');
    await assert.rejects(failed, { reason: 'broken', message: 'uncaught' });
    assert.deepEqual(await next, ['open one', 'open three', 'rows a']);
    await assert.rejects(rows('code'), { reason: 'too-large' });
    assert.deepEqual(await askedOf('b'), ['open one', 'open three', 'rows b']);
  });

  it('gives up what takes too long', async () => {
    const hangs = worker.run('changes', 'hang');
    const next = askedOf('a');
    await assert.rejects(hangs, { reason: 'too-slow', message: 'It takes too long.' });
    assert.deepEqual(await next, ['rows a']);
  });

  it('gives a document half a minute, and all else two seconds, unless asked otherwise', async () => {
    const { mock: timer } = mock.method(globalThis, 'setTimeout');
    try {
      worker = make({ timeouts: { close: 5000 } });
      await worker.run('open', 'a');
      await rows('a');
      await worker.run('close', 'a');
    } finally {
      timer.restore();
    }
    const given = timer.calls.map(({ arguments: [, milliseconds] }) => milliseconds);
    assert.deepEqual(given, [30_000, 2000, 5000]);
  });

  it('reads files for it', async () => {
    assert.deepEqual(await rows('read known'), { id: 3, bytes: new Uint8Array([1, 2]), error: undefined });
    const failed = (code: string) => ({
      id: 3,
      bytes: undefined,
      error: { name: 'RangeError', message: 'gone', code },
    });
    assert.deepEqual(await rows('read coded'), failed('ENOENT'));
    assert.deepEqual(await rows('read other'), failed(''));
  });

  it('ends what waits as the window closes', async () => {
    await make().close();
    worker = make({ readFile: () => new Promise(() => undefined) });
    const ends = await Promise.allSettled([rows('read never'), rows('a'), worker.close()]);
    for (const each of ends.slice(0, 2)) {
      assert.ok(each.status === 'rejected' && each.reason instanceof TaskFailure);
      assert.deepEqual([each.reason.reason, each.reason.message], ['broken', 'The window is closing']);
    }
  });

  it('says that there is no thread, each time, until there is one', async () => {
    let isThere = false;
    worker = make({
      start: () => {
        if (!isThere) throw new Error('no thread');
        return LANGUAGE;
      },
    });
    const ends = await Promise.allSettled([rows('a'), rows('b')]);
    for (const each of ends) assert.match(String(each.status === 'rejected' && each.reason), /no thread/);
    isThere = true;
    assert.deepEqual(await askedOf('c'), ['rows c']);
  });
});
