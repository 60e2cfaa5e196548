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

  it('are UUIDs of version 7 that hold the time, in the order of their making, whatever the clock does', () => {
    // The newest id may be ahead of the clock.
    const base = timeOf(exchangeId()) + 60_000;
    let now = base;
    mock.method(Date, 'now', () => now);
    assert.equal(timeOf(exchangeId()), base);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2 }), (steps) => {
        const ids = steps.map((step) => {
          now = base + step;
          return exchangeId();
        });
        for (const id of ids)
          assert.match(id, /^ex_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        assert.deepEqual(ids, ids.toSorted());
        assert.equal(new Set(ids).size, ids.length);
      }),
    );
  });
});
