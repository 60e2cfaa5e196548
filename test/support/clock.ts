import timers from 'node:timers/promises';
import { mock } from 'node:test';

/** Does work as on a computer in that time zone. */
export function inTimeZone(zone: string, work: () => void): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    work();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}

export interface StillClock extends Disposable {
  /** Moves it on, in milliseconds. */
  pass(milliseconds: number): void;
  /** What was waited for, in order. */
  readonly waits: number[];
}

/** A clock that is stopped but for `pass`, and for the waits that can be called off: these end at once and move it on. */
export function stillClock(): StillClock {
  let now = 1e9;
  const waits: number[] = [];
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const wait = (milliseconds = 0, _value?: undefined, { signal }: { signal?: AbortSignal } = {}) => {
    if (signal?.aborted === true) return Promise.reject(new Error('Aborted'));
    waits.push(milliseconds);
    pass(milliseconds);
    return Promise.resolve();
  };
  const mocks = [mock.method(performance, 'now', () => now), mock.method(timers, 'setTimeout', wait)];
  return {
    pass,
    waits,
    [Symbol.dispose]() {
      for (const each of mocks) each.mock.restore();
    },
  };
}
