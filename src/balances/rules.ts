import { CURRENCY_LENGTH } from '../api/limits';

/** The rules of a top-up ("Sandbox balance top-up"), in words. Pure. */

/** A top-up that went well. */
export interface PastTopUp {
  readonly environment: string;
  readonly amount: number;
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const REPEAT_WINDOW_MS = 60_000;

/** @returns what is wrong with an amount, or undefined */
export function checkAmount(amount: unknown): string | undefined {
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0
    ? undefined
    : 'The amount must be a number above 0. Nothing was sent.';
}

/** @returns what is wrong with a currency, or undefined */
export function checkCurrency(currency: unknown): string | undefined {
  return typeof currency === 'string' &&
    /^[a-z]+$/i.test(currency.trim()) &&
    currency.trim().length === CURRENCY_LENGTH
    ? undefined
    : 'The currency must be an ISO code of three letters, such as EUR. Nothing was sent.';
}

/** Whether a top-up repeats one of less than a minute ago. */
export function isRepeat(last: PastTopUp, next: PastTopUp): boolean {
  return (
    last.environment === next.environment &&
    last.amount === next.amount &&
    last.currency === next.currency &&
    next.at - last.at < REPEAT_WINDOW_MS
  );
}
