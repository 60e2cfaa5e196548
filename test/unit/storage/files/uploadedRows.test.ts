import assert from 'node:assert/strict';
import { answer, begin, environment, inPlace, inWindow } from '../support';
import { invoice, isSent, rowOf, unknown } from './uploads';

describe('the row of an upload', () => {
  inWindow('keeps the rows of two documents with one id, and says so of both', (storage) => {
    const one = storage.files.finish(begin(storage).key, answer('file_1.pdf'));
    const two = storage.files.finish(begin(storage, 'other.pdf').key, answer('file_1.pdf'));
    assert.equal(storage.files.count({ environment }), 2);
    assert.match(rowOf(storage, one).remark ?? '', /same id to other\.pdf/);
    assert.match(rowOf(storage, two).remark ?? '', /same id to invoice\.pdf/);
    storage.files.finish(two.key, answer('file_1.pdf'));
    assert.match(rowOf(storage, two).remark ?? '', /same id to invoice\.pdf/, 'answered once more');
    storage.files.markGone(environment, 'file_1.pdf', true);
    assert.ok(rowOf(storage, one).gone && rowOf(storage, two).gone);
  });

  inWindow('says nothing of rows that have the same bytes, or were added by the id alone', (storage) => {
    const { files } = storage;
    const details = { id: 'file_1.pdf', more: 1 };
    const added = files.keepDetails(environment, { fileId: 'file_1.pdf', details });
    const [first, second] = [begin(storage), begin(storage)];
    for (const { key } of [first, second]) files.finish(key, answer('file_1.pdf'));
    for (const row of [first, second]) assert.equal(rowOf(storage, row).remark, undefined);
    assert.equal(files.getByKey(added.key), undefined);
    assert.deepEqual(rowOf(storage, first).details, details, 'they pass to the row of the upload');
    assert.equal(files.count({ environment }), 2);
  });

  inPlace('gives a row to the account of the moment of sending, and of the answer', (place) => {
    let account = 'before';
    const storage = place.open({ identityOf: () => account });
    const { files } = storage;
    const [waits, flies] = [begin(storage), begin(storage, 'flies.pdf')];
    files.startSending(flies.key, { identity: account });
    account = 'after';
    assert.deepEqual(files.list({ environment }).items, []);
    assert.equal(files.startSending(waits.key, { identity: account }), undefined);
    files.finish(flies.key, answer('file_1.pdf'), account);
    const rows = files.list({ environment, sort: 'name' }).items.map(({ key, state }) => `${key} ${state}`);
    assert.deepEqual(rows, [`${flies.key} uploaded`, `${waits.key} uploading`]);
    assert.equal(files.groups(environment, 'purpose')[0]?.count, 2);
  });

  inPlace('leaves a row to its account where none is named', (place) => {
    let account = 'before';
    const storage = place.open({ identityOf: () => account });
    const { files } = storage;
    const row = begin(storage);
    account = 'after';
    assert.equal(files.startSending(row.key), undefined);
    assert.equal(files.finish(row.key, answer('file_1.pdf')).state, 'uploaded');
    assert.equal(files.count({ environment }), 0);
    account = 'before';
    assert.equal(files.list({ environment }).items[0]?.key, row.key);
  });

  inWindow('keeps its details when it is answered once more', (storage) => {
    const { files } = storage;
    const { key } = begin(storage);
    files.finish(key, answer('file_1.pdf'));
    const began = Date.now();
    files.updateDetails(environment, { fileId: 'file_1.pdf', details: { note: 'kept' } });
    files.finish(key, answer('file_1.pdf'));
    const { details, detailsAt = 0 } = rowOf(storage, { key });
    assert.deepEqual(details, { note: 'kept' });
    assert.ok(detailsAt >= began && detailsAt <= Date.now());
  });

  inWindow('makes a row of unknown outcome the file that was found, with its bytes and source', (storage) => {
    const { files } = storage;
    const { key } = begin(storage);
    files.startSending(key);
    files.keepDetails(environment, { fileId: 'file_1.pdf', details: { id: 'file_1.pdf' } });
    files.fail(key, unknown);
    const settled = files.settle(key, { fileId: 'file_1.pdf', details: { id: 'file_1.pdf', name: 'a.pdf' } });
    assert.deepEqual(
      [settled.key, settled.state, settled.sha256, settled.uri, settled.size, settled.mayHaveActed],
      [key, 'uploaded', invoice.sha256, invoice.uri, invoice.size, false],
    );
    assert.equal(files.count({ environment }), 1);
    assert.equal(isSent(storage), false);
  });

  inWindow('keeps its id when a person links it to another file meanwhile, and that file too', (storage) => {
    const { files } = storage;
    const link = (key: number) => files.settle(key, { fileId: 'file_2.pdf', details: { id: 'file_2.pdf' } });
    const [sent, finished] = ['sent.pdf', 'finished.pdf'].map((name) => begin(storage, name).key);
    assert.ok(sent !== undefined && finished !== undefined);
    files.startSending(sent);
    const linked = link(sent);
    files.finish(sent, answer('file_1.pdf'));
    files.finish(finished, answer('file_3.pdf'));
    assert.equal(link(finished).key, linked.key);
    const rows = [sent, finished, linked.key].map((key) => rowOf(storage, { key }));
    assert.deepEqual(
      rows.map(({ fileId, sha256 }) => [fileId, sha256 === undefined]),
      [
        ['file_1.pdf', false],
        ['file_3.pdf', false],
        ['file_2.pdf', true],
      ],
    );
  });

  inWindow('keeps the id of an answer that lacks the rest', (storage) => {
    const file = storage.files.finish(begin(storage).key, { fileId: 'file_1.pdf' });
    assert.deepEqual(
      [file.fileId, file.purpose, file.mimeType, file.uploadedAt],
      ['file_1.pdf', invoice.purpose, invoice.mimeType, undefined],
    );
  });
});
