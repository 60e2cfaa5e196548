import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { exchangeId } from '../../../../src/api/model/ids';

describe('ids of exchanges', () => {
  afterEach(() => {
    mock.restoreAll();
  });

  /** The milliseconds that an id holds. */
  const timeOf = (id: string) => Number.parseInt(id.slice(3).replaceAll('-', '').slice(0, 12), 16);

  /** A time after that of the newest id, which may be ahead of the clock. */
  const later = () => timeOf(exchangeId()) + 60_000;

  it('are UUIDs of version 7 that hold the time, and are random beside it', () => {
    const now = later();
    mock.method(Date, 'now', () => now);
    const ids = Array.from({ length: 600 }, exchangeId);
    for (const id of ids)
      assert.match(id, /^ex_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(timeOf(ids[0] ?? ''), now);
    assert.equal(new Set(ids.map((id) => id.slice(-10))).size, ids.length);
  });

  it('sort as they were made, within a millisecond and when the clock is set back', () => {
    let now = later();
    mock.method(Date, 'now', () => now);
    const ids: string[] = [];
    for (const step of [0, 0, 0, 1, 0, -5000, 0, 1, 5001, 0]) {
      now += step;
      ids.push(exchangeId());
    }
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      [3, 5, 8].map((index) => timeOf(ids[index] ?? '') - timeOf(ids[0] ?? '')),
      [1, 1, 3],
    );
  });

  it('sort in the order of their making, whatever the clock does', () => {
    const base = later();
    let now = base;
    mock.method(Date, 'now', () => now);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2 }), (steps) => {
        const ids = steps.map((step) => {
          now = base + step;
          return exchangeId();
        });
        assert.deepEqual(ids, ids.toSorted());
        assert.equal(new Set(ids).size, ids.length);
      }),
    );
  });
});
