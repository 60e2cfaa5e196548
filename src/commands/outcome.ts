import type { ErrorFacts } from '../api/errors';

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
