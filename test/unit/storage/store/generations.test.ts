import assert from 'node:assert/strict';
import type { StorageChange } from '../../../../src/storage';
import { eventually } from '../../../host/editor/waiting.mts';
import {
  answer,
  begin,
  beginAll,
  environment,
  inPlace,
  newExchange,
  newUpload,
  type Place,
} from '../support';
import { unknown } from '../files/uploads';

/** A window whose environment `sandbox` is at an address that can be changed. */
function windowAt(place: Place, address: string | undefined) {
  const at = { address };
  const storage = place.open({
    pollMs: 5,
    identityOf: (id) => (id === environment ? at.address : 'elsewhere'),
  });
  const upload = (name: string) => storage.files.finish(begin(storage, name).key, answer(`file_${name}`));
  return Object.assign(at, { storage, upload });
}

describe('generations of an environment', () => {
  inPlace('show nothing of another account, and take nothing of it for a duplicate', (place) => {
    const window = windowAt(place, 'https://one');
    const { files, history } = window.storage;
    const before = window.upload('a.pdf');
    history.add(newExchange('ex_1', { path: '/v1/balances' }), 10);
    place.index();
    const generation = window.storage.generation(environment);
    window.address = 'https://two';
    const { sha256 = '', purpose } = before;
    assert.notEqual(window.storage.generation(environment), generation);
    const known = [environment, 'never'].map((id) => window.storage.isKnown(id));
    assert.deepEqual(known, [true, false]);
    assert.deepEqual(files.list({ environment }).items, []);
    assert.deepEqual(files.list({ environment, text: 'a.pdf' }).items, []);
    assert.equal(files.count({ environment }), 0);
    assert.deepEqual(files.groups(environment, 'purpose'), []);
    assert.deepEqual(files.groups(environment, 'day'), []);
    assert.equal(files.findSameBytes(environment, sha256, purpose)[0], undefined);
    assert.equal(files.get(environment, 'file_a.pdf'), undefined);
    assert.equal(files.remembered(environment, 'file_a.pdf'), undefined);
    assert.equal(files.known(environment, ['file_a.pdf']).size, 0);
    assert.equal(files.beginBatch([newUpload('a.pdf')])[0]?.began, true);
    assert.deepEqual(history.list({ environment }).items, []);
    assert.equal(history.count({ environment }), 0);
    assert.deepEqual(history.days(environment), []);
    assert.deepEqual(history.recentPaths(environment, 10), []);
    assert.equal(history.findByRequestId('req_ex_1'), undefined);
    assert.equal(history.knownRequestIds(['req_ex_1']).size, 0);
    window.address = 'https://one';
    assert.deepEqual(files.list({ environment }).items, [before]);
    assert.equal(history.findByRequestId('req_ex_1')?.id, 'ex_1');
  });

  inPlace('keep each upload and each answer with its own account and environment', (place) => {
    const window = windowAt(place, 'https://two');
    const { files, history } = window.storage;
    const identity = 'https://one';
    const begun = beginAll({ files }, [
      newUpload('a.pdf'),
      newUpload('b.pdf', { identity }),
      newUpload('c.pdf', { environment: 'other' }),
      newUpload('d.pdf', { identity }),
    ]);
    history.add(newExchange('ex_1', { identity }), 10);
    assert.equal(new Set(begun.map(({ generation }) => generation)).size, 3);
    const names = (id: string) => files.list({ environment: id, sort: 'name' }).items.map(({ name }) => name);
    assert.deepEqual([names(environment), history.count({ environment })], [['a.pdf'], 0]);
    assert.deepEqual(names('other'), ['c.pdf']);
    window.address = identity;
    assert.deepEqual([names(environment), history.count({ environment })], [['b.pdf', 'd.pdf'], 1]);
  });

  inPlace('keep a record with the account that was asked for it', (place) => {
    const window = windowAt(place, 'https://one');
    const { files } = window.storage;
    const own = window.upload('a.pdf');
    window.address = 'https://two';
    const identity = 'https://one';
    const details = { name: 'named.pdf' };
    files.keepDetails(environment, { fileId: 'file_new.pdf', identity, details });
    files.updateDetails(environment, { fileId: 'file_a.pdf', identity, details });
    files.markGone(environment, 'file_new.pdf', true, identity);
    assert.equal(files.count({ environment }), 0);
    // What another account has by an id is not what was sent to this one.
    const { key } = begin(window.storage, 'lost.pdf');
    files.fail(key, unknown);
    files.settle(key, { fileId: 'file_a.pdf', identity, details });
    assert.equal(files.getByKey(key)?.state, 'unknown');
    assert.equal(files.remembered(environment, 'file_a.pdf'), undefined);
    assert.equal(files.remembered(environment, 'file_a.pdf', identity)?.name, 'named.pdf');
    window.address = 'https://one';
    assert.equal(files.get(environment, 'file_new.pdf')?.gone, true);
    assert.deepEqual(files.get(environment, 'file_a.pdf')?.key, own.key);
  });

  inPlace('have an upload without an answer where the file may be', (place) => {
    const window = windowAt(place, 'https://one');
    const { files } = window.storage;
    const refused = { state: 'failed', error: { kind: 'api', message: 'No.' } } as const;
    const stopped = { ...unknown, state: 'cancelled' } as const;
    for (const [name, end, identity] of [
      ['lost.pdf', unknown, 'https://two'],
      ['nowhere.pdf', unknown, undefined],
      ['refused.pdf', refused, 'https://two'],
      ['stopped.pdf', stopped, 'https://two'],
    ] as const) {
      const { key } = begin(window.storage, name);
      files.startSending(key, { identity: 'https://one' });
      window.address = 'https://two';
      files.fail(key, end, identity);
      window.address = 'https://one';
    }
    const names = () => files.list({ environment, sort: 'name' }).items.map(({ name }) => name);
    assert.deepEqual(names(), ['nowhere.pdf', 'refused.pdf', 'stopped.pdf']);
    window.address = 'https://two';
    assert.deepEqual(names(), ['lost.pdf']);
  });

  inPlace('show nothing while it is not known which account is meant', (place) => {
    const window = windowAt(place, 'https://one');
    window.upload('a.pdf');
    window.address = undefined;
    assert.equal(window.storage.files.count({ environment }), 0);
    window.storage.history.add(newExchange('ex_1'), 10);
    assert.equal(window.storage.history.count({ environment }), 0);
  });

  inPlace('change, and notify the views, when another account is found', async (place) => {
    const window = windowAt(place, 'https://one');
    window.upload('a.pdf');
    window.storage.files.count({ environment });
    const changes: StorageChange[] = [];
    const both = Promise.withResolvers<undefined>();
    window.storage.onDidChange((change) => {
      if (changes.push(change) === 2) both.resolve(undefined);
    });
    window.address = 'https://two';
    await both.promise;
    assert.deepEqual(changes, [
      { what: 'files', environment },
      { what: 'history', environment },
    ]);
  });

  inPlace('are said to be in use at most once a day', (place) => {
    const window = windowAt(place, 'https://one');
    window.upload('first.pdf');
    for (const [hours, isSaid] of [
      [23, false],
      [25, true],
    ] as const) {
      const before = Date.now() - hours * 3_600_000;
      place.run(`UPDATE generations SET last_used = ${before}`);
      window.upload(`${hours}.pdf`);
      assert.equal(place.rows('SELECT last_used FROM generations')[0]?.['last_used'] !== before, isSaid);
    }
  });

  inPlace('of an account that was left half a year ago are dropped, and no other', async (place) => {
    const window = windowAt(place, 'https://one');
    window.upload('old.pdf');
    window.storage.history.add(newExchange('ex_old'), 10);
    window.address = 'https://two';
    window.upload('lately.pdf');
    window.address = 'https://three';
    window.upload('now.pdf');
    window.storage.close();
    // The current one is never too old.
    const days = { one: 190, two: 170, three: 900 };
    for (const [name, age] of Object.entries(days))
      place.run(`UPDATE generations SET last_used = unixepoch('now', '-${age} days') * 1000
        WHERE identity = 'https://${name}'`);
    const names = () =>
      place
        .rows('SELECT name FROM files UNION SELECT id FROM exchanges UNION SELECT identity FROM generations')
        .flatMap(({ name }) => (typeof name === 'string' ? name : []));
    windowAt(place, 'https://three');
    await eventually(names, (left) => !left.includes('https://one'));
    assert.deepEqual(names(), ['https://three', 'https://two', 'lately.pdf', 'now.pdf']);
  });
});
