import type { ErrorFacts } from '../api/model/errors';
import type { Exchange } from '../api/model/exchange';

/** What every command resolves to. A command never rejects. */
export type Outcome<T> = Success<T> | Failure;

export interface Success<T> {
  readonly ok: true;
  readonly data: T;
  /** `x-request-id` of the last response received. */
  readonly requestId?: string;
  readonly exchangeId?: string;
}

export interface Failure {
  readonly ok: false;
  readonly error: ErrorFacts;
  readonly requestId?: string;
  readonly exchangeId?: string;
}

/** What a handler gives back when all went well; failures are thrown as `PaymentsError`. */
export interface Done<T> {
  readonly data: T;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

export type Ids = Omit<Done<unknown>, 'data'>;

/** The ids of an exchange, for the outcome of a command. */
export function idsOf({ id, requestId }: Exchange): Ids {
  return { exchangeId: id, requestId };
}

/** Those of the ids that are known. */
export function knownIds({ requestId, exchangeId }: Ids): Pick<Failure, keyof Ids> {
  return { ...(requestId !== undefined && { requestId }), ...(exchangeId !== undefined && { exchangeId }) };
}

/** The outcome of a command that is done. */
export function success<T>({ data, ...ids }: Done<T>): Success<T> {
  return { ok: true, data, ...knownIds(ids) };
}
