import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { answer, environment, inPlace, newUpload } from '../support';
import { again, begin, isSent, rowOf, invoice } from './uploads';

describe('the row of an upload', () => {
  it(
    'keeps the rows of two documents that are answered with one id, and says so of both',
    inPlace((place) => {
      const storage = place.open();
      const one = storage.files.finish(begin(storage).key, answer('file_1.pdf'));
      const two = storage.files.finish(begin(storage, newUpload('other.pdf')).key, answer('file_1.pdf'));
      assert.equal(storage.files.count({ environment }), 2);
      assert.match(rowOf(storage, one).remark ?? '', /same id to other\.pdf/);
      assert.match(rowOf(storage, two).remark ?? '', /same id to invoice\.pdf/);
      storage.files.finish(two.key, answer('file_1.pdf'));
      assert.match(rowOf(storage, two).remark ?? '', /same id to invoice\.pdf/, 'answered once more');
      storage.files.markGone(environment, 'file_1.pdf', true);
      assert.ok(rowOf(storage, one).gone && rowOf(storage, two).gone);
    }),
  );

  it(
    'says nothing of rows that have the same bytes, or were added by the id alone',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const added = files.keepDetails(environment, { fileId: 'file_1.pdf', details: { id: 'file_1.pdf' } });
      const [first, second] = [begin(storage), begin(storage)];
      for (const { key } of [first, second]) files.finish(key, answer('file_1.pdf'));
      for (const row of [first, second]) assert.equal(rowOf(storage, row).remark, undefined);
      assert.equal(files.getByKey(added.key), undefined);
    }),
  );

  it(
    'gives a row to the account of the moment of sending, and of the answer',
    inPlace((place) => {
      let account = 'before';
      const storage = place.open({ identityOf: () => account });
      const { files } = storage;
      const [waits, flies] = [begin(storage), begin(storage, newUpload('flies.pdf'))];
      files.startSending(flies.key, { identity: account });
      account = 'after';
      assert.deepEqual(files.list({ environment }).items, []);
      assert.equal(files.startSending(waits.key, { identity: account }), undefined);
      files.finish(flies.key, answer('file_1.pdf'), account);
      assert.deepEqual(
        files.list({ environment, sort: 'name' }).items.map(({ key, state }) => [key, state]),
        [
          [flies.key, 'uploaded'],
          [waits.key, 'uploading'],
        ],
      );
      assert.equal(files.groups(environment, 'purpose')[0]?.count, 2);
    }),
  );

  it(
    'leaves a row to its account where none is named',
    inPlace((place) => {
      let account = 'before';
      const storage = place.open({ identityOf: () => account });
      const { files } = storage;
      const row = begin(storage);
      account = 'after';
      assert.equal(files.startSending(row.key), undefined);
      assert.equal(files.finish(row.key, answer('file_1.pdf')).state, 'uploaded');
      assert.deepEqual(files.list({ environment }).items, []);
      account = 'before';
      assert.deepEqual(
        files.list({ environment }).items.map(({ key }) => key),
        [row.key],
      );
    }),
  );

  it(
    'keeps its details when it is answered once more',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      files.finish(key, answer('file_1.pdf'));
      const began = Date.now();
      files.updateDetails(environment, { fileId: 'file_1.pdf', details: { note: 'kept' } });
      files.finish(key, answer('file_1.pdf'));
      const { details, detailsAt = 0 } = rowOf(storage, { key });
      assert.deepEqual(details, { note: 'kept' });
      assert.ok(detailsAt >= began && detailsAt <= Date.now());
    }),
  );

  it(
    'gives a row that it repeats the time of the new try, which is what the view shows and sorts by',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const begun = begin(storage);
      files.fail(begun.key, { state: 'failed', error: { kind: 'api', message: '', status: 400 } });
      const now = Date.now();
      mock.method(Date, 'now', () => now + 60_000);
      const [again] = files.beginBatch([{ ...invoice, repeats: begun.key }]);
      mock.restoreAll();
      assert.equal(again?.file.sortTime, now + 60_000);
      assert.equal(again.file.createdAt, now + 60_000);
      assert.deepEqual(files.getByKey(begun.key), again.file);
    }),
  );

  it(
    'keeps that a file may have arrived until it is there, in every later state of the row',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      files.startSending(key);
      files.fail(key, { state: 'unknown', error: { kind: 'unknown-outcome', message: '' } });
      files.fail(key, { state: 'failed', error: { kind: 'api', message: '', status: 400 } });
      assert.equal(files.getByKey(key)?.mayHaveActed, true);
      assert.equal(files.finish(key, answer('file_1.pdf')).mayHaveActed, false);
    }),
  );

  it(
    'is over for a row that another window has taken: nothing may be sent',
    inPlace((place) => {
      const [one, two] = [place.open(), place.open()];
      const row = begin(one);
      one.close();
      assert.equal(rowOf(two, row).state, 'not-sent');
      assert.equal(again(two, row).file.key, row.key);
      assert.equal(place.open().files.startSending(row.key)?.key, row.key);
      assert.equal(two.files.startSending(row.key), undefined);
    }),
  );

  it(
    'makes a row of unknown outcome the file that was found, with its bytes and source',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      files.startSending(key);
      files.keepDetails(environment, { fileId: 'file_1.pdf', details: { id: 'file_1.pdf' } });
      files.fail(key, { state: 'unknown', error: { kind: 'unknown-outcome', message: '' } });
      const settled = files.settle(key, {
        fileId: 'file_1.pdf',
        details: { id: 'file_1.pdf', name: 'a.pdf' },
      });
      assert.deepEqual(
        [settled.key, settled.state, settled.sha256, settled.uri, settled.size, settled.mayHaveActed],
        [key, 'uploaded', invoice.sha256, invoice.uri, invoice.size, false],
      );
      assert.equal(files.count({ environment }), 1);
      assert.equal(isSent(storage), false);
    }),
  );

  it(
    'keeps the id of an answer that lacks the rest',
    inPlace((place) => {
      const storage = place.open();
      const file = storage.files.finish(begin(storage).key, { fileId: 'file_1.pdf' });
      assert.deepEqual(
        [file.fileId, file.purpose, file.mimeType, file.uploadedAt],
        ['file_1.pdf', invoice.purpose, invoice.mimeType, undefined],
      );
    }),
  );
});
