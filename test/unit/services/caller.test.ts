import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { actFor, currentCaller, type Caller } from '../../../src/services/caller';

const agent: Caller = {
  origin: 'agent',
  signal: new AbortController().signal,
  accessTo: () => 'read',
};

describe('the caller that work is done for', () => {
  it('is known until that work has ended, and not to what follows it, such as a click in its message', async () => {
    const clicked = Promise.withResolvers<undefined>();
    let click: Promise<Caller | undefined> | undefined;
    await actFor(agent, async () => {
      await wait(1);
      assert.equal(currentCaller(), agent);
      click = clicked.promise.then(currentCaller);
    });
    clicked.resolve(undefined);
    assert.equal(await click, undefined);
    assert.equal(currentCaller(), undefined);
  });

  it('is not known any more after it failed', async () => {
    let later: (() => Caller | undefined) | undefined;
    const failing = actFor(agent, () => {
      later = AsyncLocalStorage.bind(currentCaller);
      assert.equal(later(), agent);
      return Promise.reject(new Error('It failed.'));
    });
    await assert.rejects(failing, /It failed/);
    assert.equal(later?.(), undefined);
  });
});
