import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { AgeTimer } from '../../../src/ui/views/ageTimer';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEP = 1000;

/** A view with one row, with the time in the test's hands. */
function showRow(time: number) {
  const view = { isThere: true, listener: () => undefined as unknown, drawn: 0 };
  const timer: AgeTimer = new AgeTimer(
    {
      get isThere() {
        return view.isThere;
      },
      onDidChange(listener) {
        view.listener = listener;
        return { dispose: () => undefined };
      },
    },
    () => {
      view.drawn += 1;
      timer.shows(time, Date.now());
    },
  );
  timer.shows(time, Date.now());
  return {
    timer,
    setThere: (isThere: boolean) => {
      view.isThere = isThere;
      view.listener();
    },
    /** How often the view is drawn within some time. */
    drawnIn: (milliseconds: number) => {
      const before = view.drawn;
      // In small steps: a timer that is set while time passes is set at the end of its step.
      for (let left = milliseconds; left > 0; left -= STEP) mock.timers.tick(Math.min(STEP, left));
      return view.drawn - before;
    },
  };
}

describe('the times in a view', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 100 * HOUR }));

  it('are drawn again less often, the older they are', () => {
    const { drawnIn } = showRow(Date.now());
    assert.equal(drawnIn(MINUTE), 2);
    assert.equal(drawnIn(10 * MINUTE), 10);
    drawnIn(49 * MINUTE);
    assert.equal(drawnIn(5 * HOUR), 5);
  });

  it('are drawn again within the hour although the clock was set back', () => {
    const { drawnIn, setThere } = showRow(Date.now());
    setThere(false);
    mock.timers.setTime(95 * HOUR);
    setThere(true);
    assert.ok(drawnIn(HOUR) > 0);
  });

  it('are drawn for the youngest row', () => {
    const { timer, drawnIn } = showRow(Date.now() - 10 * HOUR);
    timer.shows(Date.now() - 5 * MINUTE, Date.now());
    timer.shows(Date.now() - 20 * HOUR, Date.now());
    assert.equal(drawnIn(MINUTE), 1);
  });

  it('are drawn for what is to come as for what was', () => {
    const { timer, drawnIn } = showRow(Date.now() - 10 * HOUR);
    timer.shows(Date.now() + 5 * MINUTE, Date.now());
    assert.equal(drawnIn(MINUTE), 1);
  });

  it('are left alone while nobody looks, and drawn once when somebody is back', () => {
    const { setThere, drawnIn } = showRow(Date.now());
    setThere(false);
    assert.equal(drawnIn(HOUR), 0);
    setThere(true);
    assert.equal(drawnIn(1), 1);
  });

  it('are not drawn by coming back before they are due', () => {
    const { setThere, drawnIn } = showRow(Date.now() - 5 * MINUTE);
    setThere(false);
    drawnIn(MINUTE / 2);
    setThere(true);
    assert.equal(drawnIn(MINUTE / 2 - 1), 0);
    assert.equal(drawnIn(1), 1);
  });

  it('are left alone after the end', () => {
    const { timer, drawnIn } = showRow(Date.now());
    timer.dispose();
    assert.equal(drawnIn(HOUR), 0);
  });
});
