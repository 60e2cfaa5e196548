import { t } from '../../util/text';

/** The errors of the public contract, all carrying the same facts. */

/** Why a call did not succeed. The public contract (docs/contract.md) explains them. */
export type ErrorKind =
  | 'api'
  | 'http'
  | 'network'
  | 'tls'
  | 'timeout'
  | 'decode'
  | 'unknown-outcome'
  | 'preflight'
  | 'configuration'
  | 'not-found'
  | 'cancelled';

/** One detail item of a validation error ("Conventions" in docs/api.md). */
export interface FieldError {
  readonly fieldName: string;
  readonly code: string;
  readonly message: string;
}

/** What is known about a failure, as a command's outcome reports it. Holds no key. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  /** One sentence for a person: what happened and what to do. */
  readonly message: string;
  /** HTTP status of the last response, if there was one. */
  readonly status?: number;
  /** The service's error group, as it came; may be one that the interface does not name. */
  readonly code?: string;
  readonly fields?: readonly FieldError[];
  /** How long the service asked to wait, in whole seconds. */
  readonly retryAfterSeconds?: number;
  /**
   * True for a write that the service may have acted on: no answer, a 5xx, or a 2xx that is not the envelope. Such a
   * write is never repeated without a question to the user. Absent otherwise.
   */
  readonly mayHaveActed?: true;
  /** What became of the expectations of a request file, where the service answered. */
  readonly expectations?: readonly ExpectationOutcome[];
}

/** What became of an expectation of a request file (`??`). */
export interface ExpectationOutcome {
  /** Counted from 0. */
  readonly line: number;
  /** The line from `??` on. */
  readonly text: string;
  readonly ok: boolean;
  /** What was seen, or why it could not be judged; absent where nothing is there. */
  readonly actual?: string;
}

/** What an environment may lack: its address, its API key, or the Local Sandbox, which was stopped. */
export type Lack = 'address' | 'key' | 'sandbox';

/** Facts beside the public ones that features need to help further. */
export interface ErrorContext {
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
  /** Id of the environment it concerns, so that what is offered next concerns the same one. */
  readonly environment?: string | undefined;
  /** The system's or TLS layer's own code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly causeCode?: string | undefined;
  /** Id of the setting that may fix it, such as http.proxy. */
  readonly setting?: string | undefined;
  /** What the environment lacks for it, so that it can be offered. */
  readonly missing?: Lack | undefined;
  /** The answer was the documented error body, so the service itself said it. */
  readonly isDocumented?: boolean | undefined;
  readonly cause?: unknown;
}

/** Every failure that the library reports. Compare the `kind`: it works across bundles. */
export class PaymentsError extends Error {
  // Each is set below, so none is set to undefined before: this is loaded when the editor starts.
  declare readonly kind: ErrorKind;
  declare readonly facts: Omit<ErrorFacts, 'kind'>;
  declare readonly requestId: string | undefined;
  declare readonly exchangeId: string | undefined;
  declare readonly environment: string | undefined;
  declare readonly causeCode: string | undefined;
  declare readonly setting: string | undefined;
  declare readonly missing: Lack | undefined;
  declare readonly isDocumented: boolean;

  /**
   * @param facts what a command's outcome will say
   * @param context request id, exchange and cause, where known
   */
  constructor({ kind, ...facts }: ErrorFacts, context: ErrorContext = {}) {
    super(facts.message, { cause: context.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.facts = facts;
    this.requestId = context.requestId;
    this.exchangeId = context.exchangeId;
    this.environment = context.environment;
    this.causeCode = context.causeCode;
    this.setting = context.setting;
    this.missing = context.missing;
    this.isDocumented = context.isDocumented ?? false;
  }
}

/** A name for the errors of one kind, for those that are made by hand. */
function ofKind(kind: ErrorKind) {
  return class extends PaymentsError {
    /** @param facts what a command's outcome will say, or but its message */
    constructor(facts: string | Omit<ErrorFacts, 'kind'>, context?: ErrorContext) {
      super({ ...(typeof facts === 'string' ? { message: facts } : facts), kind }, context);
    }
  };
}

/** A 2xx that is not the documented envelope. */
export class DecodeError extends ofKind('decode') {}
/** Refused here, before anything was sent, because of what was given. */
export class PreflightError extends ofKind('preflight') {}
/** No such environment, no address or key, or not available in this environment. */
export class ConfigurationError extends ofKind('configuration') {}
/** Nothing is known here by that id, or there is no such page. */
export class NotFoundError extends ofKind('not-found') {}
/** The user called it off. Its words are the same wherever nothing has happened yet. */
export class CancelledError extends ofKind('cancelled') {
  constructor(message = t('Cancelled. Nothing was sent or changed.'), context?: ErrorContext) {
    super(message, context);
  }
}

/**
 * An argument of a caller that cannot be used. No person types it, so that one sentence does for all.
 * @param expected in the notation of TypeScript
 */
export function invalidArgument(name: string, expected: string): PreflightError {
  const message = t('The argument "{0}" must be {1}. Nothing was sent or changed.', name, expected);
  return new PreflightError(message);
}

/** Whether something caught is a failure of ours. Looks at the shape: each bundle has its own classes, and activation none that it does not throw. */
export function isPaymentsError(error: unknown): error is PaymentsError {
  return error instanceof Error && 'kind' in error && 'facts' in error;
}

/** Whether something caught is a failure of ours of that kind. */
export function isOfKind(error: unknown, kind: ErrorKind): boolean {
  return isPaymentsError(error) && error.kind === kind;
}

/** Whether the service itself said that there is no such file. A gateway's page with the same status does not. */
export function saysMissing(error: unknown): error is PaymentsError {
  return isPaymentsError(error) && error.facts.status === 404 && error.isDocumented;
}

/** The public facts of an error, ready for a command's outcome. */
export function errorFacts(error: PaymentsError): ErrorFacts {
  return { kind: error.kind, ...error.facts };
}
