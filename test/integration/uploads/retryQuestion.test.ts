import assert from 'node:assert/strict';
import { retryUploads } from '../../../src/files/upload/askAgain';
import type { UploadParts } from '../../../src/files/upload/ask';
import type { FileRecords } from '../../../src/files/records/fileRecords';
import { newUpload } from '../../unit/storage/support';
import { newStorage, replaceInWindow } from '../support/registry';

describe('the question before uploads are retried that may have arrived', () => {
  it('offers to link one to its file only where nothing else is to be retried with it', async () => {
    await using window = newStorage();
    const { storage } = window;
    const [inDoubt = 0, failed = 0] = storage.files
      .begin(['in-doubt.pdf', 'failed.pdf'].map((name) => newUpload(name)))
      .map(({ key }) => key);
    storage.files.fail(inDoubt, {
      state: 'unknown',
      error: { kind: 'unknown-outcome', message: 'No answer.' },
    });
    storage.files.fail(failed, { state: 'failed', error: { kind: 'network', message: 'No way there.' } });
    const services = {
      storage: { get: () => Promise.resolve(storage) },
      environments: { get: () => ({ type: 'sandbox' }) },
    };
    const offered: unknown[][] = [];
    const dismiss = (_message: string, _options: object, ...buttons: unknown[]) => {
      offered.push(buttons);
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showWarningMessage: dismiss });
    for (const keys of [[inDoubt], [inDoubt, failed]]) {
      await assert.rejects(
        retryUploads({ services } as unknown as UploadParts, {} as FileRecords, keys, true),
        { name: 'CancelledError' },
      );
    }
    assert.deepEqual(offered, [
      ['It’s There: Link by ID…', 'Upload Again'],
      ['Don’t Upload', 'Upload Again'],
    ]);
  });
});
