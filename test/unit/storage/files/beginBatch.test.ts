import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Storage } from '../../../../src/storage';
import { answer, environment, inPlace, newUpload } from '../support';

const invoice = newUpload('invoice.pdf');

/** Begins one upload and gives its row. */
function begin(storage: Storage, upload = invoice) {
  const [begun] = storage.files.begin([upload]);
  return begun ?? assert.fail('nothing begun');
}

function isSent(storage: Storage, ...more: Parameters<Storage['files']['beginBatch']>[1] & object) {
  return storage.files.beginBatch([invoice], more)[0]?.began;
}

describe('beginning a batch', () => {
  it(
    'begins the same bytes once, in one batch as in two windows',
    inPlace((place) => {
      const [one, two] = [place.open(), place.open()];
      const begun = one.files.beginBatch([
        invoice,
        newUpload('other.pdf'),
        { ...invoice, uri: 'file:///copy' },
      ]);
      assert.deepEqual(
        begun.map(({ began, file }) => [began, file.key]),
        [
          [true, begun[0]?.file.key],
          [true, begun[1]?.file.key],
          [false, begun[0]?.file.key],
        ],
      );
      assert.deepEqual(two.files.beginBatch([invoice]), [{ began: false, file: begun[0]?.file }]);
      assert.equal(one.files.count({ environment }), 2);
    }),
  );

  it(
    'lets one of many windows that begin at the same instant send',
    inPlace(async (place) => {
      place.open().close();
      const at = String(Date.now() + 1500);
      const windows = ['a', 'b', 'c', 'd'].map(() => place.start('race', 'same.pdf', at));
      const said = await Promise.all(windows.map((window) => window.line()));
      assert.deepEqual(said.toSorted(), ['does not send', 'does not send', 'does not send', 'sends']);
    }),
  ).timeout(20_000);

  it(
    'does not begin what is uploaded, on its way or in doubt, unless that is allowed',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      assert.equal(isSent(storage, 'uploaded', 'may-have-acted'), false);
      files.markUploading(key);
      assert.equal(isSent(storage, 'uploaded', 'may-have-acted'), false);
      files.fail(key, {
        state: 'failed',
        error: { kind: 'http', message: '', status: 504, mayHaveActed: true },
      });
      assert.equal(files.getByKey(key)?.mayHaveActed, true);
      assert.equal(isSent(storage, 'uploaded', 'in-flight'), false);
      assert.equal(
        files.findSameBytes(environment, invoice.sha256, invoice.purpose, 'may-have-acted')?.key,
        key,
      );
      assert.equal(isSent(storage, 'may-have-acted'), true);
    }),
  );

  it(
    'begins what failed for certain, was cancelled, is gone, or was forgotten',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const error = { kind: 'api', message: '', status: 400 } as const;
      for (const state of ['failed', 'cancelled'] as const) {
        files.fail(begin(storage).key, { state, error });
      }
      const uploaded = files.finish(begin(storage).key, answer('file_1.pdf'));
      assert.equal(isSent(storage), false);
      files.markGone(environment, 'file_1.pdf', true);
      const [again] = files.beginBatch([invoice]);
      assert.equal(again?.began, true);
      files.fail(again.file.key, { state: 'failed', error });
      files.markGone(environment, 'file_1.pdf', false);
      assert.equal(isSent(storage), false);
      files.forget([uploaded.key]);
      assert.equal(isSent(storage), true);
    }),
  );

  it(
    'takes back the row that it repeats, or leaves a doubtful one as it is',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const failed = begin(storage).key;
      files.fail(failed, { state: 'failed', error: { kind: 'api', message: '', status: 400 } });
      const [again] = files.beginBatch([{ ...invoice, repeats: failed }]);
      assert.deepEqual([again?.began, again?.file.key, again?.file.state], [true, failed, 'pending']);
      const [twice] = files.beginBatch([{ ...invoice, repeats: failed }], ['in-flight']);
      assert.equal(twice?.began, false);
      files.markUploading(failed);
      files.fail(failed, { state: 'unknown', error: { kind: 'unknown-outcome', message: '' } });
      const [anew] = files.beginBatch([{ ...invoice, repeats: failed }]);
      assert.equal(anew?.began, true);
      assert.notEqual(anew.file.key, failed);
      assert.equal(files.getByKey(failed)?.state, 'unknown');
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
    'keeps a doubt until the file is there, whatever else comes of the row',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      const { key } = begin(storage);
      files.markUploading(key);
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
      const { key } = begin(one);
      one.close();
      assert.equal(two.files.getByKey(key)?.state, 'not-sent');
      assert.equal(two.files.beginBatch([{ ...invoice, repeats: key }])[0]?.file.key, key);
      const three = place.open();
      assert.equal(three.files.markUploading(key), false);
      assert.equal(two.files.markUploading(key), true);
    }),
  );

  it(
    'makes a doubtful row the file that it turned out to be, with its bytes and source',
    inPlace((place) => {
      const storage = place.open();
      const { files } = storage;
      files.keepDetails(environment, { fileId: 'file_1.pdf', details: { id: 'file_1.pdf' } });
      const { key } = begin(storage);
      files.markUploading(key);
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
