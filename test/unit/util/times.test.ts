import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactTime, expiryAt, parseTime } from '../../../src/util/times';

describe('times of the service', () => {
  it('are read in ISO 8601 with a zone', () => {
    const times = ['03:04Z', '03:04:05Z', '03:04:05.678Z', '05:04:05+02:00'].map((time) =>
      parseTime(`2026-01-02T${time}`),
    );
    const minute = Date.UTC(2026, 0, 2, 3, 4);
    assert.deepEqual(times, [minute, minute + 5000, minute + 5678, minute + 5000]);
  });

  it('are not guessed from anything else', () => {
    const texts = ['', '1767323045678', '2026-01-02', '2026-01-02T03:04:05', 'Fri, 02 Jan 2026 03:04:05 GMT'];
    const more = ['tomorrow', '2026-13-02T03:04:05Z', '2026-01-02T25:04:05Z', ' 2026-01-02T03:04:05Z'];
    for (const value of [null, undefined, 0, 1767323045678, {}, ['2026-01-02T03:04:05Z'], ...texts, ...more])
      assert.equal(parseTime(value), undefined, JSON.stringify(value));
  });

  it('come back from what they are written as', () => {
    const [min, max] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
    const dates = fc.date({ min, max, noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => parseTime(date.toISOString()) === date.getTime()));
  });

  it('are written out whole, with their zone', () => {
    const text = exactTime(Date.UTC(2026, 0, 2, 3, 4, 5), 'en');
    assert.match(text, /Jan \d, 2026, .*:05.* [A-Z]{2,}/);
  });
});

describe('expiry', () => {
  it('is past from its very moment, and soon within five minutes', () => {
    const now = Date.UTC(2026, 0, 2);
    const found = [-1, 0, 1, 5 * 60_000 - 1, 5 * 60_000].map((left) => expiryAt(now + left, now));
    assert.deepEqual(found, ['expired', 'expired', 'soon', 'soon', 'later']);
  });
});
