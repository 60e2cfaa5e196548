import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localDay, localDayRange } from '../../../src/storage';

describe('local days', () => {
  it('cover every moment exactly once, whatever the clocks do', () => {
    const moment = fc.date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (date) => {
        const time = date.getTime();
        const { from, to } = localDayRange(localDay(time));
        assert.ok(from <= time && time < to);
        assert.notEqual(localDay(from - 1), localDay(time));
        assert.equal(localDay(to - 1), localDay(time));
        assert.equal(localDayRange(localDay(to)).from, to);
      }),
    );
  });
});
