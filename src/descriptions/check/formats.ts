import { isIP } from 'node:net';
import { compareDecimals } from '../../util/decimals';
import { decimalText, isWhole } from './numbers';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const MINUTES_OF_DAY = 24 * 60;
/**
 * The signs of a URI; those of other languages are those of an IRI. Brackets are around an address in the place of a host;
 * many services have them in queries.
 */
const URI =
  /^[a-z][a-z\d+.-]*:(?:\/\/[!$-.0-;=@-Z_a-z~]*(?:(?<=[@/])\[[\da-f:.]+\](?::\d*)?)?(?=[/?#]|$)|(?!\/\/))[!$-;=?-[\]_a-z~]*(?:#[!$-;=?-[\]_a-z~]*)?$/i;

/** The formats that are checked, each for values of one type. Others say nothing about a value. */
const TEXTS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', (text) => isDate(text.slice(0, 10)) && isTime(text.slice(10))],
  ['uuid', (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['email', isEmail],
  ['uri', (text) => URI.test(text) && !/%(?![\da-f]{2})/i.test(text)],
  ['ipv4', (text) => isIP(text) === 4],
  ['ipv6', (text) => isIP(text) === 6 && !text.includes('%')],
]);

const RANGES: ReadonlyMap<string, readonly [lowest: string, highest: string]> = new Map([
  ['int32', ['-2147483648', '2147483647']],
  ['int64', ['-9223372036854775808', '9223372036854775807']],
]);

/** Whether a value has a format; true for formats that are not checked, and for values of another type. */
export function hasFormat(format: string, value: unknown): boolean {
  if (typeof value === 'string') return TEXTS.get(format)?.(value) ?? true;
  const range = RANGES.get(format);
  const number = decimalText(value);
  if (range === undefined || number === undefined) return true;
  const [lowest, highest] = range;
  return isWhole(value) && compareDecimals(number, lowest) >= 0 && compareDecimals(number, highest) <= 0;
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** A leap second is the last one of a day in UTC (RFC 3339, 5.7). */
function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [, hour, minute, second, sign, hours = 0, minutes = 0] = match;
  const offset = Number(hours) * 60 + Number(minutes);
  const inUtc = Number(hour) * 60 + Number(minute) + (sign === '-' ? offset : MINUTES_OF_DAY - offset);
  return second !== '60' || inUtc % MINUTES_OF_DAY === MINUTES_OF_DAY - 1;
}

/** By its parts: one pattern for both would look at a long text again and again. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1);
  const isName =
    /^"[^"]*"$/.test(name) || (/^[^\s@<>()[\]\\,;:"]+$/.test(name) && !/^\.|\.\.|\.$/.test(name));
  // An address in brackets (RFC 5321, 4.1.3).
  const [literal, prefix, address = ''] = /^\[(IPv6:)?([^\]%]*)\]$/i.exec(host) ?? [];
  if (literal !== undefined) return isName && isIP(address) === (prefix === undefined ? 4 : 6);
  return (
    isName && host.split('.').every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label))
  );
}
