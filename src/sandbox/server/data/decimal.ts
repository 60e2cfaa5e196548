/** Sums of money without rounding: what 0.1 and 0.2 add up to here is 0.3. */

/** A decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads what `String(number)` writes for a finite number from zero up, exponents included. */
function parse(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function format({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  return scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`.replace(/\.?0+$/, '');
}

/**
 * Adds two decimals exactly.
 * @param left a decimal from zero up, as `String(number)` or this function writes it
 * @param right the same
 * @returns plain digits with at most one point, no exponent and no trailing zeros after the point
 */
export function addDecimals(left: string, right: string): string {
  const [a, b] = [parse(left), parse(right)];
  const scale = Math.max(a.scale, b.scale);
  const lift = (value: Decimal) => value.digits * 10n ** BigInt(scale - value.scale);
  return format({ digits: lift(a) + lift(b), scale });
}
