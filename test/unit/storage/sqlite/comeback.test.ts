import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../../../../src/storage';
import { assertWorks, filled } from '../checks';
import { answer, environment, inPlace, newExchange, newUpload, newWrite } from '../support';

/** Resolves once a window works with the file again, or with a new one. */
async function until(storage: Storage, isSo: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const listener = storage.onDidChange(() => {
    if (isSo()) resolve(undefined);
  });
  const timer = setTimeout(() => {
    resolve(undefined);
  }, 5000);
  await promise;
  clearTimeout(timer);
  listener.dispose();
  assert.ok(isSo());
}

describe('a database that can be used again', () => {
  it(
    'after another program had it locked gets what was done in memory meanwhile',
    inPlace(async (place) => {
      filled(place, 2);
      const storage = place.open({ busyTimeoutMs: 20, pollMs: 20 });
      const [before] = storage.files.begin([newUpload('before.pdf')]);
      assert.ok(before);
      storage.files.markUploading(before.key);
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      other.exec("UPDATE files SET name = 'renamed meanwhile.pdf' WHERE file_id = 'file_1.pdf'");

      assertWorks(storage, 'meanwhile.pdf');
      assert.equal(storage.persistent, false);
      storage.files.finish(before.key, answer('file_before.pdf'));
      storage.files.markGone(environment, 'file_0.pdf', true);
      const [waiting] = storage.files.begin([newUpload('waiting.pdf')]);
      assert.ok(waiting);
      const { request, ...begun } = newExchange('ex_begun', { method: 'POST' });
      storage.history.beginWrite({ ...begun, request, writeHash: 'a write' });
      const gone = storage.history.get('ex_old');
      assert.ok(gone);

      other.exec('COMMIT');
      other.close();
      await until(storage, () => storage.persistent);
      assert.deepEqual(
        place.problems.map(({ kind }) => kind),
        ['locked'],
      );

      // What another window sees is in the file.
      const second = place.open();
      const names = second.files.list({ environment }).items.map(({ name, state }) => `${name} ${state}`);
      assert.deepEqual(names.toSorted(), [
        'before.pdf uploaded',
        'meanwhile.pdf uploaded',
        'old 0.pdf uploaded',
        'renamed meanwhile.pdf uploaded',
        'waiting.pdf pending',
      ]);
      assert.equal(second.files.get(environment, 'file_0.pdf')?.gone, true);
      assert.equal(second.files.get(environment, 'file_before.pdf')?.key, before.key);
      assert.equal(second.history.findByRequestId('req_ex_meanwhile.pdf')?.id, 'ex_meanwhile.pdf');
      assert.equal(second.history.unresolvedWrite(environment, 'a write')?.exchangeId, 'ex_begun');
      assert.equal(second.files.count({ environment, text: 'meanwhile' }), 1);

      // And the upload that was waiting goes on.
      assert.ok(storage.files.markUploading(waiting.key));
      storage.files.finish(waiting.key, answer('file_waiting.pdf'));
      assert.equal(second.files.get(environment, 'file_waiting.pdf')?.state, 'uploaded');
    }),
  );

  it(
    'stays in memory as long as it is locked, and loses nothing of that',
    inPlace(async (place) => {
      filled(place, 1);
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      // Locked from the start.
      const storage = place.open({ busyTimeoutMs: 20, pollMs: 10 });
      assertWorks(storage, 'one.pdf');
      await new Promise((resolve) => setTimeout(resolve, 60));
      assert.equal(storage.persistent, false);
      assertWorks(storage, 'two.pdf');
      other.exec('ROLLBACK');
      other.close();
      await until(storage, () => storage.persistent);
      storage.close();
      const next = place.open();
      assert.equal(next.files.count({ environment }), 3);
    }),
  );
});

describe('a database that could not be used for a while', () => {
  it(
    'is used again by a window that nobody listens to, and at the latest when that closes',
    inPlace(async (place) => {
      filled(place, 1);
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      const [idle, closing] = [place.open({ busyTimeoutMs: 20 }), place.open({ busyTimeoutMs: 20 })];
      assertWorks(idle, 'idle.pdf');
      other.exec('ROLLBACK');
      other.close();
      assertWorks(closing, 'closing.pdf');
      closing.close();
      assert.equal(place.open().files.count({ environment, text: 'closing' }), 1);
      const deadline = Date.now() + 10_000;
      while (!idle.persistent) {
        assert.ok(Date.now() < deadline, 'It is still not used.');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal(place.open().files.count({ environment, text: 'idle' }), 1);
    }),
  );

  it(
    'because its folder was not there gets what was done in memory',
    inPlace(async (place) => {
      writeFileSync(dirname(place.file), '');
      const storage = place.open({ pollMs: 20 });
      assertWorks(storage, 'meanwhile.pdf');
      storage.history.beginWrite(newWrite('ex_write'));
      assert.equal(storage.persistent, false);
      rmSync(dirname(place.file));
      await until(storage, () => storage.persistent);
      const next = place.open();
      assert.equal(next.files.count({ environment, text: 'meanwhile' }), 1);
      assert.equal(next.history.findByRequestId('req_ex_meanwhile.pdf')?.id, 'ex_meanwhile.pdf');
      assert.equal(next.history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_write');
      assert.deepEqual(
        place.problems.map(({ kind }) => kind),
        ['unavailable'],
      );
    }),
  );

  it(
    'is cleared of all that was to be cleared meanwhile, and of nothing else',
    inPlace(async (place) => {
      const before = place.open();
      const startedAt = Date.now() - 1000;
      for (let n = 0; n < 300; n += 1) before.history.add(newExchange(`ex_${n}`, { startedAt }), 1000);
      before.history.add(newExchange('ex_other', { environment: 'production', startedAt }), 1000);
      before.close();
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      const storage = place.open({ busyTimeoutMs: 20, pollMs: 20 });
      assert.ok(storage.history.clear(environment) < 300, 'not all is known in memory');
      storage.history.add(newExchange('ex_later', { startedAt: Date.now() + 1 }), 1000);
      other.exec('ROLLBACK');
      other.close();
      await until(storage, () => storage.persistent);
      assert.deepEqual(
        storage.history.list({ environment }).items.map(({ id }) => id),
        ['ex_later'],
      );
      assert.equal(storage.history.count({ environment: 'production' }), 1);
    }),
  );
});

describe('a database that another window set aside', () => {
  it(
    'is left for the new one, with the uploads in flight',
    inPlace(async (place) => {
      filled(place, 3);
      const storage = place.open({ pollMs: 20 });
      const [upload] = storage.files.begin([newUpload('in flight.pdf')]);
      assert.ok(upload);
      storage.files.markUploading(upload.key);
      // The note that a window leaves which finds the damage while it works.
      writeFileSync(`${place.file}.is-damaged`, '');
      const second = place.open();
      for (let n = 0; n < 9; n += 1) second.files.begin([newUpload(`new ${n}.pdf`)]);
      await until(storage, () => storage.files.count({ environment }) === 10);
      assert.deepEqual(
        place.problems.map(({ kind }) => kind),
        ['damaged', 'replaced'],
      );
      storage.files.finish(upload.key, answer('file_in_flight.pdf'));
      assert.equal(second.files.get(environment, 'file_in_flight.pdf')?.name, 'in flight.pdf');
      assert.equal(second.files.count({ environment }), 10);
    }),
  );
});
