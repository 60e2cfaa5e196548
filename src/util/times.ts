/** A date and time with its zone, as the interface shows them (ISO 8601). Nothing is guessed from others. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Below this, a link that expires is worth a warning, in milliseconds. */
const SOON_MS = 5 * 60_000;

/**
 * Reads a time of the service.
 * @returns milliseconds since the epoch; undefined for anything that is not an unmistakable point in time
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !ISO_TIME.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** A time of expiry in relation to now. */
export type Expiry = 'expired' | 'soon' | 'later';

export function expiryAt(at: number, now: number): Expiry {
  if (at <= now) return 'expired';
  return at - now < SOON_MS ? 'soon' : 'later';
}

/** Making one costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time in the reader's own zone and language, to the second, with the zone named. */
export function exactTime(at: number, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
  formats.set(locale, format);
  return format.format(at);
}
