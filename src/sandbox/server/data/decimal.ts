import Big from 'big.js';

/**
 * Adds two sums of money without rounding: 0.1 and 0.2 are 0.3.
 * @param left a decimal from zero up, as `String(number)` or this function writes it
 * @param right the same
 * @returns plain digits with at most one point, no exponent and no trailing zeros after the point
 */
export function addDecimals(left: string, right: string): string {
  return new Big(left).plus(right).toFixed();
}
