import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import type { StorageChange } from '../../../src/storage';
import { begin, environment, inPlace, inWindow, newExchange, newUpload } from './support';

describe('several windows', () => {
  inPlace('write at the same moment, every row is there, and none stays to listen', async (place) => {
    const names = ['a', 'b', 'c'];
    const ended = await Promise.all(names.map((name) => place.start('write', name, '60').end()));
    for (const { code } of ended) assert.equal(code, 0);
    const { files, history } = place.open();
    assert.equal(files.count({ environment, states: ['uploaded'] }), 180);
    assert.equal(files.count({ environment, text: 'file_c_1' }), 11);
    assert.equal(history.count({ environment }), 180);
    assert.deepEqual(files.groups(environment, 'purpose'), [{ key: 'payment_evidence', count: 183 }]);
  });

  // One that another window made a moment ago was taken for empty in about one of twelve rounds.
  inPlace('make and migrate new databases at the same moments, and one alone sends', async (place) => {
    const ended = await Promise.all([1, 2, 3].map(() => place.start('meet', '3', '12').end()));
    for (const { code } of ended) assert.equal(code, 0);
    const sent = ended.flatMap(({ lines }) => lines.map(Number)).toSorted((a, b) => a - b);
    assert.deepEqual(sent, Array.from(Array(12).keys()));
  });

  inPlace('hear of the history alone when it alone changed, and nothing twice', async (place) => {
    const one = place.open();
    const two = place.open({ pollMs: 5 });
    const changes: StorageChange[] = [];
    let next = Promise.withResolvers<StorageChange>();
    two.onDidChange((change) => {
      changes.push(change);
      next.resolve(change);
    });
    one.history.add(newExchange('ex_1'), 10);
    await next.promise;
    for (const name of ['own.pdf', 'more.pdf']) two.files.beginBatch([newUpload(name)]);
    next = Promise.withResolvers();
    one.history.add(newExchange('ex_2'), 10);
    await next.promise;
    const heard = changes.map(({ what, environment: of }) => `${what} ${String(of)}`);
    const own = `files ${environment}`;
    assert.deepEqual(heard, ['history undefined', own, own, 'history undefined']);
  });

  inPlace('keep their locks when another one in the same process opens the database', (place) => {
    if (process.platform !== 'linux') return;
    const locks = () => {
      const inode = `:${statSync(place.file).ino} `;
      return readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(inode)).length;
    };
    place.open();
    const before = locks();
    assert.ok(before > 0);
    // A process that opens and closes a file by itself loses all its locks on it.
    place.open();
    assert.equal(locks(), before);
  });
});

describe('a window that was killed', () => {
  inPlace('loses no finished row, and distinguishes uploads in flight from unsent ones', async (place) => {
    const worker = place.start('killed');
    const committed: string[] = [];
    while (committed.length < 60) committed.push(await worker.line());
    await worker.kill();
    const { files } = place.open();
    assert.equal(files.known(environment, committed).size, committed.length);
    assert.equal(files.recover().length, 30);
    const rows = files.list({ environment, limit: 1000, text: 'batch' }).items;
    const counts = [...Map.groupBy(rows, ({ state }) => state)].map(([state, { length }]) => [state, length]);
    assert.deepEqual(Object.fromEntries(counts), { uploaded: 10, unknown: 10, 'not-sent': 20 });
    assert.deepEqual([files.recover(), place.problems], [[], []]);
  });

  inPlace('is distinguished from a living one, and noticed by one that was open already', async (place) => {
    const { files, onDidChange } = place.open({ pollMs: 20 });
    const worker = place.start('busy');
    const key = Number(await worker.line());
    const own = begin({ files });
    const unknown = Promise.withResolvers<undefined>();
    onDidChange(() => {
      if (files.getByKey(key)?.state === 'unknown') unknown.resolve(undefined);
    });
    // A computer that slept: where the system says when a process started, that counts.
    if (process.platform === 'linux') place.run('UPDATE sessions SET heartbeat = 0');
    assert.deepEqual(files.recover(), []);
    assert.equal(files.getByKey(key)?.state, 'uploading');
    await worker.kill();
    await unknown.promise;
    assert.equal(files.getByKey(own.key)?.state, 'pending');
  });

  inWindow(
    'is known by its process, and by missed heartbeats where that cannot be asked',
    (storage, place) => {
      const { files } = storage;
      const beat = (secondsAgo: number) => `heartbeat = ${Date.now() - secondsAgo * 1000}`;
      for (const [columns, isDead] of [
        [`host = 'elsewhere', ${beat(10)}`, false],
        [`host = 'elsewhere', ${beat(100)}`, true],
        [`pid = ${process.ppid}, process_start = NULL, ${beat(10)}`, false],
        [`pid = ${process.ppid}, process_start = NULL, ${beat(100)}`, true],
        [`pid = ${process.ppid}, process_start = '1', ${beat(10)}`, true],
        ['pid = pid', true],
      ] as const) {
        const { key } = begin(storage);
        place.handOver(columns);
        const recovered = files.recover().map((row) => row.key);
        assert.deepEqual(recovered, isDead ? [key] : [], columns);
        place.run('UPDATE files SET session = NULL; DELETE FROM sessions');
      }
    },
  );
});
