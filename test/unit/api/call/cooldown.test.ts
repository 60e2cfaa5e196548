import assert from 'node:assert/strict';
import { CoolDown, pause } from '../../../../src/api/call/cooldown';
import { stillClock } from '../../../support/clock';

describe('The patience of a window', () => {
  it('is one pause that only grows, and passes', () => {
    using clock = stillClock();
    const calm = new CoolDown();
    const left = [calm.remainingMs];
    for (const [note, passed] of [
      [500, 0],
      [200, 400],
      [300, 0],
      [0, 1000],
    ] as const) {
      calm.note(note);
      clock.pass(passed);
      left.push(calm.remainingMs);
    }
    assert.deepEqual(left, [0, 500, 100, 300, 0]);
  });

  it('is waited for whole, also when it grows meanwhile', async () => {
    using clock = stillClock();
    const calm = new CoolDown();
    await calm.wait();
    calm.note(50);
    const waiting = calm.wait();
    calm.note(120);
    await waiting;
    assert.deepEqual(clock.waits, [50, 120]);
  });

  it('ends for a call that is cancelled, before or while it waits, with its reason', async () => {
    const calm = new CoolDown();
    const reason = new Error('cancelled');
    await assert.rejects(calm.wait(AbortSignal.abort(reason)), reason, 'even with nothing to wait for');
    calm.note(60_000);
    const cancel = new AbortController();
    const waiting = calm.wait(cancel.signal);
    cancel.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(pause(60_000, AbortSignal.abort(reason)), reason);
  });

  it('holds one environment back, by whole seconds, until it has passed', () => {
    using clock = stillClock();
    const calm = new CoolDown();
    assert.equal(calm.heldSeconds('a'), undefined);
    calm.hold('a', 1500);
    assert.deepEqual([calm.heldSeconds('a'), calm.heldSeconds('b')], [2, undefined]);
    calm.hold('a', 400);
    assert.equal(calm.heldSeconds('a'), 2, 'it only grows');
    clock.pass(500);
    assert.equal(calm.heldSeconds('a'), 1);
    clock.pass(1000);
    assert.equal(calm.heldSeconds('a'), undefined);
  });

  it('is that of the account that asked, also after another one was there', () => {
    using _ = stillClock();
    const calm = new CoolDown();
    calm.hold('a', 9000, 'one');
    const held = [calm.heldSeconds('a', 'one'), calm.heldSeconds('a', 'two'), calm.heldSeconds('b', 'one')];
    assert.deepEqual([...held, calm.heldSeconds('a')], [9, undefined, undefined, undefined]);
    calm.hold('a', 2000, 'two');
    assert.deepEqual([calm.heldSeconds('a', 'two'), calm.heldSeconds('a', 'one')], [2, 9]);
  });
});
