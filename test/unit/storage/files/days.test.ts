import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localDay, localDayRange, type KnownFile, type Storage } from '../../../../src/storage';
import { inTimeZone } from '../../../support/clock';
import { answer, begin, environment, inWindow, type Place } from '../support';

const HOUR = 3_600_000;

const all = ({ files }: Storage): readonly KnownFile[] => files.list({ environment, limit: 10_000 }).items;

/** What the view shows, counted row by row. */
function daysOf(files: readonly KnownFile[]): { key: string; count: number }[] {
  const days = Map.groupBy(files, ({ sortTime }) => localDay(sortTime));
  return [...days].map(([key, rows]) => ({ key, count: rows.length }));
}

/** The hours of all rows that are shown, and what is kept of them, both from the database itself. */
function hours(place: Place): { counted: unknown[]; kept: unknown[] } {
  const start = `CAST(floor(sort_time / ${HOUR}.0) AS INTEGER) * ${HOUR}`;
  const counted = place.rows(
    `SELECT generation, ${start} AS start, count(*) AS count FROM files WHERE forgotten_at IS NULL
     GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const kept = place.rows('SELECT * FROM file_hours WHERE count <> 0 ORDER BY 1, 2');
  return { counted, kept };
}

const time = fc
  .oneof(
    fc.integer({ min: Date.parse('2026-03-01T00:00:00Z'), max: Date.parse('2026-03-04T00:00:00Z') }),
    // Before 1970, and at the very border of an hour.
    fc.integer({ min: -5, max: 5 }).map((hour) => hour * HOUR),
    fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
  )
  .map((moment) => new Date(moment).toISOString());

const write = fc.record({
  kind: fc.constantFrom(
    ...([
      'begin',
      'begin',
      'finish',
      'finish',
      'fetch',
      'fetch',
      'forget',
      'restore',
      'fail',
      'clear',
    ] as const),
  ),
  at: time,
  nth: fc.nat(30),
});

describe('files by day', () => {
  it('each end where the next begins, also where a clock skips midnight', () => {
    inTimeZone('Africa/Cairo', () => {
      for (const [day, next] of [
        ['2026-04-23', '2026-04-24'],
        ['2026-04-24', '2026-04-25'],
        ['2026-12-31', '2027-01-01'],
      ] as const)
        assert.equal(localDayRange(day).to, localDayRange(next).from, day);
    });
  });

  inWindow('are counted as the rows are, whatever was written, in every time zone', (storage, place) => {
    const { files, history } = storage;
    const open: number[] = [];
    const done: number[] = [];
    let count = 0;
    const steps = {
      begin: () => open.push(begin({ files }, `${count++}.pdf`).key),
      finish: (nth: number, uploadedAt: string) => {
        const [key] = open.splice(nth % Math.max(1, open.length), 1);
        if (key === undefined) return;
        files.startSending(key);
        done.push(files.finish(key, answer(`file_${nth}.pdf`, { uploadedAt })).key);
      },
      fail: (nth: number) => {
        const [key] = open.splice(nth % Math.max(1, open.length), 1);
        if (key !== undefined) files.fail(key, { state: 'failed', error: { kind: 'network', message: '' } });
      },
      fetch: (nth: number, uploadedAt: string) =>
        files.keepDetails(environment, { fileId: `file_${nth}.pdf`, details: { uploadedAt } }),
      forget: (nth: number) => {
        const keys = all(storage).map(({ key }) => key);
        files.forget(keys.slice(nth, nth + 3));
      },
      restore: (nth: number) => files.restore(done.slice(nth % Math.max(1, done.length))),
      clear: () => history.clear(environment),
    };
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 12 }), (writes) => {
        for (const { kind, nth, at } of writes) steps[kind](nth, at);
        const { counted, kept } = hours(place);
        assert.deepEqual(kept, counted);
        for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Asia/Kathmandu', 'Africa/Monrovia'])
          inTimeZone(zone, () =>
            assert.deepEqual(files.groups(environment, 'day'), daysOf(all(storage)), zone),
          );
      }),
      { numRuns: 40 },
    );
  });
});
