import assert from 'node:assert/strict';
import type { KnownFile, Storage, StorageChange } from '../../../../src/storage';
import { answer, environment, inPlace, newUpload } from '../support';
import { again, begin, doubtful, invoice, refused, rowOf, unknown } from './uploads';

/** The keys of the files in each change. */
function listen(storage: Storage): (readonly number[])[] {
  const heard: (readonly number[])[] = [];
  storage.onDidChange(({ what, fileKeys }: StorageChange) => {
    if (what === 'files') heard.push(fileKeys ?? []);
  });
  return heard;
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
