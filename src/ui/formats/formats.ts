import { shownLanguage } from '../../util/text';

/** Sizes, times and durations for people, in the manner of a locale (that of the texts by default). */

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const SPANS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A size in decimal units with three digits, such as `5.24 MB`. */
export function formatBytes(bytes: number, locale = shownLanguage()): string {
  let value = bytes;
  let unit = 0;
  // Compared as it will be shown, so that nothing is shown as 1,000 kB.
  while (Number(value.toPrecision(3)) >= 1000 && unit < SIZES.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const name = SIZES[unit] ?? 'byte';
  const style = { style: 'unit', unit: name, unitDisplay: unit === 0 ? 'long' : 'short' } as const;
  return numberFormat(locale, { ...style, maximumSignificantDigits: 3 }).format(value);
}

/**
 * How long ago, or how far ahead, such as `3 minutes ago` and `in 2 days`.
 * @param time milliseconds since the epoch
 * @param now likewise
 */
export function formatRelativeTime(time: number, now: number, locale = shownLanguage()): string {
  const seconds = Math.trunc((time - now) / 1000);
  const [unit, length] = SPANS.find(([, span]) => Math.abs(seconds) >= span) ?? (['second', 1] as const);
  const moment = Math.abs(seconds) < 5 ? 0 : Math.trunc(seconds / length);
  return relativeFormat(moment === 0 ? 'auto' : 'always', locale).format(moment, unit);
}

/**
 * The local time with its zone, and the same in ISO 8601 and UTC with milliseconds.
 * @param time milliseconds since the epoch
 */
export function formatExactTime(time: number, timeZone?: string, locale = shownLanguage()): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone });
  return `${format.format(time)} (${new Date(time).toISOString()})`;
}

/** A duration in the unit that fits: `120 ms`, `1.2 sec`, `2 min, 5 sec`, `1 hr, 5 min` (as the locale has it). */
export function formatDuration(ms: number, locale = shownLanguage()): string {
  const unit = (value: number, name: string) =>
    numberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(value);
  const whole = Math.round(Math.max(ms, 0));
  if (whole < 1000) return unit(whole, 'millisecond');
  const tenths = Math.round(whole / 100) / 10;
  if (tenths < 60) return unit(tenths, 'second');
  const seconds = Math.round(whole / 1000);
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
  if (seconds < 3600) {
    return list.format([unit(Math.floor(seconds / 60), 'minute'), unit(seconds % 60, 'second')]);
  }
  const minutes = Math.round(seconds / 60);
  return list.format([unit(Math.floor(minutes / 60), 'hour'), unit(minutes % 60, 'minute')]);
}

/** Formats that were made, by what they were made of: making one costs more than writing a hundred numbers. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const made = JSON.stringify([locale, options]);
  const format = numberFormats.get(made) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(made, format);
  return format;
}

/** @param numeric `auto` has words of its own for what is near: `now`, `yesterday` */
export function relativeFormat(
  numeric: 'auto' | 'always',
  locale = shownLanguage(),
): Intl.RelativeTimeFormat {
  const made = `${locale} ${numeric}`;
  const format = relativeFormats.get(made) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  relativeFormats.set(made, format);
  return format;
}

/** The time of day, as short as the language has it. @param time milliseconds since the epoch */
export function formatClockTime(time: number, locale = shownLanguage()): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);
}
