import assert from 'node:assert/strict';
import { answer, environment, inPlace, newUpload } from '../support';
import { begin, invoice, refused, unknown } from './uploads';

const upload = (name: string) => newUpload(name);

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
