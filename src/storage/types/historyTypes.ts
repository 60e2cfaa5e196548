import type { Exchange, Origin } from '../../api/model/exchange';
import type { Cursor } from './registryTypes';

type Shown = 'id' | 'environment' | 'operation' | 'origin' | 'method' | 'path' | 'startedAt' | 'durationMs';

/** What a list of exchanges shows, without the bodies. */
export interface ExchangeSummary extends Pick<
  Exchange,
  Shown | 'outcome' | 'status' | 'requestId' | 'batch'
> {
  /** The name of the file that was uploaded. */
  readonly fileName?: string;
  /** What was asked for, where it is a top-up. */
  readonly topUp?: { readonly amount: number; readonly currency: string };
  /** Which page of a list it is, as far as its cursors show. */
  readonly page?: 'first' | 'middle' | 'last';
  /** The answer should be JSON and is not. */
  readonly isNotJson?: true;
  /** The service may have carried the write out although no answer said so. */
  readonly mayHaveActed?: true;
  /** It stays at hand, and when others are dropped for newer ones. */
  readonly isPinned?: true;
  /** In how many places the answer differs from its API description; absent where it does not. */
  readonly differences?: number;
}

export interface ExchangeQuery {
  readonly environment: string;
  /**
   * Words looked for in method, path, status, request ids, codes, messages, names of files, and in the beginning of
   * the request's body (4,000 characters) and of the answer (8,000), in the newest 5,000 rows. `findInLongTexts` finds
   * them in the rest.
   */
  readonly text?: string | undefined;
  /** Keys from `findInLongTexts`: these count as having the words. */
  readonly alsoKeys?: readonly number[] | undefined;
  readonly outcome?: 'ok' | 'failed' | undefined;
  readonly method?: string | undefined;
  /** Of an operation: after `/v1`, with names in braces. */
  readonly path?: string | undefined;
  /** Where it comes from: `user` is the user's own hand. */
  readonly origin?: Origin | 'user' | undefined;
  /** Leaves out what views asked for by themselves, unless it failed. */
  readonly withoutViews?: true | undefined;
  readonly isPinned?: true | undefined;
  /** Only those whose answer differs from its API description. */
  readonly differs?: true | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: Cursor | undefined;
}

/** Exchanges by their keys, which grow with time; both bounds are left out. */
export interface KeyRange {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/** What one step of a search through long texts came to. */
export interface FoundInLongTexts {
  /** Keys, to be given to `list`. */
  readonly found: readonly number[];
  /** The newest key that was looked at. */
  readonly newest?: number;
  /** Where the next step goes on below; absent when all were looked at. */
  readonly next?: number;
}

/** What happened in some time. */
export interface HistorySummary {
  readonly requests: number;
  readonly failures: number;
  /** Milliseconds; absent where there were no requests. */
  readonly medianMs?: number;
  readonly slowest?: { readonly method: string; readonly path: string; readonly durationMs: number };
}

/** A write that is under way in some window, or that may have been carried out although no answer said so. */
export interface UnresolvedWrite {
  readonly exchangeId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly isUnderWay: boolean;
}

/** How much is kept at most. */
export interface HistoryLimits {
  /** Exchanges per environment; 0 keeps none. */
  readonly maxRequests: number;
  /** Bytes of all exchanges, as they are stored. */
  readonly maxBytes: number;
}
