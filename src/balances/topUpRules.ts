import type { TopUpInput } from '../api/model/clientTypes';
import { isCurrency } from '../api/rules/limits';
import { decimalsOf, halfWidth, parseAmount } from '../ui/formats/amounts';
import { number, t } from '../util/text';
import { withoutEnd } from '../util/edges';

/** The rules of a top-up, in words. Pure. */

/** A top-up, and where it goes. */
interface PlacedTopUp extends TopUpInput {
  readonly environment: string;
}

const REPEAT_WINDOW_MS = 60_000;

/** More than this is taken for a slip of the hand, in a window. By code any amount above 0 is sent. */
const LARGEST_TYPED = 1e12;

/**
 * What a person has probably mistyped: more decimals than the currency has (12.345 EUR, where in half of Europe
 * it means twelve thousand), or a sum beyond any test.
 * @param typed the amount, and its decimal text with a point
 * @returns what is wrong, or undefined
 */
function checkTypedAmount(
  { amount, text }: { readonly amount: number; readonly text: string },
  currency: string,
): string | undefined {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : Infinity;
  const written = withoutEnd(text.split('.')[1] ?? '', /0/);
  if (written.length > decimals) {
    return decimals === 0
      ? t('{0} has no decimals. Enter a whole amount.', currency)
      : t('{0} has {1} decimals. Enter an amount with at most {1}.', currency, decimals);
  }
  return amount > LARGEST_TYPED ? t('Enter an amount of at most {0}.', number(LARGEST_TYPED)) : undefined;
}

/** Top-ups that are under way or ended less than a minute ago: doing the same again may be a slip. */
export class RecentTopUps {
  /** With the time from which each does not count any more, in milliseconds since the epoch. */
  readonly #until = new Map<PlacedTopUp, number>();

  /** Whether the same amount is on its way to the same place, or went there a moment ago. */
  has(next: PlacedTopUp, now = Date.now()): boolean {
    return [...this.#until].some(([past, until]) => now < until && isSame(past, next));
  }

  /** Remembers one that is about to be sent: it counts as long as it takes. */
  begin(topUp: PlacedTopUp): void {
    this.#until.set(topUp, Infinity);
  }

  /** @param added false when it certainly was not: then it may be sent again at once */
  end(topUp: PlacedTopUp, added: boolean, now = Date.now()): void {
    for (const [past, until] of this.#until) if (until <= now) this.#until.delete(past);
    if (added) this.#until.set(topUp, now + REPEAT_WINDOW_MS);
    else this.#until.delete(topUp);
  }
}

function isSame(one: PlacedTopUp, other: PlacedTopUp): boolean {
  return (
    one.environment === other.environment && one.amount === other.amount && one.currency === other.currency
  );
}

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
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const hasComma = parts.some(({ value }) => value === ',');
  const other = parseAmount(text, hasComma ? 'en' : 'de');
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
