import type { FileGroup } from './storageTypes';

/** Local days. Computed here and not in SQL: the process knows its time zone's history, a row does not. */

/** The local day that a moment falls in, as YYYY-MM-DD. @param time milliseconds since the epoch */
export function localDay(time: number): string {
  const date = new Date(time);
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const year = date.getFullYear();
  const sign = year < 0 ? '-' : '';
  return `${sign}${pad(Math.abs(year), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** Whether a value is a day that there is, written as `localDay` writes it. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && localDay(localDayRange(value).from) === value;
}

/**
 * The moments of a local day: `from` included, `to` not. A day may have 23 or 25 hours.
 * @param day YYYY-MM-DD, as the key of a group by day
 * @returns milliseconds since the epoch
 */
export function localDayRange(day: string): { from: number; to: number } {
  const isBeforeChrist = day.startsWith('-');
  const [count = 1970, month = 1, date = 1] = day.replace(/^-/, '').split('-').map(Number);
  const year = isBeforeChrist ? -count : count;
  // Unlike the constructor, setFullYear takes the years 0 to 99 for what they are.
  const startOf = (nth: number) => new Date(2000, 0, 1).setFullYear(year, month - 1, nth);
  return { from: startOf(date), to: startOf(date + 1) };
}

/**
 * Groups by local day, newest first, with as many look-ups as there are days that have rows.
 * @param newestBefore the newest time below the one given, or undefined
 * @param countBetween how many rows there are in [from, to)
 */
export function groupByDay(
  newestBefore: (time: number) => number | undefined,
  countBetween: (from: number, to: number) => number,
): FileGroup[] {
  const groups: FileGroup[] = [];
  let time = newestBefore(Number.MAX_SAFE_INTEGER);
  while (time !== undefined) {
    const key = localDay(time);
    const { from, to } = localDayRange(key);
    groups.push({ key, count: countBetween(from, to) });
    // A service may give any time: the next one is earlier in any case, or this would never end.
    time = newestBefore(Math.min(from, time));
  }
  return groups;
}
