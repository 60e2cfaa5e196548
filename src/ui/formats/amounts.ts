import { shownLanguage, t } from '../../util/text';
import { fitsDouble } from '../../util/decimals';

export type ParsedAmount =
  | {
      readonly ok: true;
      readonly amount: number;
      /** The amount as plain decimal text, such as `1234.50`, with the digits that were typed. */
      readonly text: string;
    }
  | { readonly ok: false; readonly reason: string };

interface Notation {
  readonly digits: readonly string[];
  readonly decimal: string;
  readonly group: string;
  /** Digits in the groups before the last one, which has three everywhere: two in India. */
  readonly groupSize: number;
}

const LONGEST = 100;
const LAST_GROUP = 3;
const SPACES = ' \u00a0\u2009\u202f';
const APOSTROPHES = "'\u2019";
const MARKS = /[\u200e\u200f\u061c]/g;

/**
 * An amount of money in a currency, in the manner of the locale, with every digit that the amount has.
 * A currency that is no three letters is shown as it is, after the amount.
 */
export function formatMoney(amount: number, currency: string, locale = shownLanguage()): string {
  const decimals = { maximumFractionDigits: 20 };
  if (!/^[A-Za-z]{3}$/.test(currency))
    return `${new Intl.NumberFormat(locale, decimals).format(amount)} ${currency}`;
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals }).format(amount);
}

/** How many decimals amounts of a currency have: none in JPY, three in KWD. */
export function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** The ISO 4217 currencies in the order of their codes, named in the language of the locale. */
export function currencies(locale = shownLanguage()): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code }));
}

/**
 * Reads an amount above 0 as a person of that locale types it. Refuses, in words, what could be read in two
 * ways, and what a number cannot hold exactly.
 */
export function parseAmount(input: string, locale?: string): ParsedAmount {
  const typed = halfWidth(input).replace(MARKS, '').trim();
  if (typed.length > LONGEST) return refused(t('This is too long for an amount.'));
  if (/^[-\u2212(]/.test(typed)) return refused(t('The amount must be above 0.'));
  const notation = notations(locale).find(({ digits }) => digits.some((digit) => typed.includes(digit)));
  const text = notation === undefined ? undefined : decimalText(typed, notation);
  if (text === undefined) return refused(t('Enter an amount, e.g. {0}', example(locale)));
  const amount = Number(text);
  if (amount === 0) return refused(t('The amount must be above 0.'));
  if (!fitsDouble(text)) return refused(t('This amount has more digits than can be sent exactly.'));
  return { ok: true, amount, text };
}

function refused(reason: string): ParsedAmount {
  return { ok: false, reason };
}

function example(locale: string | undefined): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(12345.5);
}

/** The locale's own digits, and the ASCII digits that people type as well. */
function notations(locale: string | undefined): Notation[] {
  const own = new Intl.NumberFormat(locale).resolvedOptions().numberingSystem;
  return [...new Set([own, 'latn', 'arab', 'arabext'])].map((system) => readNotation(locale, system));
}

function readNotation(locale: string | undefined, numberingSystem: string): Notation {
  const format = new Intl.NumberFormat(locale, { numberingSystem });
  const parts = format.formatToParts(1234567890.5);
  const value = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  const sizes = parts.filter((part) => part.type === 'integer').map((part) => Array.from(part.value).length);
  return {
    digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
    decimal: value('decimal') ?? '.',
    group: value('group') ?? ' ',
    groupSize: sizes[1] ?? LAST_GROUP,
  };
}

/** Plain decimal text, or undefined where the notation of the locale is not kept to. Numerals are never mixed. */
function decimalText(typed: string, notation: Notation): string | undefined {
  const [whole = '', fraction, ...more] = typed.split(notation.decimal);
  if (more.length > 0) return undefined;
  const integer = whole === '' ? notation.digits[0] : ungrouped(whole, notation);
  if (integer === undefined) return undefined;
  const latin = (text: string) =>
    Array.from(text, (character) => notation.digits.indexOf(character)).join('');
  const text = `${latin(integer)}${fraction === undefined ? '' : `.${latin(fraction)}`}`;
  return /^\d+(?:\.\d+)?$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
}

/** The digits without their grouping, if that is complete, of one kind, and of the right sizes. */
function ungrouped(whole: string, { group, groupSize }: Notation): string | undefined {
  const separators = [SPACES, APOSTROPHES].find((kind) => kind.includes(group)) ?? group;
  const separator = Array.from(whole).find((character) => separators.includes(character));
  if (separator === undefined) return whole;
  // Kinds of separators are not mixed: what is not split at stays within a group, which is then too long.
  const groups = whole.split(separator).map((each) => Array.from(each).length);
  const last = groups.pop();
  const first = groups.shift() ?? 0;
  const right =
    last === LAST_GROUP && first >= 1 && first <= groupSize && groups.every((size) => size === groupSize);
  return right ? whole.replaceAll(separator, '') : undefined;
}

/** Text with the full-width letters, digits and signs of a Japanese or Chinese keyboard as the usual ones. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}
