import type { AnswerCheck, BegunWrite, Exchange, Origin } from '../../api/model/exchange';
import type { FileGroup, Page } from './pages';

/** What a list of exchanges shows, without the bodies. */
export interface ExchangeSummary {
  readonly id: string;
  readonly environment: string;
  readonly operation: Exchange['operation'];
  readonly origin?: NonNullable<Exchange['origin']>;
  readonly method: string;
  readonly path: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Exchange['outcome'];
  readonly status?: number;
  readonly requestId?: string;
  /** What the uploads that were begun together have in common. */
  readonly batch?: string;
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
  readonly after?: string | undefined;
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

/** Exchanges kept, of the current generation of each environment, newest first. */
export interface RequestHistory {
  /**
   * Keeps one, then drops the oldest of its environment beyond `keep`, and of all beyond `maxBytes`. With `keep` 0
   * nothing is kept. A write that was journaled leaves the journal with it.
   * @throws ConfigurationError while nothing can be written, for what changed nothing at the service
   */
  add(exchange: Exchange, keep: number, maxBytes?: number): void;
  /**
   * Drops some of what is over the limits, in a short transaction.
   * @returns whether there may be more to drop
   */
  applyLimits(limits: HistoryLimits): boolean;
  /**
   * Journals a write, to be committed before its first byte. Should this window die before `add`, it comes back as an
   * exchange of unknown outcome.
   * @throws ConfigurationError when it cannot be written down: then it must not be sent
   */
  beginWrite(write: BegunWrite): void;
  /**
   * The last write of this method, target and body whose result is unknown. Once the same write succeeded, the ones
   * before it do not count any more.
   */
  unresolvedWrite(environment: string, writeHash: string): UnresolvedWrite | undefined;
  get(id: string): Exchange | undefined;
  /** The exchange any of whose attempts had this request id. */
  findByRequestId(requestId: string): Exchange | undefined;
  /** Whether any request id is kept, of any environment. */
  hasRequestIds(): boolean;
  /** Which of these are request ids of kept exchanges: one exact lookup each, without reading the exchange. */
  knownRequestIds(candidates: readonly string[]): ReadonlySet<string>;
  list(query: ExchangeQuery): Page<ExchangeSummary>;
  /**
   * Looks for the words of a query in whole bodies and answers, some of them in each call: a few milliseconds of work.
   */
  findInLongTexts(query: Omit<ExchangeQuery, 'limit' | 'after'>, range: KeyRange): FoundInLongTexts;
  /** @param atMost where to stop counting */
  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number;
  days(environment: string, options?: { readonly withoutViews?: boolean }): FileGroup[];
  /** Sums up the requests begun in [from, to), milliseconds since the epoch. */
  summary(environment: string, from: number, to: number): HistorySummary;
  /** Pins exchanges, or lets them go: pinned ones stay when others are dropped for newer ones, until all are cleared. */
  pin(ids: readonly string[], isPinned: boolean): void;
  /** Removes exchanges. @returns how many there were, and what takes it back */
  forget(ids: readonly string[]): { readonly count: number; readonly undo: () => void };
  /** Keeps how the answer of an exchange compares with its API description; nothing where that is not kept. */
  keepCheck(id: string, check: AnswerCheck): void;
  /** What `keepCheck` kept. */
  checkOf(id: string): AnswerCheck | undefined;
  /** Method and path (no query) pairs called before, most recent first. */
  recentPaths(environment: string, limit: number): { method: string; path: string }[];
  /** All kept exchanges, newest first, read in pages. */
  all(environment: string): Iterable<Exchange>;
  /**
   * Drops the exchanges of all generations of an environment, and the files of those that are not the current one: they
   * are not shown, so there is no other way to them. The environment may be gone from the settings.
   * @returns how many exchanges were dropped
   */
  clear(environment: string): number;
}
