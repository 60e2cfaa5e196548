import assert from 'node:assert/strict';
import type { KnownFile } from '../../../../src/storage';
import { answer, begin, environment, inWindow } from '../support';
import { again, doubtful, invoice, isSent, refused, rowOf, unknown } from './uploads';

describe('the decision to send', () => {
  inWindow('goes by the purpose that was sent, whatever the service and its records say', (storage) => {
    const { files } = storage;
    const first = begin(storage);
    const other = begin(storage, { ...invoice, uri: 'file:///other' });
    files.fail(other.key, refused);
    files.startSending(first.key);
    const uploaded = files.finish(first.key, answer('file_1.pdf', { purpose: 'EVIDENCE' }));
    assert.equal(uploaded.purpose, 'EVIDENCE');
    assert.equal(rowOf(storage, other).state, 'uploaded');
    assert.equal(isSent(storage), false);
    files.keepDetails(environment, { fileId: 'file_1.pdf', details: { purpose: 'other' } });
    assert.equal(isSent(storage), false);
    const [found] = files.findSameBytes(environment, invoice.sha256, invoice.purpose);
    assert.deepEqual([found?.key, found?.purpose], [first.key, 'other']);
    assert.deepEqual(files.findSameBytes(environment, invoice.sha256, 'other'), []);
    files.updateDetails(environment, { fileId: 'file_1.pdf', details: { purpose: invoice.purpose } });
    assert.equal(rowOf(storage, first).sentPurpose, undefined);
    assert.equal(isSent(storage), false);
  });

  inWindow(
    'does not begin what is uploaded, on its way or may have arrived, unless exactly that row in that state is permitted',
    (storage) => {
      const { files } = storage;
      const first = begin(storage);
      assert.equal(isSent(storage), true, 'the first only waits');
      assert.equal(files.startSending(first.key), undefined);
      assert.equal(isSent(storage, rowOf(storage, first), first), false, 'on its way');
      files.fail(first.key, doubtful);
      const failed = rowOf(storage, first);
      assert.equal(failed.mayHaveActed, true);
      assert.equal(isSent(storage), false);
      assert.equal(isSent(storage, failed), true);
      const uploaded = files.finish(first.key, answer('file_1.pdf'));
      assert.equal(isSent(storage, failed), false, 'it has changed since it was shown');
      const there = files.findSameBytes(environment, invoice.sha256, invoice.purpose);
      assert.deepEqual([there.length, there[0]], [3, uploaded], 'with those that it settled');
      assert.equal(isSent(storage, ...there), true);
    },
  );

  inWindow('names what is certain first, and of that the oldest', (storage) => {
    const { files } = storage;
    const permitted: KnownFile[] = [];
    /** Starts one more upload of the bytes, though there are others. */
    const start = () => {
      const row = begin(storage);
      const permit = new Map(permitted.map(({ key, state }) => [key, state]));
      assert.equal(files.startSending(row.key, { permit }), undefined);
      return row;
    };
    /** What prevents one more, when that is permitted: by its place in the list. */
    const prevents = (...permits: KnownFile[]) => {
      const row = begin(storage);
      const permit = new Map(permits.map(({ key, state }) => [key, state]));
      const other = files.startSending(row.key, { permit });
      files.giveWay(row.key, other ?? row);
      return other?.key;
    };
    const doubt = files.fail(start().key, doubtful);
    permitted.push(doubt);
    const [first, second] = [1, 2].map((id) => {
      const there = files.finish(start().key, answer(`file_${id}.pdf`));
      permitted.push(there);
      return there;
    });
    assert.ok(first && second);
    const flying = start();
    assert.equal(prevents(), first.key);
    assert.equal(prevents(first), second.key);
    assert.equal(prevents(first, second), flying.key);
    assert.equal(prevents(first, second, doubt), flying.key, 'what is on its way is waited for');
    files.fail(flying.key, refused);
    assert.equal(prevents(first, second), doubt.key);
    const same = files.findSameBytes(environment, invoice.sha256, invoice.purpose).map(({ key }) => key);
    assert.deepEqual(same, [first.key, second.key, doubt.key]);
  });

  inWindow('begins what failed for certain, was cancelled, is gone, or was forgotten', (storage) => {
    const { files } = storage;
    for (const state of ['failed', 'cancelled'] as const) {
      files.fail(begin(storage).key, { ...refused, state });
    }
    assert.equal(isSent(storage), true);
    const uploaded = files.finish(begin(storage).key, answer('file_1.pdf'));
    assert.equal(isSent(storage), false);
    files.markGone(environment, 'file_1.pdf', true);
    assert.equal(isSent(storage), true);
    files.markGone(environment, 'file_1.pdf', false);
    assert.equal(isSent(storage), false);
    files.forget(files.list({ environment }).items.map(({ key }) => key));
    assert.equal(isSent(storage, uploaded), true);
  });

  inWindow('leaves a row under its key, and what it was when nothing was sent', (storage) => {
    const { files } = storage;
    const row = begin(storage);
    files.startSending(row.key);
    files.fail(row.key, unknown);
    const before = rowOf(storage, row);
    assert.deepEqual(again(storage, row).file.key, row.key);
    assert.equal(again(storage, row).began, false, 'it is begun already');
    assert.deepEqual(files.startSending(row.key)?.key, row.key, 'nobody was asked about it');
    files.fail(row.key, { state: 'cancelled', error: { kind: 'cancelled', message: '' } });
    assert.deepEqual(rowOf(storage, row), before);
    again(storage, row);
    assert.equal(files.startSending(row.key, { permit: new Map([[row.key, 'unknown']]) }), undefined);
    assert.equal(files.finish(row.key, answer('file_1.pdf')).key, row.key);
  });

  inWindow('settles what ended without arriving once its bytes are there, under its own key', (storage) => {
    const { files } = storage;
    const ended = (['failed', 'cancelled', 'not-sent'] as const).map((state) => {
      const row = begin(storage);
      return files.fail(row.key, { ...refused, state });
    });
    const doubt = begin(storage);
    files.fail(doubt.key, doubtful);
    const other = files.fail(begin(storage, 'other.pdf').key, refused);
    const waiting = again(storage, ended[0] ?? doubt).file;
    files.finish(begin(storage).key, answer('file_1.pdf'));
    const prevents = files.startSending(waiting.key) ?? assert.fail('it would be sent twice');
    assert.equal(prevents.fileId, 'file_1.pdf');
    files.giveWay(waiting.key, prevents);
    for (const row of ended) {
      const { state, fileId, key, error, uploadedAt } = rowOf(storage, row);
      assert.deepEqual([state, fileId, key, error], ['uploaded', 'file_1.pdf', row.key, undefined]);
      assert.equal(uploadedAt, prevents.uploadedAt ?? assert.fail());
    }
    assert.equal(rowOf(storage, doubt).state, 'failed');
    assert.equal(rowOf(storage, other).state, 'failed');
  });
});
