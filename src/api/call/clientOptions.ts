import type { CoolDown } from './cooldown';
import type { BegunExchange, BegunWrite, EnvironmentType, Exchange, Origin } from '../model/exchange';
import type { Transport } from '../wire/transport';

export interface ClientOptions {
  /** Id of the environment. */
  readonly environment: string;
  /** Identifies the account behind the environment; each exchange holds it. */
  readonly identity?: string | undefined;
  readonly environmentType: EnvironmentType;
  /** With or without the final `/v1`. */
  readonly apiUrl: string;
  readonly filesUrl: string;
  readonly apiKey: string;
  /** Keys of other environments, which must not be kept or shown either, wherever they come up. */
  readonly otherKeys?: readonly string[];
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
  /** Refuses every method but GET and HEAD before anything is sent, whatever is called. */
  readonly readOnly?: boolean;
  /** Ends every call of this client, beside the signal of the call itself. */
  readonly signal?: AbortSignal;
  /** Called for every call before its first attempt; an exchange with the same id follows. */
  readonly onBegin?: (begun: BegunExchange) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Journals a write other than an upload; its first byte waits for it. What it throws does not hold the write up. */
  readonly onWrite?: (write: BegunWrite) => Promise<void>;
  /** 0.5 s base, 8 s cap and Math.random by default. */
  readonly backoff?: Backoff;
}

/** Exponential backoff with full jitter. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}
