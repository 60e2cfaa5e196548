import assert from 'node:assert/strict';
import type { KnownFile, Storage, StorageChange } from '../../../../src/storage';
import { answer, begin, environment, inPlace, inWindow, newUpload } from '../support';
import { again, doubtful, invoice, refused, rowOf, unknown } from './uploads';

/** The keys of the files in each change. */
function listen(storage: Storage): (readonly number[])[] {
  const heard: (readonly number[])[] = [];
  storage.onDidChange(({ what, fileKeys }: StorageChange) => {
    if (what === 'files') heard.push(fileKeys ?? []);
  });
  return heard;
}

const stateOf = (storage: Storage, row: KnownFile) => rowOf(storage, row).state;

describe('an upload in flight', () => {
  inWindow('keeps its window busy from its begin to its end, however it ends', (storage) => {
    const { files } = storage;
    const isBusy = () => storage.files.isBusy;
    assert.equal(isBusy(), false);
    const ends: ((row: KnownFile) => void)[] = [
      ({ key }) => files.finish(key, answer(`file_${key}.pdf`)),
      ({ key }) => files.fail(key, refused),
      (row) => files.giveWay(row.key, row),
    ];
    for (const [n, end] of ends.entries()) {
      const row = begin(storage, `${n}.pdf`);
      assert.equal(isBusy(), true);
      end(row);
      assert.equal(isBusy(), false);
    }
    begin(storage, 'open.pdf');
    storage.close();
    assert.equal(isBusy(), false);
  });

  inWindow('is reported with each step, and what does not change is not', (storage) => {
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
    const done = begin(storage, 'done.pdf');
    files.finish(done.key, answer('file_1.pdf'));
    heard.length = 0;
    const [first, second] = files.beginBatch([
      { ...newUpload('done.pdf'), repeats: done.key },
      { ...invoice, repeats: row.key },
    ]);
    assert.deepEqual([first?.began, second?.began], [false, true]);
    files.giveWay(row.key, done);
    assert.deepEqual(heard, [[row.key], [row.key]]);
  });

  inWindow('reports the rows that it settles or merges, and those that are gone only once', (storage) => {
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
  });

  inPlace('can be asked about without being changed: what would prevent it', (place) => {
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
  });

  inWindow('has ended for good: its window closing changes nothing of it', (storage, place) => {
    const { files } = storage;
    const start = (name: string) => {
      const row = begin(storage, name);
      files.startSending(row.key);
      return row;
    };
    const finished = start('finished.pdf');
    files.finish(finished.key, answer('file_1.pdf'));
    const failed = start('failed.pdf');
    files.fail(failed.key, refused);
    const found = start('found.pdf');
    files.fail(found.key, unknown);
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
    const states = [finished, failed, found, doubt, settled, repeated].map((row) => stateOf(after, row));
    assert.deepEqual(states, ['uploaded', 'failed', 'uploaded', 'failed', 'uploaded', 'uploaded']);
  });

  inWindow('gives way as what it was, unless its bytes are there through another', (storage) => {
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
  });

  inWindow('may have arrived before also where the service refuses it now', (storage) => {
    const { files } = storage;
    const doubt = files.fail(begin(storage).key, unknown);
    again(storage, doubt);
    files.startSending(doubt.key, { permit: new Map([[doubt.key, doubt.state]]) });
    assert.equal(files.fail(doubt.key, refused).mayHaveActed, true);
  });

  inWindow('becomes what it was at the account that it was of, and counts there', (storage, place) => {
    const { files } = storage;
    const doubt = files.fail(begin(storage, { ...invoice, identity: 'before' }).key, unknown);
    const permit = new Map([[doubt.key, doubt.state]]);
    const flying = begin(storage, { ...invoice, identity: 'after' });
    const ends = [
      () => files.giveWay(doubt.key, rowOf(storage, flying)),
      () => files.fail(doubt.key, { ...refused, state: 'cancelled' }),
    ];
    for (const end of ends) {
      again(storage, doubt);
      assert.equal(files.startSending(doubt.key, { permit, identity: 'after' }), undefined);
      files.putBack(doubt.key);
      end();
      assert.deepEqual(rowOf(storage, doubt), doubt);
      const counts = place.rows('SELECT generation, count FROM file_counts ORDER BY generation');
      assert.deepEqual(
        counts.map(({ generation, count }) => [generation, count]),
        [
          [doubt.generation, 1],
          [flying.generation, 1],
        ],
      );
    }
  });

  inPlace('is put back by its own window alone, and only while it is on its way', (place) => {
    const [one, two] = [place.open(), place.open()];
    const [row, ended] = [begin(one), begin(one, 'ended.pdf')];
    one.files.startSending(row.key);
    two.files.putBack(row.key);
    assert.equal(stateOf(two, row), 'uploading');
    one.files.putBack(row.key);
    assert.equal(stateOf(two, row), 'pending');
    one.files.fail(ended.key, refused);
    one.files.putBack(ended.key);
    assert.equal(stateOf(two, ended), 'failed');
    const flying = begin(one, 'flying.pdf');
    one.files.startSending(flying.key);
    one.close();
    assert.deepEqual([stateOf(two, row), rowOf(two, row).mayHaveActed], ['not-sent', false]);
    assert.deepEqual([stateOf(two, flying), two.files.recover()], ['unknown', []]);
  });

  inWindow('keeps that it was cancelled, and is unknown only where it had not ended', (storage) => {
    const { files } = storage;
    const { key } = begin(storage);
    files.fail(key, { ...refused, state: 'cancelled' });
    assert.equal(files.fail(key, unknown).state, 'cancelled');
    assert.equal(files.fail(key, doubtful).state, 'failed');
    const repeated = begin(storage, 'again.pdf');
    files.startSending(repeated.key);
    const doubt = files.fail(repeated.key, unknown);
    for (const end of [doubtful, unknown]) {
      again(storage, doubt);
      files.startSending(doubt.key, { permit: new Map([[doubt.key, rowOf(storage, doubt).state]]) });
      assert.equal(files.fail(doubt.key, end).state, end.state, 'it was sent this time');
    }
  });
});

describe('an upload that is tried again', () => {
  inWindow('ends once: to give way again changes nothing, nor does the same answer', (storage) => {
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
  });
});
