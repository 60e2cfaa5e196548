import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Storage } from '../../../../src/storage';
import { STEPS, versionAfter } from '../../../../src/storage/sqlite/migrations';
import { openReadOnly } from '../../../../src/storage/sqlite/openFile';
import { assertProblem, assertRefused, assertWorks, damage, filled, lock, REFUSED } from '../checks';
import { answer, begin, environment, inPlace, inWindow, newExchange, newWrite } from '../support';

/** Runs as somebody to whom permissions apply. */
function unprivileged(work: () => void): void {
  if (process.geteuid?.() !== 0) {
    work();
    return;
  }
  process.seteuid?.(65534);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Resolves once a window can write again. */
async function writable(storage: Storage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const listener = storage.onDidChange(() => {
    if (storage.problem === undefined) resolve(undefined);
  });
  if (storage.problem !== undefined) await promise;
  listener.dispose();
}

describe('a database that cannot be written', () => {
  inPlace('because it is locked at the start, is read; nothing is sent until then', async (place) => {
    filled(place);
    const other = lock(place);
    const storage = place.open({ busyTimeoutMs: 50, pollMs: 10 });
    assertProblem(place, 'locked', /Another program.*locked\. Close that program\. What cannot/);
    assertRefused(storage, /locked\. Close that program\.$/);
    assert.equal(storage.files.count({ environment }), 50);
    assert.equal(storage.files.get(environment, 'file_7.pdf')?.name, 'old 7.pdf');
    assert.equal(storage.history.findByRequestId('req_ex_old')?.id, 'ex_old');
    assert.deepEqual([storage.tryAgain()?.kind, storage.problem?.kind], ['locked', 'locked']);
    other.release();
    await writable(storage);
    assertWorks(storage);
    assert.equal(place.problems.length, 1, 'said once');
  });

  inPlace('while in use gets what has happened meanwhile as soon as it can', (place) => {
    const storage = place.open({ busyTimeoutMs: 20 });
    const known = storage.files.keepDetails(environment, { fileId: 'file_k.pdf', details: { name: 'k' } });
    const [{ key: sent }, { key: failed }] = [begin(storage, 'a.pdf'), begin(storage, 'b.pdf')];
    const { key: waiting } = begin(storage, 'c.pdf');
    storage.files.startSending(sent);
    storage.files.startSending(failed);
    storage.history.beginWrite(newWrite('ex_write'));
    place.run("INSERT INTO sessions VALUES ('dead', 1, 'elsewhere', NULL, 0)");
    const other = lock(place);
    assertRefused(storage, REFUSED);
    assert.throws(() => storage.files.startSending(waiting), REFUSED);
    const finished = storage.files.finish(sent, answer('file_a.pdf'));
    assert.deepEqual([finished.state, finished.name, finished.fileId], ['uploaded', 'a.pdf', 'file_a.pdf']);
    assert.equal(finished.mayHaveActed, false);
    const renamed = { fileId: 'file_k.pdf', details: { name: 'renamed' } };
    assert.deepEqual(storage.files.updateDetails(environment, renamed), known, 'as it is known');
    assert.deepEqual(storage.files.recover(), []);
    const error = { kind: 'http', message: 'No.', status: 400 } as const;
    assert.equal(storage.files.fail(failed, { state: 'failed', error }).state, 'failed');
    storage.history.add(newExchange('ex_write', { method: 'POST' }), 10);
    storage.history.add(newExchange('ex_upload', { operation: 'uploadFile' }), 10);
    assert.throws(() => storage.history.add(newExchange('ex_read'), 10), REFUSED);
    storage.files.markGone(environment, 'file_a.pdf', true);
    assert.equal(storage.files.finish(known.key, answer('file_k.pdf')).name, 'k', 'not begun here');
    const second = place.open({ busyTimeoutMs: 20 });
    assert.equal(second.files.getByKey(sent)?.state, 'uploading');
    assert.equal(second.history.unresolvedWrite(environment, 'same')?.isUnderWay, true);
    other.release();
    assert.equal(storage.tryAgain(), undefined);
    const states = [sent, failed, waiting].map((key) => second.files.getByKey(key)?.state);
    assert.deepEqual(states, ['uploaded', 'failed', 'pending']);
    for (const id of ['ex_write', 'ex_upload']) assert.equal(second.history.get(id)?.outcome, 'ok');
    assert.equal(second.history.unresolvedWrite(environment, 'same'), undefined);
    assert.equal(storage.files.startSending(waiting), undefined);
  });

  inPlace('gets what has happened when its window closes, before that gives up the rest', (place) => {
    const storage = place.open({ busyTimeoutMs: 20 });
    const begun = [begin(storage, 'a.pdf').key, begin(storage, 'b.pdf').key] as const;
    for (const key of begun) storage.files.startSending(key);
    storage.history.beginWrite(newWrite('ex_write'));
    const other = lock(place);
    storage.files.finish(begun[0], answer('file_a.pdf'));
    const error = { kind: 'http', message: 'No.', status: 400 } as const;
    storage.files.fail(begun[1], { state: 'failed', error });
    storage.history.add(newExchange('ex_write', { method: 'POST', outcome: 'cancelled', attempts: [] }), 10);
    other.release();
    storage.close();
    const { files, history } = place.open();
    const rows = begun.map((key) => files.getByKey(key));
    assert.deepEqual(
      rows.map((row) => [row?.state, row?.mayHaveActed]),
      [
        ['uploaded', false],
        ['failed', false],
      ],
    );
    assert.equal(history.get('ex_write')?.outcome, 'cancelled');
  });

  // A page limit makes SQLite give the very error of a full disk, SQLITE_FULL, where no small disk can be mounted.
  inPlace('because the disk is full sends nothing more, and loses no upload that was sent', (place) => {
    filled(place, 5);
    const limits = { maxPages: Math.ceil(statSync(place.file).size / 4096) + 6 };
    const storage = place.open(limits);
    const begun: number[] = [];
    assert.throws(() => {
      for (;;) begun.push(begin(storage, `n ${begun.length}.pdf`).key);
    }, /no room left on the disk.*Free some space\.$/);
    assertProblem(place, 'full', /no room left/);
    assert.equal(storage.files.count({ environment }), begun.length + 5, 'all that was begun is there');
    const large = { attempts: [], url: randomBytes(200_000).toString('base64') };
    assert.throws(() => storage.history.add(newExchange('ex_large', large), 10), REFUSED);
    const kept = begun.map((key) => storage.files.finish(key, answer(`file_new_${key}.pdf`)));
    assert.ok(kept.every(({ state }) => state === 'uploaded'));
    storage.close();
    const { files } = place.open();
    assert.ok(begun.every((key) => files.getByKey(key)?.state !== 'not-sent'));
  });

  inPlace('because it is read-only is read', (place) => {
    if (process.platform === 'win32') return;
    filled(place);
    chmodSync(place.folder, 0o755);
    chmodSync(dirname(place.file), 0o555);
    chmodSync(place.file, 0o444);
    unprivileged(() => {
      const storage = place.open();
      assertProblem(place, 'read-only', /cannot be written to\. Allow writing/);
      assertRefused(storage, REFUSED);
      assert.equal(storage.files.count({ environment }), 50);
      assert.deepEqual(storage.files.get(environment, 'file_7.pdf')?.details, { name: 'old 7.pdf', n: 7 });
      assert.equal(storage.files.list({ environment, text: 'old 49' }).items.length, 1);
      assert.throws(() => storage.startNewList(), REFUSED);
      assert.equal(storage.files.count({ environment }), 50);
      storage.close();
    });
    assert.deepEqual(readdirSync(dirname(place.file)), ['payments-api.db']);
  });

  inPlace('because the disk is full, is read where readers of its log have no room', (place) => {
    if (process.platform === 'win32') return;
    filled(place);
    // SQLite follows no link there.
    symlinkSync('/dev/full', `${place.file}-shm`);
    const db = openReadOnly(place.file, 'full');
    assert.equal(db?.all('SELECT key FROM files').length, 50);
    db.close();
  });

  inPlace('because its folder is closed, shows nothing, also while it is in use', (place) => {
    if (process.platform === 'win32') return;
    chmodSync(place.folder, 0o777);
    unprivileged(() => {
      const used = place.open({ busyTimeoutMs: 20 });
      const row = begin(used, 'a.pdf');
      used.files.startSending(row.key);
      chmodSync(dirname(place.file), 0);
      assert.equal(used.files.finish(row.key, answer('file_a.pdf')).state, 'uploaded');
      assertProblem(place, 'read-only', /cannot be written to\. Allow writing/);
      assertRefused(used, REFUSED);
      const storage = place.open();
      assertRefused(storage, REFUSED);
      assert.equal(storage.files.count({ environment }), 0);
      chmodSync(dirname(place.file), 0o700);
      for (const { tryAgain } of [used, storage]) assert.equal(tryAgain(), undefined);
      assert.equal(storage.files.getByKey(row.key)?.state, 'uploaded');
      used.close();
      storage.close();
    });
  });

  inPlace('because its folder is not there shows nothing, and works once it is', async (place) => {
    writeFileSync(dirname(place.file), '');
    const storage = place.open({ pollMs: 10 });
    assertProblem(place, 'unavailable', /cannot be opened or read/);
    assertRefused(storage, REFUSED);
    rmSync(dirname(place.file));
    await writable(storage);
    assertWorks(storage);
  });

  inPlace('because a newer version made it stays as it is, and is read as far as that goes', (place) => {
    filled(place);
    // It may well keep its journal otherwise, and other tables.
    place.run(`PRAGMA journal_mode = DELETE; ALTER TABLE recent_paths RENAME TO paths_of_late;
      PRAGMA user_version = ${versionAfter(STEPS) + 1}`);
    const bytes = readFileSync(place.file);
    const storage = place.open();
    assertProblem(place, 'newer', /newer version.*Update the extension/);
    assert.equal(storage.files.count({ environment }), 50);
    assertRefused(storage, REFUSED);
    assert.deepEqual(storage.history.recentPaths(environment, 5), []);
    assert.equal(storage.tryAgain()?.kind, 'newer');
    storage.close();
    assert.deepEqual(readFileSync(place.file), bytes);
  });

  inWindow('because a newer version brings it up while it is in use, is only read', (storage, place) => {
    const row = begin(storage, 'a.pdf');
    place.run(`PRAGMA user_version = ${versionAfter(STEPS) + 1}`);
    assert.throws(() => storage.files.startSending(row.key), REFUSED);
    assertProblem(place, 'newer', /newer version.*Update the extension/);
    assertRefused(storage, REFUSED);
    assert.equal(storage.files.getByKey(row.key)?.state, 'pending');
  });
});

describe('a database that is only read', () => {
  inPlace('stays where it is also where it cannot be read: others may be at work on it', (place) => {
    filled(place);
    place.run(`PRAGMA user_version = ${versionAfter(STEPS) + 1}`);
    damage(place.file, 'files');
    const storage = place.open();
    assert.equal(storage.files.list({ environment }).items.length, 0);
    assertRefused(storage, REFUSED);
    assert.ok(!readdirSync(dirname(place.file)).some((name) => name.includes('damaged')));
  });
});
