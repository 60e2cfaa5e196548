import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { KnownFile, Storage, StorageChange } from '../../../../src/storage';
import { answer, environment, inPlace, newUpload, type Place } from '../support';
import { again, begin, doubtful, invoice, refused, rowOf, unknown } from './uploads';

/** The keys of the files in each change. */
function listen(storage: Storage): (readonly number[])[] {
  const heard: (readonly number[])[] = [];
  storage.onDidChange(({ what, fileKeys }: StorageChange) => {
    if (what === 'files') heard.push(fileKeys ?? []);
  });
  return heard;
}

/** Makes the window that has something in flight look like one that died, and another one end its rows. */
function takeForDead(place: Place): Storage {
  const db = new DatabaseSync(place.file, { timeout: 20_000 });
  db.exec(
    "PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'x', host = 'elsewhere', heartbeat = 0; UPDATE files SET session = 'x' WHERE session IS NOT NULL",
  );
  db.close();
  const other = place.open();
  other.files.recover();
  return other;
}

const upload = (name: string) => newUpload(name);
const stateOf = (storage: Storage, row: KnownFile) => rowOf(storage, row).state;

describe('an upload in flight', () => {
  it(
    'keeps its window busy from its begin to its end, however it ends',
    inPlace((place) => {
      const { files, ...storage } = place.open();
      const all = { ...storage, files };
      assert.equal(files.isBusy, false);
      const ends: ((row: KnownFile) => void)[] = [
        ({ key }) => files.finish(key, answer(`file_${key}.pdf`)),
        ({ key }) => files.fail(key, refused),
        (row) => {
          files.giveWay(row.key, row);
        },
      ];
      for (const [n, end] of ends.entries()) {
        const row = begin(all, upload(`${n}.pdf`));
        assert.equal(files.isBusy, true);
        end(row);
        assert.equal(files.isBusy, false);
      }
      begin(all, upload('open.pdf'));
      all.close();
      assert.equal(files.isBusy, false);
    }),
  );

  it(
    'is reported with each step, and what does not change is not',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const heard = listen(storage);
      assert.deepEqual(files.beginBatch([]), []);
      const row = begin(storage);
      files.startSending(row.key);
      files.putBack(row.key);
      files.putBack(row.key);
      files.fail(row.key, refused);
      assert.deepEqual(heard, [[row.key], [row.key], [row.key], [row.key]]);
      heard.length = 0;
      const done = begin(storage, upload('done.pdf'));
      files.finish(done.key, answer('file_1.pdf'));
      heard.length = 0;
      const batch = files.beginBatch([
        { ...upload('done.pdf'), repeats: done.key },
        { ...invoice, repeats: row.key },
      ]);
      assert.deepEqual(
        batch.map(({ began }) => began),
        [false, true],
      );
      files.giveWay(row.key, done);
      assert.deepEqual(heard, [[row.key], [row.key]]);
    }),
  );

  it(
    'reports the rows that it settles or merges, and those that are gone only once',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const failed = files.fail(begin(storage).key, refused);
      const byId = files.keepDetails(environment, { fileId: 'file_1.pdf', details: {} });
      const lost = begin(storage);
      files.fail(lost.key, unknown);
      const heard = listen(storage);
      files.settle(lost.key, { fileId: 'file_1.pdf', details: {} });
      assert.deepEqual(new Set(heard.flat()), new Set([lost.key, byId.key, failed.key]));
      heard.length = 0;
      for (let round = 0; round < 2; round += 1) files.markGone(environment, 'file_1.pdf', true);
      assert.equal(heard.length, 1);
    }),
  );

  it(
    'can be asked about without being changed: what would prevent it',
    inPlace((place) => {
      let account = 'one';
      const storage = place.open({ identityOf: () => account });
      const { files } = storage;
      const first = begin(storage);
      files.startSending(first.key);
      const second = begin(storage);
      const before = rowOf(storage, second);
      assert.equal(files.whatPrevents(second.key)?.key, first.key);
      assert.equal(files.whatPrevents(second.key, { identity: 'one' })?.key, first.key);
      assert.equal(files.whatPrevents(second.key, { identity: 'two' }), undefined, 'another account');
      files.fail(first.key, unknown);
      const permit = new Map([[first.key, 'unknown' as const]]);
      assert.equal(files.whatPrevents(second.key)?.key, first.key);
      assert.equal(files.whatPrevents(second.key, { permit }), undefined);
      assert.deepEqual(rowOf(storage, second), before);
      assert.equal(place.open({ identityOf: () => account }).files.whatPrevents(second.key)?.key, second.key);
      account = 'two';
      assert.equal(files.startSending(second.key, { identity: 'one' })?.key, first.key);
    }),
  );

  it(
    'has ended for good: its window closing changes nothing of it',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const start = (name: string) => {
        const row = begin(storage, upload(name));
        files.startSending(row.key);
        return row;
      };
      const finished = start('finished.pdf');
      files.finish(finished.key, answer('file_1.pdf'));
      const failed = start('failed.pdf');
      files.fail(failed.key, refused);
      const found = start('found.pdf');
      files.settle(found.key, { fileId: 'file_2.pdf', details: {} });
      const doubt = start('doubt.pdf');
      files.fail(doubt.key, doubtful);
      const withdrawn = again(storage, doubt).file;
      files.giveWay(withdrawn.key, finished);
      const settled = begin(storage);
      files.fail(settled.key, refused);
      const there = files.finish(begin(storage).key, answer('file_3.pdf'));
      const repeated = files.fail(begin(storage, { ...invoice, sha256: 'ff' }).key, refused);
      files.giveWay(again(storage, repeated).file.key, there);
      storage.close();
      const after = place.open();
      assert.deepEqual(
        [finished, failed, found, doubt, settled, repeated].map((row) => stateOf(after, row)),
        ['uploaded', 'failed', 'uploaded', 'failed', 'uploaded', 'uploaded'],
      );
    }),
  );

  it(
    'gives way as what it was, unless its bytes are certainly there and it never arrived itself',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const flying = begin(storage);
      files.startSending(flying.key);
      const failed = files.fail(begin(storage).key, refused);
      const doubt = files.fail(begin(storage).key, unknown);
      for (const row of [failed, doubt]) {
        again(storage, row);
        files.giveWay(row.key, rowOf(storage, flying));
        assert.deepEqual(rowOf(storage, row), row, 'the other one is only on its way');
      }
      files.finish(flying.key, answer('file_1.pdf'));
      again(storage, doubt);
      files.giveWay(doubt.key, rowOf(storage, flying));
      assert.deepEqual(rowOf(storage, doubt), doubt, 'it may have arrived itself');
    }),
  );

  it(
    'is put back by its own window alone, and only while it is on its way',
    inPlace((place) => {
      const [one, two] = [place.open(), place.open()];
      const row = begin(one);
      one.files.startSending(row.key);
      two.files.putBack(row.key);
      assert.equal(stateOf(two, row), 'uploading');
      one.files.fail(row.key, refused);
      one.files.putBack(row.key);
      assert.equal(stateOf(two, row), 'failed');
    }),
  );

  it(
    'keeps that it was cancelled, and is unknown only where it had not ended',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      files.fail(key, { ...refused, state: 'cancelled' });
      assert.equal(files.fail(key, unknown).state, 'cancelled');
      assert.equal(files.fail(key, doubtful).state, 'failed');
      const repeated = begin(storage, upload('again.pdf'));
      files.startSending(repeated.key);
      const doubt = files.fail(repeated.key, unknown);
      for (const end of [doubtful, unknown]) {
        again(storage, doubt);
        files.startSending(doubt.key, { permit: new Map([[doubt.key, rowOf(storage, doubt).state]]) });
        assert.equal(files.fail(doubt.key, end).state, end.state, 'it was sent this time');
      }
    }),
  );
});

describe('an upload that is tried again', () => {
  it(
    'is on its way for other rows of its bytes, whatever it was when a person agreed',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const doubt = files.fail(begin(storage).key, unknown);
      const permit = new Map([[doubt.key, doubt.state]]);
      again(storage, doubt);
      assert.equal(files.startSending(doubt.key, { permit }), undefined);
      assert.deepEqual(
        [rowOf(storage, doubt).state, rowOf(storage, doubt).mayHaveActed],
        ['uploading', true],
      );
      assert.equal(files.startSending(begin(storage).key, { permit })?.key, doubt.key);
    }),
  );

  it(
    'ends once: to give way again changes nothing, nor does the same answer',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const gone = begin(storage);
      for (let round = 0; round < 2; round += 1) files.giveWay(gone.key, gone);
      assert.equal(files.count({ environment }), 0);
      const { key } = begin(storage);
      const finished = files.finish(key, answer('file_1.pdf'));
      assert.deepEqual(files.finish(key, answer('file_1.pdf')), finished);
      const byId = files.keepDetails(environment, { fileId: 'file_2.pdf', details: { name: 'two.pdf' } });
      assert.equal(files.settle(byId.key, { fileId: 'file_2.pdf', details: {} }).name, 'two.pdf');
      assert.equal(files.count({ environment }), 2);
    }),
  );
});

describe('an upload whose window was taken for dead', () => {
  it(
    'says how it ended: nothing sent, or perhaps arrived',
    inPlace((place) => {
      const one = place.open();
      const [waits, flies] = [begin(one), begin(one, upload('flies.pdf'))];
      one.files.startSending(flies.key);
      const other = takeForDead(place);
      const [waited, flew] = [waits, flies].map((row) => rowOf(other, row));
      assert.deepEqual([waited?.state, waited?.mayHaveActed], ['not-sent', false]);
      assert.equal(waited?.error?.kind, 'cancelled');
      assert.match(waited.error.message, /still waiting when its window closed/);
      assert.deepEqual([flew?.state, flew?.mayHaveActed], ['unknown', true]);
      assert.equal(flew?.error?.kind, 'unknown-outcome');
      assert.equal(flew.error.mayHaveActed, true);
      assert.match(flew.error.message, /may or may not have arrived/);
      assert.deepEqual(other.files.recover(), [], 'nothing is left to end');
    }),
  );

  it(
    'is its window’s own again as long as nobody else has it, and then is taken by nobody',
    inPlace((place) => {
      const one = place.open();
      const row = begin(one);
      const two = takeForDead(place);
      assert.equal(one.files.startSending(row.key), undefined);
      assert.deepEqual(two.files.recover(), []);
      assert.equal(stateOf(two, row), 'uploading');
      one.files.putBack(row.key);
      assert.equal(stateOf(two, row), 'pending');
      one.files.giveWay(row.key, row);
      assert.equal(two.files.getByKey(row.key), undefined);
    }),
  );

  it(
    'may be sent again by its own window alone, and only where somebody agreed to that',
    inPlace((place) => {
      const one = place.open();
      const row = begin(one);
      one.files.startSending(row.key);
      const two = takeForDead(place);
      const permit = new Map([[row.key, 'unknown' as const]]);
      assert.equal(one.files.startSending(row.key)?.state, 'unknown');
      assert.equal(two.files.startSending(row.key, { permit })?.state, 'unknown');
      assert.equal(one.files.startSending(row.key, { permit }), undefined);
    }),
  );

  it(
    'is not its window’s own once another one has it, or knows how it ended',
    inPlace((place) => {
      const one = place.open();
      const [row, found, ended] = [begin(one), begin(one, upload('found.pdf')), begin(one, upload('x.pdf'))];
      one.files.startSending(found.key);
      const two = takeForDead(place);
      assert.equal(again(two, row).file.key, row.key);
      assert.equal(one.files.whatPrevents(row.key)?.key, row.key);
      assert.equal(one.files.startSending(row.key)?.key, row.key);
      one.files.giveWay(row.key, row);
      assert.equal(stateOf(two, row), 'pending', 'whoever has it ends it');
      two.files.settle(found.key, { fileId: 'file_1.pdf', details: {} });
      assert.equal(one.files.startSending(found.key)?.state, 'uploaded');
      two.files.fail(ended.key, refused);
      assert.equal(one.files.startSending(ended.key)?.state, 'failed');
    }),
  );
});

describe('what is known of files', () => {
  it(
    'says which rows were uploaded at one moment, forgotten ones too',
    inPlace((place) => {
      const { files, ...storage } = place.open();
      const all = { ...storage, files };
      assert.equal(files.uploadedNow(environment)(1), false);
      const [failed, forgotten, hidden] = ['a', 'b', 'c'].map((name) => begin(all, upload(name)).key);
      const last = files.finish(begin(all, upload('d')).key, answer('file_1.pdf')).key;
      assert.ok(failed !== undefined && forgotten !== undefined && hidden !== undefined);
      files.fail(failed, refused);
      files.fail(forgotten, refused);
      files.finish(hidden, answer('file_2.pdf'));
      files.forget([forgotten, hidden]);
      const wasUploaded = files.uploadedNow(environment);
      const later = files.finish(begin(all, upload('e')).key, answer('file_3.pdf')).key;
      assert.deepEqual(
        [failed, forgotten, hidden, last, later].map((key) => wasUploaded(key)),
        [false, false, true, true, false],
      );
    }),
  );

  it(
    'says whether there is an id at all',
    inPlace((place) => {
      const storage = place.open();
      const row = begin(storage);
      assert.equal(storage.files.hasIds(), false);
      storage.files.finish(row.key, answer('file_1.pdf'));
      assert.equal(storage.files.hasIds(), true);
    }),
  );

  it(
    'takes from a record the words that are there, and else keeps its own',
    inPlace((place) => {
      const { files, ...storage } = place.open();
      const details = { name: '', purpose: 7, mimeType: null, uploadedAt: '' };
      const bare = files.keepDetails(environment, { fileId: 'file_1.pdf', details });
      const { name, purpose, mimeType, uploadedAt, sentPurpose } = bare;
      assert.deepEqual([name, purpose, mimeType, uploadedAt], ['file_1.pdf', '', '', undefined]);
      assert.equal(sentPurpose, undefined);
      const named = { purpose: 'other', name: 'n.pdf' };
      assert.equal(
        files.keepDetails(environment, { fileId: 'file_1.pdf', details: named }).sentPurpose,
        undefined,
        'it was not sent from here',
      );
      const lost = begin({ ...storage, files });
      files.fail(lost.key, unknown);
      const settled = files.settle(lost.key, { fileId: 'file_2.pdf', details });
      assert.deepEqual(
        [settled.name, settled.purpose, settled.mimeType, settled.error],
        [invoice.name, invoice.purpose, invoice.mimeType, undefined],
      );
    }),
  );
});
