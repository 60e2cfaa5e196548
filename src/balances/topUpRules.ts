import { isCurrency } from '../api/rules/limits';
import { decimalsOf } from '../ui/formats/amounts';
import { number, t } from '../util/text';
import { withoutEnd } from '../util/edges';

/** The rules of a top-up, in words. Pure. */

export interface TopUp {
  /** Finite and above 0, with every digit that was typed. */
  readonly amount: number;
  /** Three letters, upper case. */
  readonly currency: string;
}

/** A top-up, and where it goes. */
interface PlacedTopUp extends TopUp {
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
export function checkTypedAmount(
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
