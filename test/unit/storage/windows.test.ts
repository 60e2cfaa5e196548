import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import type { Storage, StorageChange } from '../../../src/storage';
import { answer, begin, environment, inPlace, inWindow, newExchange, newUpload, type Place } from './support';

const states = (place: Place) => {
  const counts: Record<string, number> = {};
  const { items } = place.open().files.list({ environment, limit: 1000, text: 'batch' });
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

/** The keys of the uploads that are ended. */
const recover = (files: Storage['files']) => files.recover().map(({ key }) => key);

describe('several windows', () => {
  inPlace('write at the same moment, and every row is there', async (place) => {
    const workers = ['a', 'b', 'c', 'd'].map((name) => place.start('write', name, '200'));
    const codes = await Promise.all(workers.map((worker) => worker.exit()));
    assert.deepEqual(codes, [0, 0, 0, 0]);
    const { files, history } = place.open();
    assert.equal(files.count({ environment, states: ['uploaded'] }), 800);
    assert.equal(files.count({ environment, text: 'file_c_1' }), 111);
    assert.equal(history.count({ environment }), 800);
    assert.deepEqual(files.groups(environment, 'purpose'), [{ key: 'payment_evidence', count: 800 }]);
  });

  // One that another window made a moment ago was taken for empty in about one of twelve rounds.
  inPlace('make and migrate new databases at the same moments', async (place) => {
    const workers = [1, 2, 3, 4].map(() => place.start('meet', '4', '12'));
    assert.deepEqual(await Promise.all(workers.map((worker) => worker.exit())), [0, 0, 0, 0]);
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
    next = Promise.withResolvers();
    two.files.begin([newUpload('own.pdf')]);
    next = Promise.withResolvers();
    one.history.add(newExchange('ex_2'), 10);
    await next.promise;
    assert.deepEqual(
      changes.map(({ what, environment: of }) => [what, of]),
      [
        ['history', undefined],
        ['files', environment],
        ['history', undefined],
      ],
    );
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

  inPlace('do not keep a process alive by listening', async (place) => {
    place.open();
    const worker = place.start('listen');
    assert.equal(await worker.line(), 'listening');
    assert.equal(await worker.exit(), 0);
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
    const recovered = files.recover();
    assert.equal(recovered.length, 30);
    const sent = recovered.filter(
      ({ state, error }) => state === 'unknown' && error?.kind === 'unknown-outcome',
    );
    const unsent = recovered.filter(({ state }) => state === 'not-sent');
    assert.ok(sent.every(({ mayHaveActed, error }) => mayHaveActed && error?.mayHaveActed === true));
    assert.ok(unsent.every(({ mayHaveActed, error }) => !mayHaveActed && error?.mayHaveActed === undefined));
    assert.deepEqual([sent.length, unsent.length], [10, 20]);
    assert.deepEqual(states(place), { uploaded: 10, unknown: 10, 'not-sent': 20 });
    assert.equal(files.count({ environment, text: 'batch' }), 40);
    assert.deepEqual(files.recover(), []);
    assert.deepEqual(place.problems, []);
  });

  inWindow('is distinguished from a living one', async ({ files }, place) => {
    const worker = place.start('busy');
    const key = Number(await worker.line());
    const [own] = files.begin([newUpload('own.pdf')]);
    assert.deepEqual(files.recover(), []);
    assert.equal(files.getByKey(key)?.state, 'uploading');
    await worker.kill();
    assert.deepEqual(recover(files), [key]);
    assert.equal(files.getByKey(own?.key ?? 0)?.state, 'pending');
  });

  inPlace('is noticed by a window that was open already', async (place) => {
    const storage = place.open({ pollMs: 20 });
    const { files } = storage;
    const worker = place.start('busy');
    const key = Number(await worker.line());
    const unknown = Promise.withResolvers<undefined>();
    storage.onDidChange(() => {
      if (files.getByKey(key)?.state === 'unknown') unknown.resolve(undefined);
    });
    assert.equal(files.getByKey(key)?.state, 'uploading');
    await worker.kill();
    await unknown.promise;
    assert.match(files.getByKey(key)?.error?.message ?? '', /may or may not have arrived/);
  });

  inWindow('is known by a missed heartbeat where its process cannot be checked', async ({ files }, place) => {
    const worker = place.start('busy');
    const key = Number(await worker.line());
    const silent = (milliseconds: number) => {
      place.run(`UPDATE sessions SET host = 'elsewhere', heartbeat = ${Date.now() - milliseconds}`);
    };
    silent(10_000);
    assert.deepEqual(files.recover(), []);
    silent(100_000);
    assert.deepEqual(recover(files), [key]);
  });

  inWindow('is not taken for a later process with the same id', async ({ files }, place) => {
    const worker = place.start('busy');
    const key = Number(await worker.line());
    place.run("UPDATE sessions SET process_start = '1' WHERE process_start IS NOT NULL");
    const started = place.rows("SELECT 1 FROM sessions WHERE process_start = '1'");
    // Only Linux shows when a process started; elsewhere the missed heartbeat decides.
    assert.deepEqual(recover(files), started.length === 1 ? [key] : []);
  });

  inWindow('is not taken for another process that has the same id now', ({ files }, place) => {
    const { key } = begin({ files });
    place.run(`PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'earlier';
      UPDATE files SET session = 'earlier'`);
    assert.deepEqual(recover(files), [key]);
  });

  inPlace('is not needed: closing lets go of what is in flight at once', (place) => {
    const one = place.open();
    const [sent, waiting, done] = one.files.begin(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => newUpload(name)));
    assert.ok(sent && waiting && done);
    one.files.startSending(sent.key);
    one.files.finish(done.key, answer('file_1.pdf'));
    one.close();
    const { files } = place.open();
    assert.deepEqual(
      [sent, waiting, done].map(({ key }) => files.getByKey(key)?.state),
      ['unknown', 'not-sent', 'uploaded'],
    );
    assert.deepEqual(files.recover(), []);
  });
});
