import { decimalsOf, halfWidth, parseAmount } from '../ui/formats/amounts';
import { checkTypedAmount } from './topUpRules';

/** What a person typed for a top-up: `250 EUR`, `EUR 250` or `250`. Pure. */
export interface TypedTopUp {
  /** The amount, as it was typed. */
  readonly amount: string;
  /** The code of the currency, or its beginning, in upper case; empty where none was typed. */
  readonly code: string;
}

/** @returns undefined for a text without a digit, such as the name of a currency */
export function splitTyped(text: string): TypedTopUp | undefined {
  const plain = halfWidth(text).trim();
  if (!/\p{Nd}/u.test(plain)) return undefined;
  const [code = ''] =
    /^[A-Za-z]{1,3}(?![A-Za-z])/.exec(plain) ?? /(?<![A-Za-z])[A-Za-z]{1,3}$/.exec(plain) ?? [];
  return {
    amount: (plain.startsWith(code) ? plain.slice(code.length) : plain.slice(0, -code.length)).trim(),
    code: code.toUpperCase(),
  };
}

/**
 * The amounts that a text can mean, by currency: as people of the locale write it, and, where point and comma can be
 * taken for each other, as others do. 1,234 KWD is one of 1234 and 1.234; 1,234 EUR can only be 1234.
 *
 * The text is read once for all currencies: reading takes about a millisecond, and there are more than 160 of them.
 * @returns a function that takes a currency and gives a text that says what is wrong when the text means no amount in it
 */
export function amountsOf(text: string, locale: string): (currency: string) => readonly number[] | string {
  const own = parseAmount(text, locale);
  if (!own.ok) return () => own.reason;
  const other = parseAmount(text, decimalPoint(locale) === ',' ? 'en' : 'de');
  return (currency) => {
    const problem = checkTypedAmount(own, currency);
    if (problem !== undefined) return problem;
    // 1,200 EUR is not 1.2: nobody writes that with three decimals.
    const isAmbiguous =
      other.ok &&
      other.amount !== own.amount &&
      (other.text.split('.')[1] ?? '').length <= decimalsOf(currency);
    return isAmbiguous ? [own.amount, other.amount] : [own.amount];
  };
}

function decimalPoint(locale: string): string | undefined {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
}
