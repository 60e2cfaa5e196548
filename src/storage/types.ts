import type { ErrorFacts } from '../api/errors';
import type { BegunWrite, Exchange, Origin } from '../api/exchange';

/**
 * State of a row of the registry. `pending` (nothing of it was sent) and `uploading` belong to a living window. When
 * that window dies or closes, the first becomes `not-sent` and the second `unknown`; see `FileRegistry.recover`.
 */
export type FileState =
  'pending' | 'uploading' | 'uploaded' | 'failed' | 'cancelled' | 'unknown' | 'not-sent';

/** One file as this extension knows it: an upload from before its first byte, or a file added by its id. */
export interface KnownFile {
  /** Key of the row, stable for its whole life. */
  readonly key: number;
  readonly environment: string;
  /** Which account of that environment it belongs to; see "The registry of files" in docs/architecture.md. */
  readonly generation: number;
  readonly state: FileState;
  /**
   * True when the service may have the file although no answer said so: always with `unknown`, and with `failed` after
   * a 5xx or an answer that cannot be read.
   */
  readonly mayHaveActed: boolean;
  /** The service's id; known once the file is uploaded or when it was added by id. */
  readonly fileId?: string;
  readonly name: string;
  /** As it came from the service, or as it was asked for; may be one that the interface does not name. */
  readonly purpose: string;
  readonly mimeType: string;
  /** Bytes, when the file was uploaded from here. */
  readonly size?: number;
  /** Hex SHA-256 of the bytes, when the file was uploaded from here. */
  readonly sha256?: string;
  /** Where it was uploaded from, as a URI. */
  readonly uri?: string;
  /** The service's upload time, ISO 8601, as it came. */
  readonly uploadedAt?: string;
  /** When the row was made, milliseconds since the epoch. */
  readonly createdAt: number;
  /** What lists sort by: the service's upload time where it can be read, else `createdAt`. */
  readonly sortTime: number;
  /** Request id and exchange of the upload. */
  readonly requestId?: string;
  readonly exchangeId?: string;
  readonly error?: ErrorFacts;
  /** `data` of the last get-file-details answer, as it came. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When `details` were fetched, milliseconds since the epoch. */
  readonly detailsAt?: number;
  /** Exchange and request id that brought `details`. */
  readonly detailsExchangeId?: string;
  readonly detailsRequestId?: string;
  /** True when the service no longer knew the file at the last look. */
  readonly gone: boolean;
}

/** What an upload is known by before its first byte is sent. */
export interface NewUpload {
  readonly environment: string;
  /** Identity of the account it goes to (`Connection.generation`); the environment's current one unless given. */
  readonly identity?: string | undefined;
  readonly name: string;
  readonly purpose: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uri: string;
}

/** An upload to begin in a batch. */
export interface BatchUpload extends NewUpload {
  /** Key of the ended row that this upload repeats. */
  readonly repeats?: number | undefined;
}

/** Why the same bytes for the same purpose are not to be sent: uploaded before, on their way, or in doubt. */
export type SameBytes = 'uploaded' | 'in-flight' | 'may-have-acted';

/** What came of beginning an upload. */
export interface BegunUpload {
  /** Whether it may be sent. */
  readonly began: boolean;
  /** The upload's own row when it began, else the row that stands in its way. */
  readonly file: KnownFile;
}

/** The answer that ends an upload well. What it lacks is taken from the row. */
export interface UploadedFile {
  readonly fileId: string;
  readonly purpose?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Absent where the answer did not say. */
  readonly uploadedAt?: string | undefined;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

/** How an upload ended otherwise. */
export interface UnfinishedUpload {
  readonly state: 'failed' | 'cancelled' | 'unknown';
  /** With `mayHaveActed` it is kept as doubtful, whatever its state. */
  readonly error: ErrorFacts;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

/** A get-file-details answer to keep. */
export interface FetchedDetails {
  readonly fileId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

export type FileSort = 'time' | 'name' | 'type';

export interface FileQuery {
  readonly environment: string;
  /**
   * Words looked for in names, ids, purposes and types. Every word must occur, at any place, whatever its
   * case and accents; "inv 2026" finds Invoice_2026-001.pdf. Any text will do: nothing in it is an operator.
   */
  readonly text?: string | undefined;
  readonly purpose?: string | undefined;
  /** Only rows whose `sortTime` is in [from, to), milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly states?: readonly FileState[] | undefined;
  /** `time` is newest first. */
  readonly sort?: FileSort | undefined;
  readonly limit?: number | undefined;
  /** Continue after the page that ended with this cursor. */
  readonly after?: string | undefined;
}

export type CountQuery = Omit<FileQuery, 'sort' | 'limit' | 'after'>;

/** One page of a listing. Costs the same however many rows there are. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Pass as `after` for the next page; absent on the last. */
  readonly next?: string;
}

export interface FileGroup {
  /** A purpose, or a local day as YYYY-MM-DD. */
  readonly key: string;
  readonly count: number;
}

/** Files known, of the current generation of each environment. Every method is one short transaction; changes fire after the commit. */
export interface FileRegistry {
  /**
   * Begins uploads, in order: commits a row in state `pending` for each, before any byte is sent, unless a row with the
   * same bytes, purpose and generation stands in its way. The look and the rows are one immediate transaction, so two
   * windows never both begin the same bytes; two files of one batch with the same bytes do not either.
   * @param allow what the user has agreed to send again all the same
   */
  beginBatch(uploads: readonly BatchUpload[], allow?: readonly SameBytes[]): BegunUpload[];
  /** `beginBatch` with everything allowed. */
  begin(uploads: readonly NewUpload[]): KnownFile[];
  /**
   * To be committed before the first byte: from here on, a window that dies leaves it as unknown.
   * @returns false when the row is not this window's any more: then nothing must be sent
   */
  markUploading(key: number): boolean;
  finish(key: number, answer: UploadedFile): KnownFile;
  fail(key: number, end: UnfinishedUpload): KnownFile;
  /** Keeps a fetched record: updates the row with that file id, or adds one. A forgotten one comes back. */
  keepDetails(environment: string, fetched: FetchedDetails): KnownFile;
  /** The same where there is a row; a forgotten one stays so. Undefined where there is none. */
  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined;
  /** Remembers that the service does not know the file any more (or again). */
  markGone(environment: string, fileId: string, gone: boolean): void;
  /**
   * Makes a doubtful row the uploaded file that it turned out to be; it keeps its hash, size and source. A row that has
   * the id already is merged into it.
   */
  settle(key: number, fetched: FetchedDetails): KnownFile;
  /** The row of the same bytes for the same purpose that is of this kind, if there is one. */
  findSameBytes(environment: string, sha256: string, purpose: string, kind: SameBytes): KnownFile | undefined;
  /** The earlier upload of the same bytes for the same purpose, if one ended well and is not gone. */
  findDuplicate(environment: string, sha256: string, purpose: string): KnownFile | undefined;
  /** Whether the same bytes are on their way for the same purpose, from this window or another. */
  isInFlight(environment: string, sha256: string, purpose: string): boolean;
  get(environment: string, fileId: string): KnownFile | undefined;
  /** The same, also of one that is forgotten, as long as it could still be restored. */
  remembered(environment: string, fileId: string): KnownFile | undefined;
  getByKey(key: number): KnownFile | undefined;
  /** Which of these ids are known: one exact lookup each. */
  known(environment: string, fileIds: readonly string[]): ReadonlyMap<string, KnownFile>;
  list(query: FileQuery): Page<KnownFile>;
  /** @param atMost where to stop counting: with a text that nearly all have, an exact count looks at every row */
  count(query: CountQuery, atMost?: number): number;
  /** Groups with their counts: by purpose in name order, by local day newest first. */
  groups(environment: string, by: 'purpose' | 'day'): FileGroup[];
  /** Takes ended rows that were not uploaded back to `pending` in this window, to be sent again; returns those. */
  restart(keys: readonly number[]): KnownFile[];
  /** Takes rows out of the view; returns what `restore` needs to bring them back. */
  forget(keys: readonly number[]): readonly number[];
  restore(keys: readonly number[]): void;
  /** Ends the uploads that a dead window left: `not-sent` what was pending, `unknown` what was on its way. */
  recover(): KnownFile[];
}

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
  /** The name of the file that was uploaded. */
  readonly fileName?: string;
  /** Which page of a list it is, as far as its cursors tell. */
  readonly page?: 'first' | 'middle' | 'last';
  /** The answer was to be JSON and is not. */
  readonly isNotJson?: true;
  /** The service may have carried the write out although no answer said so. */
  readonly mayHaveActed?: true;
  /** It stays at hand, and when others are dropped for newer ones. */
  readonly isPinned?: true;
}

export interface ExchangeQuery {
  readonly environment: string;
  /**
   * Words looked for in method, path, status, request ids, codes, messages, names of files, and in the beginning of
   * the request's body (4,000 characters) and of the answer (8,000).
   */
  readonly text?: string | undefined;
  readonly outcome?: 'ok' | 'failed' | undefined;
  readonly method?: string | undefined;
  /** Where it comes from: `user` is the user's own hand. */
  readonly origin?: Origin | 'user' | undefined;
  readonly isPinned?: true | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
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
   */
  beginWrite(write: BegunWrite): void;
  /**
   * The last write of this method, target and body, if it is not known what came of it. Once the same write was
   * answered, the ones before it do not count any more.
   */
  unresolvedWrite(environment: string, writeHash: string): UnresolvedWrite | undefined;
  get(id: string): Exchange | undefined;
  /** The exchange any of whose attempts had this request id. */
  findByRequestId(requestId: string): Exchange | undefined;
  /** Which of these are request ids of kept exchanges: one exact lookup each, without reading the exchange. */
  knownRequestIds(candidates: readonly string[]): ReadonlySet<string>;
  list(query: ExchangeQuery): Page<ExchangeSummary>;
  /** @param atMost where to stop counting */
  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number;
  days(environment: string): FileGroup[];
  /** Sums up the requests begun in [from, to), milliseconds since the epoch. */
  summary(environment: string, from: number, to: number): HistorySummary;
  /** Pins exchanges, or lets them go: pinned ones stay when others are dropped for newer ones, until all are cleared. */
  pin(ids: readonly string[], isPinned: boolean): void;
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

/** What changed, so that a listener reloads no more than it must. */
export interface StorageChange {
  readonly what: 'files' | 'history' | 'saved-requests';
  /** Absent when another window made the change, and where it concerns all. */
  readonly environment?: string;
  /** Keys of changed file rows, where known. */
  readonly fileKeys?: readonly number[];
}

/** Why the database is not what one would wish, told once. */
export interface StorageProblem {
  readonly kind: 'damaged' | 'newer' | 'older' | 'read-only' | 'full' | 'locked' | 'unavailable';
  /** What happened, what it means, what to do: for a person. */
  readonly message: string;
  /** Where a damaged database was set aside. */
  readonly setAside?: string;
}

export interface Storage {
  readonly files: FileRegistry;
  readonly history: RequestHistory;
  /** False when this window works in memory only, and nothing will be remembered. */
  readonly persistent: boolean;
  /**
   * Does work with `files` and `history` in one commit with whatever else is asked for in the same turn of the
   * event loop: many uploads cost little more than one. It may be done twice, so it must bear that.
   * @returns what it gives, once it is committed; rejects with what it throws
   */
  batch<T>(work: () => T): Promise<T>;
  /** A key for what is shown of an environment now: another one once another account is behind it. */
  generation(environment: string): number;
  readonly isOpen: boolean;
  /** Looks for environments with another account behind them than at the last look, and tells the listeners. */
  lookForGenerations(): void;
  /** Whether anything was ever kept for an environment of that id, also one that is gone from the settings. */
  isKnown(environment: string): boolean;
  /** Calls back after every commit of this window, and at most `pollMs` after one of another. */
  onDidChange(listener: (change: StorageChange) => void): { dispose(): void };
  /** Ends it; this window's uploads still in flight become unknown. Any use afterwards throws; closing twice is fine. */
  close(): void;
}

export interface StorageOptions {
  /** Path of the database; its folder is made if missing. */
  readonly file: string;
  readonly onProblem: (problem: StorageProblem) => void;
  /** Hears what a listener threw; nobody else does. */
  readonly onListenerError?: (error: unknown) => void;
  /** The identity of the account behind an environment now; the same for all unless told. See generations.ts. */
  readonly identityOf?: (environment: string) => string | undefined;
  /** How often to look for other windows' changes, in milliseconds. 1000 unless told. */
  readonly pollMs?: number;
  /** How long to wait for another window's or program's lock, in milliseconds. 5000 unless told. */
  readonly busyTimeoutMs?: number;
  /** Upper bound of the database's size, in pages of 4 kB. None unless told. */
  readonly maxPages?: number;
}
