/** Checks a top-up. The codes of its detail items are not shown and chosen here. */
import type { TopUpInput } from '../../api/model/clientTypes';
import type { FieldError } from '../../api/model/errors';
import { CURRENCY_LENGTH } from '../../api/rules/limits';
import { invalid } from './http/replies';

/** Beyond this a JSON number is no longer exact, and money has to be. */
const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

/**
 * @param body the JSON object of the request
 * @throws Refusal that names every field that is wrong
 */
export function checkTopUp(body: Partial<Record<string, unknown>>): TopUpInput {
  const { amount, currency } = body;
  const problems = [amountProblem(amount), currencyProblem(currency)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length > 0) throw invalid(...problems);
  return { amount, currency } as TopUpInput;
}

function amountProblem(amount: unknown): FieldError | undefined {
  const problem = (code: string, message: string) => ({ code, fieldName: 'amount', message });
  if (amount === undefined || amount === null) return problem('required', 'amount is required.');
  if (typeof amount !== 'number') return problem('number', 'amount must be a number.');
  if (amount <= 0) return problem('min', 'amount must be above 0.');
  if (amount > MAX_AMOUNT) return problem('max', `amount must be at most ${MAX_AMOUNT}.`);
  return undefined;
}

function currencyProblem(currency: unknown): FieldError | undefined {
  const problem = (code: string, message: string) => ({ code, fieldName: 'currency', message });
  if (currency === undefined || currency === null) return problem('required', 'currency is required.');
  if (typeof currency !== 'string') return problem('string', 'currency must be a string.');
  if (currency.length !== CURRENCY_LENGTH) {
    return problem('length', `currency must be ${CURRENCY_LENGTH} characters long.`);
  }
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    return problem('currency', 'currency must be an ISO 4217 code in capital letters, such as EUR.');
  }
  return undefined;
}
