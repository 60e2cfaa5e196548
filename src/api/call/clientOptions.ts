import type { CoolDown } from './cooldown';
import type { ErrorFacts } from '../model/errors';
import type {
  BegunExchange,
  BegunWrite,
  EnvironmentType,
  Exchange,
  Origin,
  ReceivedAnswer,
  Service,
} from '../model/exchange';
import type { Transport } from '../wire/transport';

export interface ClientOptions {
  /** Id of the environment. */
  readonly environment: string;
  /** What messages call it. */
  readonly environmentName: string;
  /** Identifies the account behind the environment; each exchange holds it. */
  readonly identity?: string | undefined;
  readonly environmentType: EnvironmentType;
  /** With or without the final `/v1`. */
  readonly apiUrl: string;
  readonly filesUrl: string;
  readonly apiKey: string;
  /** Keys of other environments, which must not be kept or shown either, wherever they come up. */
  readonly otherKeys?: readonly string[];
  /** The state that a service for trials was put into, such as one in which it fails, as calls begin. */
  readonly scenario?: TrialScenario | undefined;
  readonly transport: Transport;
  /** Shared by every client of the window. */
  readonly cooldown: CoolDown;
  /** For one attempt, body included. */
  readonly timeoutMs: number;
  /** Extra attempts where a retry is safe. */
  readonly maxRetries: number;
  readonly userAgent: string;
  /** Marks every exchange; absent for the user's own calls. */
  readonly origin?: Origin;
  /** Why a request may not be sent to one of the addresses, if so: asked before each attempt, whatever is called. */
  readonly refuses?: (method: string, service: Service) => ErrorFacts | undefined;
  /** Ends every call of this client, beside the signal of the call itself. */
  readonly signal?: AbortSignal;
  /** Called for every call before its first attempt; an exchange with the same id follows. */
  readonly onBegin?: (begun: BegunExchange) => void;
  /** @param answer of the last attempt, where there was one */
  readonly onExchange?: (exchange: Exchange, answer?: ReceivedAnswer) => void;
  /** Whether an added description has an operation for a request: its answer need not be an envelope. */
  readonly isDescribed?: (method: string, target: string) => Promise<boolean>;
  /** Called with an error of ours that ended a call, for the log. Holds no key. */
  readonly onUnexpected?: (error: Error) => void;
  /** Journals a write other than an upload; its first byte waits for it. When it rejects, nothing is sent. */
  readonly onWrite?: (write: BegunWrite) => Promise<void>;
  /** 0.5 s base, 8 s cap and Math.random by default. */
  readonly backoff?: Backoff;
}

export interface TrialScenario {
  /** Kept with each exchange. */
  readonly id: string;
  /** A sentence for an error that comes from it. */
  explain(error: ErrorFacts): string | undefined;
}

/** Exponential backoff with full jitter. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}
