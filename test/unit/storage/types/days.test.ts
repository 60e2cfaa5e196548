import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localDay, localDayRange } from '../../../../src/storage';
import { groupByDay, isDay } from '../../../../src/storage/types/days';

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

  it('are written as days that there are', () => {
    for (const day of ['2026-02-28', '2024-02-29', '1999-12-31', '0000-01-01']) assert.ok(isDay(day), day);
    for (const none of [
      '2026-02-31',
      '2026-13-01',
      '2026-00-10',
      '2026-2-3',
      '2026-02-28-1',
      'today',
      '',
      5,
      undefined,
    ]) {
      assert.ok(!isDay(none), String(none));
    }
  });

  it('are found for any time that a service may give', () => {
    const moment = fc.date({
      min: new Date('-100000-01-02'),
      max: new Date('+100000-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 5 }), (dates) => {
        const times = dates.map((date) => date.getTime());
        const newestBefore = (time: number) => {
          const earlier = times.filter((each) => each < time);
          return earlier.length === 0 ? undefined : Math.max(...earlier);
        };
        const between = (from: number, to: number) =>
          times.filter((time) => from <= time && time < to).length;
        const groups = groupByDay(newestBefore, between);
        const total = groups.reduce((sum, { count }) => sum + count, 0);
        assert.equal(total, times.length);
        assert.deepEqual(new Set(groups.map(({ key }) => key)).size, groups.length);
      }),
    );
  });
});
