import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  DEFAULT_BACKOFF,
  backoffMs,
  mayRetry,
  parseHttpDate,
  parseRetryAfter,
} from '../../../src/api/call/retry';
import { seconds } from '../../../src/api/call/describeError';
import { inTimeZone } from '../../support/clock';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  const cases: [string | undefined, number | undefined][] = [
    ['0', 0],
    [' 120 ', 120_000],
    ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
    ['Friday, 02-Jan-26 03:04:15 GMT', 10_000],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    [undefined, undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['2026-01-02', undefined],
    ['Fri, 99 Jan 2026 03:04:15 GMT', undefined],
  ];
  for (const [value, expected] of cases) {
    it(`is ${expected} ms as ${JSON.stringify(value)}`, () =>
      assert.equal(parseRetryAfter(value, now), expected));
  }

  it('reads every date that is written as HTTP says, to the second', () => {
    const dates = fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) =>
        assert.equal(parseHttpDate(date.toUTCString()), Math.floor(date.getTime() / 1000) * 1000),
      ),
    );
  });

  it('is a time of Greenwich, wherever this computer is', () => {
    inTimeZone('Asia/Tokyo', () => assert.equal(parseRetryAfter('Fri Jan  2 03:04:15 2026', now), 10_000));
  });

  it('is never negative, not a number or a reason to throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,400}$/)), (text) => {
        const wait = parseRetryAfter(text, now) ?? 0;
        assert.ok(Number.isFinite(wait) && wait >= 0);
      }),
    );
  });
});

describe('The policy of retries', () => {
  it('repeats reads on passing faults and writes only where the service did not act', () => {
    const statuses = [200, 301, 400, 401, 404, 409, 429, 500, 501, 502, 503, 504];
    const repeated = (isRead: boolean) => statuses.filter((status) => mayRetry(isRead, { status }));
    assert.deepEqual(repeated(true), [429, 500, 502, 503, 504]);
    assert.deepEqual(repeated(false), [429]);
    for (const [isRead, sent, transient, repeats] of [
      [false, true, true, false],
      [false, false, true, true],
      [true, true, true, true],
      [true, false, false, false],
    ] as const)
      assert.equal(mayRetry(isRead, { sent, transient }), repeats);
  });

  it('waits at random between nothing and a bound that doubles up to the cap', () => {
    const waits = (random: number) =>
      [0, 1, 2, 3, 4, 5, 20].map((retries) =>
        backoffMs(retries, { ...DEFAULT_BACKOFF, random: () => random }),
      );
    assert.deepEqual(waits(1), [500, 1000, 2000, 4000, 8000, 8000, 8000]);
    assert.deepEqual(waits(0.5), [250, 500, 1000, 2000, 4000, 4000, 4000]);
  });
});

describe('A length of time', () => {
  const cases: [number, string][] = [
    [200, '0.2 seconds'],
    [1000, '1 second'],
    [30_000, '30 seconds'],
    [60_000, '1 minute'],
    [90_000, '90 seconds'],
    [3_600_000, '1 hour'],
    [7_200_000, '2 hours'],
  ];
  for (const [milliseconds, text] of cases) {
    it(`reads as ${text}`, () => assert.equal(seconds(milliseconds), text));
  }
});
