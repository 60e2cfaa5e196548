import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mock } from 'node:test';
import type { StorageChange } from '../../../src/storage';
import { environment, inPlace, newExchange, newUpload, type Place } from './support';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A window that listens, with the time in the test's hands, and how often it has looked for changes of others. */
function openWatched(place: Place) {
  let looks = 0;
  let identity = 'before';
  const storage = place.open({
    identityOf: () => {
      looks += 1;
      return identity;
    },
  });
  storage.generation(environment);
  let next = Promise.withResolvers<StorageChange>();
  const changes: StorageChange[] = [];
  storage.onDidChange((change) => {
    changes.push(change);
    next.resolve(change);
  });
  return {
    storage,
    changes,
    setIdentity: (changed: string) => (identity = changed),
    looks: () => looks,
    /** The looks within some time. */
    looksIn: (milliseconds: number) => {
      const before = looks;
      mock.timers.tick(milliseconds);
      return looks - before;
    },
    nextChange: () => {
      next = Promise.withResolvers();
      return next.promise;
    },
  };
}

describe('a window that nobody uses', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));

  inPlace('stops looking for changes of others a minute after its last write', (place) => {
    const { storage, looksIn } = openWatched(place);
    assert.equal(looksIn(MINUTE - 1000), 59);
    looksIn(1000);
    assert.equal(looksIn(HOUR), 0);
    storage.history.add(newExchange('ex_1'), 10);
    assert.ok(looksIn(MINUTE - 1000) >= 59);
    looksIn(1000);
    assert.equal(looksIn(HOUR), 0);
  });

  inPlace('looks at once when its user comes back', (place) => {
    const { storage, changes, setIdentity, looksIn } = openWatched(place);
    looksIn(2 * MINUTE);
    setIdentity('after');
    assert.deepEqual(changes, []);
    storage.wake();
    const changed = changes.map(({ what }) => what);
    assert.deepEqual(changed, ['files', 'history']);
  });

  inPlace('looks as often as before while it is used, and no more when its user comes back', (place) => {
    const { storage, setIdentity, looks, looksIn } = openWatched(place);
    storage.onDidChange(() => undefined).dispose();
    assert.equal(looksIn(500), 0);
    storage.history.add(newExchange('ex_1', { identity: 'before' }), 10);
    assert.equal(looksIn(500), 1, 'a write puts no look off');
    const before = looks();
    storage.wake();
    assert.equal(looks(), before);
    const other = place.open();
    for (const change of [() => setIdentity('after'), () => other.history.add(newExchange('ex_2'), 10)]) {
      storage.wake();
      looksIn(MINUTE - 2000);
      change();
      looksIn(1000);
      assert.ok(looksIn(MINUTE - 1000) >= 59);
    }
  });

  inPlace('has no timer once nobody listens any more, not even when its user comes back', (place) => {
    let looks = 0;
    const storage = place.open({ identityOf: () => String(looks++) });
    storage.generation(environment);
    storage.onDidChange(() => undefined).dispose();
    const before = looks;
    storage.wake();
    mock.timers.tick(HOUR);
    assert.equal(looks, before);
  });

  inPlace('has no timer once it is closed, whatever it has written down at its end', (place) => {
    const { storage } = openWatched(place);
    const begun = mock.method(globalThis, 'setInterval');
    const ended = mock.method(globalThis, 'clearInterval');
    storage.files.beginBatch([newUpload('a.pdf')]);
    storage.close();
    const endedTimers = ended.mock.calls.map(({ arguments: [timer] }) => timer);
    assert.deepEqual(
      begun.mock.calls.filter(({ result }) => !endedTimers.includes(result)),
      [],
    );
  });

  inPlace('hears of a change of another window without looking for it', async (place) => {
    const { looksIn, nextChange } = openWatched(place);
    const other = place.open();
    const watched = mock.method(fs, 'watch');
    looksIn(2 * MINUTE);
    assert.ok(!process.getActiveResourcesInfo().includes('FSEventWrap'), 'that keeps no process alive');
    const heard = nextChange();
    other.files.beginBatch([newUpload('a.pdf')]);
    assert.deepEqual(await heard, { what: 'files' });
    assert.ok(looksIn(MINUTE) >= 59, 'more may follow');
    watched.mock.calls.at(-1)?.result?.emit('error', new Error('The system has no more to give.'));
    assert.equal(looksIn(HOUR), 0);
  });
});
