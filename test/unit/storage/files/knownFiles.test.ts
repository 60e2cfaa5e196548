import assert from 'node:assert/strict';
import { answer, begin, environment, inWindow } from '../support';
import { invoice, refused, unknown } from './uploads';

describe('what is known of files', () => {
  inWindow('says which rows were uploaded at one moment, forgotten ones too', (storage) => {
    const { files } = storage;
    assert.equal(files.uploadedNow(environment)(1), false);
    const [failed, forgotten, hidden] = ['a', 'b', 'c'].map((name) => begin(storage, name).key);
    const last = files.finish(begin(storage, 'd').key, answer('file_1.pdf')).key;
    assert.ok(failed !== undefined && forgotten !== undefined && hidden !== undefined);
    files.fail(failed, refused);
    files.fail(forgotten, refused);
    files.finish(hidden, answer('file_2.pdf'));
    files.forget([forgotten, hidden]);
    const wasUploaded = files.uploadedNow(environment);
    const later = files.finish(begin(storage, 'e').key, answer('file_3.pdf')).key;
    const uploaded = [failed, forgotten, hidden, last, later].map((key) => wasUploaded(key));
    assert.deepEqual(uploaded, [false, false, true, true, false]);
  });

  inWindow('says whether there is an id at all', (storage) => {
    const row = begin(storage);
    assert.equal(storage.files.hasIds(), false);
    storage.files.finish(row.key, answer('file_1.pdf'));
    assert.equal(storage.files.hasIds(), true);
  });

  inWindow('takes from a record the words that are there, else keeps its own', (storage) => {
    const { files } = storage;
    const details = { name: '', purpose: 7, mimeType: null, uploadedAt: '' };
    const bare = files.keepDetails(environment, { fileId: 'file_1.pdf', details });
    const { name, purpose, mimeType, uploadedAt, sentPurpose } = bare;
    assert.deepEqual([name, purpose, mimeType, uploadedAt], ['file_1.pdf', '', '', undefined]);
    assert.equal(sentPurpose, undefined);
    const named = { fileId: 'file_1.pdf', details: { purpose: 'other', name: 'n.pdf' } };
    assert.equal(files.keepDetails(environment, named).sentPurpose, undefined, 'it was not sent from here');
    const lost = begin(storage);
    files.fail(lost.key, unknown);
    const settled = files.settle(lost.key, { fileId: 'file_2.pdf', details });
    assert.deepEqual(
      [settled.name, settled.purpose, settled.mimeType, settled.error],
      [invoice.name, invoice.purpose, invoice.mimeType, undefined],
    );
  });
});
