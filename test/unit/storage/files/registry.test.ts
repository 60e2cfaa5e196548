import assert from 'node:assert/strict';
import type { ErrorFacts } from '../../../../src/api/model/errors';
import type { KnownFile } from '../../../../src/storage';
import { answer, begin, beginAll, environment, inWindow, newUpload } from '../support';

const error: ErrorFacts = { kind: 'http', message: 'It did not work.', status: 500 };

const names = (files: readonly KnownFile[]) => files.map(({ name }) => name);

describe('registry of files', () => {
  inWindow('commits uploads as pending, in order, with all that is known', (storage, place) => {
    const begun = beginAll(storage, [newUpload('a.pdf'), newUpload('b.pdf')]);
    const seenByAnother = place.open().files.list({ environment, sort: 'name' }).items;
    assert.deepEqual(seenByAnother, begun);
    const { key, generation, createdAt, sortTime, ...rest } = begun[0] ?? assert.fail();
    assert.ok(key > 0 && generation > 0);
    assert.equal(createdAt, sortTime);
    assert.deepEqual(rest, { ...newUpload('a.pdf'), state: 'pending', mayHaveActed: false, gone: false });
  });

  inWindow('keeps the answer on the same row, and sorts by the time of the service', (storage) => {
    const { key } = begin(storage, 'a.pdf');
    storage.files.startSending(key);
    assert.equal(storage.files.getByKey(key)?.state, 'uploading');
    const file = storage.files.finish(key, answer('file_1.pdf'));
    assert.deepEqual(storage.files.get(environment, 'file_1.pdf'), file);
    const { state, sortTime, requestId, exchangeId } = file;
    assert.deepEqual([file.key, state, requestId], [key, 'uploaded', 'req_file_1.pdf']);
    assert.deepEqual([sortTime, exchangeId], [Date.parse('2026-03-01T10:00:00.000Z'), 'ex_file_1.pdf']);
  });

  inWindow('sorts by its own time when the time of the service cannot be read', (storage) => {
    // Without its zone, a time is another one for each reader.
    for (const uploadedAt of ['yesterday', '2026-03-01T10:00:00', '3']) {
      const { key, createdAt } = begin(storage, 'a.pdf');
      const file = storage.files.finish(key, answer('file_1.pdf', { uploadedAt }));
      assert.equal(file.sortTime, createdAt);
      assert.equal(file.uploadedAt, uploadedAt);
    }
  });

  inWindow('lists what was sent last above what waits in its batch', (storage, place) => {
    const rows = beginAll(storage, [newUpload('a.pdf'), newUpload('b.pdf'), newUpload('c.pdf')]);
    place.run('UPDATE files SET sort_time = sort_time - 60000');
    const { key } = rows[1] ?? assert.fail();
    storage.files.startSending(key);
    storage.files.fail(key, { state: 'unknown', error });
    assert.deepEqual(names(storage.files.list({ environment }).items), ['b.pdf', 'c.pdf', 'a.pdf']);
  });

  inWindow('lets an answer win over everything, and nothing over an answer', (storage) => {
    const { files } = storage;
    const { key } = begin(storage, 'a.pdf');
    files.fail(key, { state: 'unknown', error });
    assert.equal(files.fail(key, { state: 'failed', error }).state, 'failed');
    const failed = files.fail(key, { state: 'unknown', error });
    assert.deepEqual([failed.state, failed.mayHaveActed], ['failed', true], 'until it is there');
    const finished = files.finish(key, answer('file_1.pdf'));
    const { state, error: none, mayHaveActed } = finished;
    assert.deepEqual([state, none, mayHaveActed], ['uploaded', undefined, false]);
    assert.equal(files.fail(key, { state: 'unknown', error }).state, 'uploaded');
    files.startSending(key);
    assert.equal(files.getByKey(key)?.state, 'uploaded');
  });

  inWindow('keeps a fetched record as it came, and takes its words over', (storage) => {
    const { key } = begin(storage, 'a.pdf');
    storage.files.finish(key, answer('file_1.pdf'));
    const details = {
      id: 'file_1.pdf',
      name: 'renamed.pdf',
      purpose: 'brand_new',
      extra: { deep: [1, null] },
    };
    const asked = { requestId: 'req_9', exchangeId: 'ex_9' };
    const file = storage.files.keepDetails(environment, { fileId: 'file_1.pdf', details, ...asked });
    assert.deepEqual([file.key, file.details], [key, details]);
    assert.deepEqual(
      [file.name, file.purpose, file.mimeType],
      ['renamed.pdf', 'brand_new', 'application/pdf'],
    );
    assert.deepEqual([file.detailsRequestId, file.detailsExchangeId], ['req_9', 'ex_9']);
    assert.equal(file.requestId, 'req_file_1.pdf');
    assert.deepEqual(storage.files.groups(environment, 'purpose'), [{ key: 'brand_new', count: 1 }]);
  });

  inWindow('forgets, restores, and brings a forgotten file back when it is met again', ({ files }) => {
    const one = files.keepDetails(environment, { fileId: 'file_1.pdf', details: { name: 'one.pdf' } });
    const two = files.keepDetails(environment, { fileId: 'file_2.pdf', details: { name: 'two.pdf' } });
    assert.deepEqual(files.forget([one.key, two.key, 999]), [one.key, two.key]);
    assert.deepEqual(files.forget([one.key]), []);
    assert.deepEqual(files.list({ environment }).items, []);
    assert.deepEqual(files.list({ environment, text: 'one' }).items, []);
    assert.equal(files.get(environment, 'file_1.pdf'), undefined);
    assert.equal(files.getByKey(one.key), undefined);
    assert.equal(files.known(environment, ['file_1.pdf']).size, 0);
    assert.equal(files.count({ environment }), 0);
    assert.deepEqual(files.groups(environment, 'purpose'), []);
    assert.deepEqual(files.groups(environment, 'day'), []);
    const flying = begin({ files }, 'flying.pdf');
    assert.deepEqual(files.forget([flying.key]), [], 'one on its way stays');
    files.finish(flying.key, answer('file_3.pdf'));
    assert.deepEqual(names(files.list({ environment }).items), ['flying.pdf']);
    files.forget([flying.key]);
    files.restore([one.key]);
    assert.deepEqual(names(files.list({ environment, text: 'one' }).items), ['one.pdf']);
    assert.equal(files.keepDetails(environment, { fileId: 'file_2.pdf', details: {} }).key, two.key);
    assert.equal(files.count({ environment }), 2);
    assert.equal(files.list({ environment, text: 'two' }).items.length, 1);
  });

  inWindow('keeps what is fetched of a forgotten file, and nothing of an unknown one', ({ files }) => {
    const fetched = (name: string) => ({ fileId: 'file_1.pdf', details: { name } });
    assert.equal(files.updateDetails(environment, fetched('unknown.pdf')), undefined);
    assert.equal(files.remembered(environment, 'file_1.pdf'), undefined);
    const { key } = files.keepDetails(environment, fetched('one.pdf'));
    files.forget([key]);
    assert.equal(files.updateDetails(environment, fetched('renamed.pdf'))?.name, 'renamed.pdf');
    assert.equal(files.remembered(environment, 'file_1.pdf')?.details?.['name'], 'renamed.pdf');
    assert.equal(files.get(environment, 'file_1.pdf'), undefined);
    assert.deepEqual(files.list({ environment, text: 'renamed' }).items, []);
    assert.deepEqual(files.groups(environment, 'purpose'), []);
    files.restore([key]);
    assert.deepEqual(names(files.list({ environment, text: 'renamed' }).items), ['renamed.pdf']);
    assert.deepEqual(files.list({ environment, text: 'one' }).items, []);
    assert.equal(files.updateDetails(environment, fetched('again.pdf'))?.key, key);
    assert.deepEqual(names(files.list({ environment }).items), ['again.pdf']);
  });

  inWindow('groups by purpose in name order', ({ files }) => {
    for (const [n, purpose] of ['payment_evidence', 'business', 'business'].entries())
      files.keepDetails(environment, { fileId: `file_${n}.pdf`, details: { purpose } });
    assert.deepEqual(files.groups(environment, 'purpose'), [
      { key: 'business', count: 2 },
      { key: 'payment_evidence', count: 1 },
    ]);
  });

  inWindow('looks up exactly the ids that are asked for', ({ files }) => {
    files.keepDetails(environment, { fileId: 'file_1.pdf', details: {} });
    const asked = ['file_1.pdf', 'file_1.pdf', 'FILE_1.PDF', 'file_1', '', "' OR 1=1 --"];
    assert.deepEqual([...files.known(environment, asked).keys()], ['file_1.pdf']);
  });
});
