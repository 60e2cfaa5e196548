import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openStorage, type Storage, type StorageOptions } from '../../../../src/storage';
import { STEPS, versionAfter } from '../../../../src/storage/sqlite/migrations';
import { assertProblem, assertRefused, assertWorks, filled, lock, REFUSED } from '../checks';
import {
  answer,
  begin,
  beginAll,
  environment,
  inPlace,
  newExchange,
  newUpload,
  newWrite,
  type Place,
} from '../support';

/** A test with a window that has one upload on its way and one that waits, and whose file somebody deleted. */
function afterDeleting(
  title: string,
  pathOf: (file: string) => string,
  test: (place: Place, storage: Storage, sent: number) => void,
): void {
  inPlace(title, (place) => {
    if (process.platform === 'win32') return;
    const storage = place.open();
    const [sent, waiting] = [begin(storage, 'a.pdf'), begin(storage, 'b.pdf')];
    storage.files.startSending(sent.key);
    rmSync(pathOf(place.file), { recursive: true });
    assert.throws(() => storage.files.startSending(waiting.key), REFUSED);
    assertProblem(
      place,
      'unavailable',
      /cannot be opened or read\. Check that its disk and folder are there/,
    );
    test(place, storage, sent.key);
    assert.equal(place.open().files.getByKey(sent.key)?.state, 'uploaded');
    assert.equal(storage.files.startSending(waiting.key), undefined);
  });
}

describe('a new list', () => {
  afterDeleting(
    'takes the place of a deleted one, which is read until then, and says nothing of an old one',
    (file) => file,
    (_place, storage, sent) => {
      assertRefused(storage, REFUSED);
      assert.equal(storage.files.count({ environment }), 2);
      storage.files.finish(sent, answer('file_a.pdf'));
      assert.equal(storage.startNewList(), undefined);
    },
  );

  afterDeleting(
    'takes the place of one whose folder was deleted, once that is possible',
    dirname,
    ({ file }, storage, sent) => {
      storage.startNewList();
      // And where that cannot be done at first.
      rmSync(dirname(file), { recursive: true });
      writeFileSync(dirname(file), '');
      assert.throws(() => storage.startNewList(), REFUSED);
      rmSync(dirname(file));
      storage.files.finish(sent, answer('file_a.pdf'));
    },
  );

  inPlace('takes the place of the old one, which stays, and gets what is in flight', (place) => {
    const storage = place.open({ busyTimeoutMs: 20 });
    const [sent, waiting, back] = beginAll(
      storage,
      ['sent.pdf', 'waiting.pdf', 'back.pdf'].map((name) => newUpload(name)),
    );
    assert.ok(sent && waiting && back);
    for (const { key } of [sent, back]) storage.files.startSending(key);
    storage.files.putBack(back.key);
    const other = lock(place);
    assertRefused(storage, REFUSED);
    storage.files.finish(sent.key, answer('file_a.pdf'));
    const message = storage.startNewList();
    other.release();
    const [, setAside] = /kept as (.*?\.db)\. In it, .* “sent\.pdf”/.exec(message ?? '') ?? [];
    assert.ok(setAside !== undefined && statSync(setAside).size > 0, message);
    assert.equal(storage.problem, undefined);
    const second = place.open();
    assert.equal(second.files.get(environment, 'file_a.pdf')?.name, 'sent.pdf');
    for (const { key } of [waiting, back]) assert.equal(second.files.getByKey(key)?.state, 'pending');
    storage.files.giveWay(back.key, waiting);
    assert.equal(second.files.getByKey(back.key), undefined);
    assertWorks(storage);
  });

  inPlace(
    'gets what is in flight for the account that it goes to, not for the one behind the address since',
    (place) => {
      let account = 'one';
      const storage = place.open({ identityOf: () => account });
      const { files } = storage;
      storage.history.add(newExchange('ex_1', { identity: 'before' }), 10);
      const doubtful = begin({ files }, newUpload('doubtful.pdf', { identity: 'one' }));
      files.startSending(doubtful.key, { identity: 'one' });
      files.fail(doubtful.key, { state: 'unknown', error: { kind: 'timeout', message: 'Late.' } });
      const [sent, back] = files.beginBatch([
        newUpload('sent.pdf', { identity: 'one' }),
        { ...newUpload('doubtful.pdf', { identity: 'one' }), repeats: doubtful.key },
      ]);
      assert.ok(sent && back?.began);
      files.startSending(sent.file.key, { identity: 'one' });
      // Also where the service asked to wait meanwhile.
      files.putBack(sent.file.key);
      files.startSending(sent.file.key);
      account = 'two';
      storage.startNewList();
      files.finish(sent.file.key, answer('file_a.pdf'));
      files.fail(doubtful.key, { state: 'cancelled', error: { kind: 'cancelled', message: 'Cancelled.' } });
      assert.deepEqual(files.list({ environment }).items, []);
      account = 'one';
      assert.deepEqual(
        files.list({ environment, sort: 'name' }).items.map(({ name, state }) => [name, state]),
        [
          ['doubtful.pdf', 'unknown'],
          ['sent.pdf', 'uploaded'],
        ],
      );
    },
  );

  inPlace('is used by the other windows too, with what they have in flight', (place) => {
    filled(place, 3);
    const [one, two] = [place.open(), place.open()];
    const [row, waiting] = beginAll(two, [newUpload('in flight.pdf'), newUpload('waiting.pdf')]);
    assert.ok(row && waiting);
    two.files.startSending(row.key);
    const acted = { kind: 'timeout', message: 'Late.', mayHaveActed: true } as const;
    two.history.beginWrite(newWrite('ex_first'));
    two.history.add(newExchange('ex_first', { method: 'POST', outcome: 'timeout', error: acted }), 10);
    two.history.beginWrite(newWrite('ex_second', { shown: 'ex_first' }));
    one.startNewList();
    for (let n = 0; n < 9; n += 1) one.files.beginBatch([newUpload(`new ${n}.pdf`)]);
    two.files.markGone(environment, 'none', true);
    assert.deepEqual(
      [row, waiting].map(({ key }) => one.files.getByKey(key)?.state),
      ['uploading', 'pending'],
    );
    assert.equal(one.history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_second');
    two.files.finish(row.key, answer('file_in_flight.pdf'));
    assert.equal(assertProblem(place, 'replaced', /Another window/).setAside, undefined);
    assert.equal(one.files.get(environment, 'file_in_flight.pdf')?.name, 'in flight.pdf');
    assert.equal(two.files.count({ environment }), 11);
  });

  inPlace('is not passed over by a window that finds it locked: what it has in flight waits', (place) => {
    const [one, two] = [place.open(), place.open({ busyTimeoutMs: 1 })];
    const { key } = begin(two, 'in flight.pdf');
    one.startNewList();
    const other = lock(place);
    assertRefused(two, REFUSED);
    assert.equal(two.files.finish(key, answer('file_1.pdf')).state, 'uploaded');
    assertProblem(place, 'locked', /Another program/);
    other.release();
    assert.equal(two.tryAgain(), undefined);
    assert.equal(one.files.get(environment, 'file_1.pdf')?.key, key);
  });

  inPlace('is begun once where two windows are asked to that could not write the old one', (place) => {
    filled(place, 3);
    place.run(`PRAGMA user_version = ${versionAfter(STEPS) + 1}`);
    const [one, two] = [place.open(), place.open()];
    one.startNewList();
    assertWorks(one);
    assert.match(two.startNewList() ?? '', /^Another window/);
    assert.equal(two.files.get(environment, 'file_works.pdf')?.name, 'works.pdf');
    const aside = readdirSync(dirname(place.file)).filter((name) => /previous.*\.db$/.test(name));
    assert.equal(aside.length, 1);
  });

  inPlace('that cannot be made leaves the old one where it was', (place) => {
    filled(place, 5);
    // Too few pages for the tables of a new one.
    const options: StorageOptions = {
      file: place.file,
      onProblem: (problem) => place.problems.push(problem),
    };
    const limited = Object.assign({ maxPages: 1_000_000 }, options);
    const storage = openStorage(limited);
    limited.maxPages = 2;
    assert.throws(() => storage.startNewList(), REFUSED);
    assert.equal(storage.files.count({ environment }), 5);
    assert.ok(!readdirSync(dirname(place.file)).some((name) => name.includes('previous')));
    storage.close();
  });
});
