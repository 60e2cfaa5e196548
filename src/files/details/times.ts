/** Points in time as the service writes them, and the words for how far away they are. Pure: no clock. */

/** A date and time with its zone, as the interface shows them (ISO 8601). Nothing is guessed from others. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Below this, a link that expires is worth a warning, in milliseconds. */
const SOON_MS = 5 * 60_000;

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Reads a time of the service.
 * @returns milliseconds since the epoch; undefined for anything that is not an unmistakable point in time
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !ISO_TIME.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** How a time of expiry stands to now. */
export type Expiry = 'expired' | 'soon' | 'later';

export function expiryAt(at: number, now: number): Expiry {
  if (at <= now) return 'expired';
  return at - now < SOON_MS ? 'soon' : 'later';
}

/**
 * How far a time is from now, such as "in 12 minutes" or "3 days ago". Counts whole units only, so that
 * nothing is said to be further away than it is.
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 * @param locale a language tag; a wrong one falls back to the environment's own
 */
export function relativeTime(at: number, now: number, locale: string): string {
  const distance = Math.abs(at - now);
  const sign = at > now ? 1 : -1;
  const [unit, length] = UNITS.find(([, ms]) => distance >= ms) ?? (['second', 1000] as const);
  const count = Math.floor(distance / length);
  // "now" rather than "0 seconds ago"; but never "yesterday", which may be wrong by the calendar.
  const words = new Intl.RelativeTimeFormat(knownLocale(locale), {
    numeric: count === 0 ? 'auto' : 'always',
  });
  return words.format(sign * count, unit);
}

/** A time in the reader's own zone and language, to the second, with the zone named. */
export function exactTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}

/** An unknown tag is no reason to show no time: the platform's own language serves as well. */
function knownLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
