import type { ErrorFacts } from '../api/errors';
import type { Exchange } from '../api/exchange';

/** State of a row of the registry. `pending` and `uploading` belong to a living window; see `FileRegistry.recover`. */
export type FileState = 'pending' | 'uploading' | 'uploaded' | 'failed' | 'cancelled' | 'unknown';

/** One file as this extension knows it: an upload from before its first byte, or a file added by its id. */
export interface KnownFile {
  /** Key of the row, stable for its whole life. */
  readonly key: number;
  readonly environment: string;
  readonly state: FileState;
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
  readonly name: string;
  readonly purpose: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uri: string;
}

/** The answer that ends an upload well. */
export interface UploadedFile {
  readonly fileId: string;
  readonly purpose: string;
  readonly mimeType: string;
  /** Absent where the answer did not say. */
  readonly uploadedAt?: string | undefined;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

/** How an upload ended otherwise. */
export interface UnfinishedUpload {
  readonly state: 'failed' | 'cancelled' | 'unknown';
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

/** Files known, per environment. Every method is one short transaction; changes fire after the commit. */
export interface FileRegistry {
  /** Commits rows in state `pending`, in order, before any byte is sent. */
  begin(uploads: readonly NewUpload[]): KnownFile[];
  markUploading(key: number): void;
  finish(key: number, answer: UploadedFile): KnownFile;
  fail(key: number, end: UnfinishedUpload): KnownFile;
  /** Keeps a fetched record: updates the row with that file id, or adds one. A forgotten one comes back. */
  keepDetails(environment: string, fetched: FetchedDetails): KnownFile;
  /** The same where there is a row; a forgotten one stays so. Undefined where there is none. */
  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined;
  /** Remembers that the service does not know the file any more (or again). */
  markGone(environment: string, fileId: string, gone: boolean): void;
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
  /** Takes failed, cancelled and unknown rows back to `pending` in this window, to be sent again; returns those. */
  restart(keys: readonly number[]): KnownFile[];
  /** Takes rows out of the view; returns what `restore` needs to bring them back. */
  forget(keys: readonly number[]): readonly number[];
  restore(keys: readonly number[]): void;
  /** Marks uploads that a dead window left in flight as unknown; returns them. */
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
}

export interface ExchangeQuery {
  readonly environment: string;
  /** Words looked for in method, path, status, request ids, codes and messages. */
  readonly text?: string | undefined;
  readonly outcome?: 'ok' | 'failed' | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Exchanges kept, per environment, newest first. */
export interface RequestHistory {
  /** Keeps one, then drops the oldest of its environment beyond `keep`. With `keep` 0 nothing is kept. */
  add(exchange: Exchange, keep: number): void;
  get(id: string): Exchange | undefined;
  /** The exchange any of whose attempts had this request id. */
  findByRequestId(requestId: string): Exchange | undefined;
  /** Which of these are request ids of kept exchanges: one exact lookup each, without reading the exchange. */
  knownRequestIds(candidates: readonly string[]): ReadonlySet<string>;
  list(query: ExchangeQuery): Page<ExchangeSummary>;
  /** @param atMost where to stop counting */
  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number;
  days(environment: string): FileGroup[];
  /** Method and path (no query) pairs called before, most recent first. */
  recentPaths(environment: string, limit: number): { method: string; path: string }[];
  /** All kept exchanges, newest first, read in pages. */
  all(environment: string): Iterable<Exchange>;
  clear(environment: string): number;
}

/** What changed, so that a listener reloads no more than it must. */
export interface StorageChange {
  readonly what: 'files' | 'history';
  /** Absent when another window made the change. */
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
  /** How often to look for other windows' changes, in milliseconds. 1000 unless told. */
  readonly pollMs?: number;
  /** How long to wait for another window's or program's lock, in milliseconds. 5000 unless told. */
  readonly busyTimeoutMs?: number;
  /** Upper bound of the database's size, in pages of 4 kB. None unless told. */
  readonly maxPages?: number;
}
