/** Numbers as JSON writes them, compared by their exact value: a double would round what has more than 15 digits. */

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Numbers of at most this many characters, without an exponent, are different doubles: these compare fast. */
const SHORT = 15;

/** Whether a text is a number as JSON writes it. */
export function isDecimal(text: string): boolean {
  return JSON_NUMBER.test(text);
}

/**
 * Compares two numbers by their exact values: `1.0` equals `1`, and `1e2` equals `100`.
 * @param a a number as JSON writes it
 * @param b the same
 * @returns below 0, 0 or above 0, as `sort` wants it
 * @throws TypeError when one of them is no number
 */
export function compareDecimals(a: string, b: string): number {
  if (isShort(a) && isShort(b)) return Number(a) - Number(b);
  const one = decimal(a);
  const other = decimal(b);
  if (one.sign !== other.sign) return one.sign - other.sign;
  return one.sign * compareSizes(one, other);
}

/**
 * Whether a number is a whole number of times another one.
 * @param of another number than zero
 * @throws TypeError when one of them is no number
 */
export function isMultipleOf(text: string, of: string): boolean {
  const value = decimal(text);
  const unit = decimal(of);
  const zeros = value.scale - unit.scale + BigInt(unit.digits.length - value.digits.length);
  if (value.sign === 0) return true;
  // Its digits end with another one than 0.
  if (zeros < 0n) return false;
  const divisor = BigInt(unit.digits);
  // In parts: to read millions of digits at once takes seconds.
  const rest = (value.digits.match(/.{1,15}/g) ?? []).reduce(
    (before, part) => (before * 10n ** BigInt(part.length) + BigInt(part)) % divisor,
    0n,
  );
  // Its factors are found in that many zeros, or not at all.
  const enough = BigInt(unit.digits.length * 4);
  return (rest * 10n ** (zeros < enough ? zeros : enough)) % divisor === 0n;
}

/** Whether a double holds exactly the number that the text writes. @throws TypeError when it is no number */
export function fitsDouble(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && compareDecimals(String(value), text) === 0;
}

/**
 * A text that two numbers share exactly where they are equal: that of the double where it has the value.
 * @param text a number as JSON writes it
 * @throws TypeError when it is no number
 */
export function canonicalDecimal(text: string): string {
  if (fitsDouble(text)) return String(Number(text));
  const { sign, digits, scale } = decimal(text);
  return `${sign < 0 ? '-' : ''}0.${digits}e${scale}`;
}

interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Without zeros at either end: the value is 0.digits times 10 to the power of the scale. */
  readonly digits: string;
  readonly scale: bigint;
}

function isShort(text: string): boolean {
  return text.length <= SHORT && !/e/i.test(text);
}

function decimal(text: string): Decimal {
  const [, minus, whole = '', fraction = '', exponent = ''] = PARTS.exec(text) ?? [];
  if (minus === undefined) throw new TypeError('Not a number');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: 0, digits, scale: 0n };
  const scale = exponentOf(exponent) + BigInt(whole.length - (all.length - digits.length));
  return { sign: minus === '' ? 1 : -1, digits: withoutZerosAtTheEnd(digits), scale };
}

/** A longer exponent is not a real number; reading it would take seconds. */
const MAX_EXPONENT_DIGITS = 1000;

function exponentOf(text: string): bigint {
  const digits = text.replace(/[+-]?0*/, '');
  const size =
    digits.length > MAX_EXPONENT_DIGITS ? 10n ** BigInt(MAX_EXPONENT_DIGITS) : BigInt(`0${digits}`);
  return text.startsWith('-') ? -size : size;
}

/** By hand: a pattern would look at a row of zeros again from each of them. */
function withoutZerosAtTheEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.scale !== b.scale) return a.scale < b.scale ? -1 : 1;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}
