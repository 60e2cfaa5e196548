import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StorageChange } from '../../../../src/storage';
import { answer, begin, environment, inPlace, inWindow } from '../support';

describe('changes', () => {
  inWindow('reports every change after the commit, with what changed', (storage) => {
    const changes: StorageChange[] = [];
    const seen: unknown[] = [];
    const listening = storage.onDidChange((change) => {
      changes.push(change);
      seen.push(storage.files.list({ environment }).items.length);
    });
    const { key } = begin(storage, 'a.pdf');
    storage.files.finish(key, answer('file_1.pdf'));
    storage.files.forget([key]);
    const change = { what: 'files', environment, fileKeys: [key] };
    assert.deepEqual(changes, [change, change, change]);
    assert.deepEqual(seen, [1, 1, 0]);
    storage.files.markGone(environment, 'file_unknown.pdf', true);
    listening.dispose();
    storage.files.restore([key]);
    assert.equal(changes.length, 3);
  });

  inPlace('does not let one listener spoil it for the others or for the caller', (place) => {
    const errors: unknown[] = [];
    const storage = place.open({ onListenerError: (thrown) => errors.push(thrown) });
    const broken = new Error('broken listener');
    let heard = 0;
    storage.onDidChange(() => {
      throw broken;
    });
    storage.onDidChange(() => (heard += 1));
    assert.equal(begin(storage, 'a.pdf').state, 'pending');
    assert.equal(heard, 1);
    assert.deepEqual(errors, [broken]);
  });

  inWindow('calls no listener on behalf of whoever has written', (storage) => {
    const caller = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    storage.onDidChange(() => seen.push(caller.getStore()));
    caller.run('agent', () => begin(storage, 'a.pdf'));
    assert.deepEqual(seen, [undefined]);
  });

  inWindow('says which key it does not know, and that it is closed', (storage) => {
    assert.throws(() => storage.files.finish(42, answer('file_1.pdf')), /no file with the key 42/);
    storage.close();
    storage.close();
    assert.throws(() => storage.files.list({ environment }), /storage is closed/);
    assert.throws(() => storage.onDidChange(() => undefined), /storage is closed/);
  });
});
