import type { ErrorFacts } from '../../api/model/errors';
import type { FileGroup, Page } from './pages';

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
  /** Which account of that environment it belongs to; see "The database" in docs/architecture.md. */
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
  /** What a person should know of a file that is uploaded, such as that another one has the same id. */
  readonly remark?: string;
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
  /** Key of the ended row whose upload it is: that row goes on. */
  readonly repeats?: number | undefined;
}

/** Why the same bytes for the same purpose are not sent: uploaded before, on their way, or of unknown outcome. */
export type SameBytes = 'uploaded' | 'in-flight' | 'may-have-acted';

/** The result of beginning an upload. */
export interface BegunUpload {
  /** Whether this window has the row. */
  readonly began: boolean;
  /** The upload's own row; when it did not begin, the row that it repeats, which somebody else has or has uploaded. */
  readonly file: KnownFile;
}

/** What was agreed to be sent although the bytes are known: rows by their keys, each in the state that was shown. */
export type Permit = Pick<ReadonlyMap<number, FileState>, 'get'>;

/** What an upload is sent with. */
export interface Sending {
  readonly permit?: Permit | undefined;
  /** Identity of the account it goes to at this moment; that of its row unless given. */
  readonly identity?: string | undefined;
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
  readonly state: 'failed' | 'cancelled' | 'unknown' | 'not-sent';
  /** With `mayHaveActed` the file may be at the service, in any state. */
  readonly error: ErrorFacts;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

/** A get-file-details answer to keep. */
export interface FetchedDetails {
  readonly fileId: string;
  /** Identity of the account that answered; the environment's current one unless given. */
  readonly identity?: string | undefined;
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

/** Files known, of the current generation of each environment. Every method is one short transaction; changes fire after the commit. */
export interface FileRegistry {
  /**
   * Begins uploads, in order: commits a row in state `pending` for each, in one transaction, before any byte is sent.
   * It decides nothing: `startSending` does.
   * @throws ConfigurationError when it cannot be written down: then nothing must be sent
   */
  beginBatch(uploads: readonly BatchUpload[]): BegunUpload[];
  /** `beginBatch` of new uploads. */
  begin(uploads: readonly NewUpload[]): KnownFile[];
  /**
   * The one decision whether bytes are sent, in the transaction that makes the row `uploading`: to be committed before
   * the first byte. It may be sent when no other row of the same account, bytes and purpose is uploaded, on its way or may
   * have arrived, but for what the permit names.
   * @returns the row that prevents it: then nothing must be sent. The own row where this window no longer has it, or where
   * it may have arrived itself; undefined when it may be sent
   * @throws ConfigurationError when it cannot be written down: then nothing must be sent either
   */
  startSending(key: number, sending?: Sending): KnownFile | undefined;
  /** What `startSending` would return, as far as is committed. */
  whatPrevents(key: number, sending?: Sending): KnownFile | undefined;
  /** The service certainly did not act on the attempt, and another one follows: the row is `pending` again. */
  putBack(key: number): void;
  /**
   * Ends an upload for which another row of the same bytes stands. A new row goes. One that was there before becomes what it
   * was, or is settled as uploaded by the other one.
   */
  giveWay(key: number, other: KnownFile): void;
  /** @param identity of the account that answered; that of the row unless given */
  finish(key: number, answer: UploadedFile, identity?: string): KnownFile;
  fail(key: number, end: UnfinishedUpload): KnownFile;
  /** Keeps a fetched record: updates the row with that file id, or adds one. A forgotten one comes back. */
  keepDetails(environment: string, fetched: FetchedDetails): KnownFile;
  /** Updates the row with that file id, if there is one; a forgotten one stays so. */
  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined;
  /**
   * Remembers that the service does not know the file any more (or again).
   * @param identity of the account that was asked; the environment's current one unless given
   */
  markGone(environment: string, fileId: string, gone: boolean, identity?: string): void;
  /**
   * Makes a row of unknown outcome the uploaded file that was found; it keeps its hash, size and source. A row that has
   * the id already is merged into it.
   */
  settle(key: number, fetched: FetchedDetails): KnownFile;
  /** The rows of the same bytes for the same purpose that are uploaded or may have arrived, what is certain first. */
  findSameBytes(environment: string, sha256: string, purpose: string): KnownFile[];
  /** Remembers which rows are uploaded now. @returns whether a row was */
  uploadedNow(environment: string): (key: number) => boolean;
  get(environment: string, fileId: string): KnownFile | undefined;
  /**
   * The row with that file id, also one that is forgotten, as long as it could still be restored.
   * @param identity of its account; the environment's current one unless given
   */
  remembered(environment: string, fileId: string, identity?: string): KnownFile | undefined;
  getByKey(key: number): KnownFile | undefined;
  /** Whether a file of any environment is known by an id. Without one there is nothing to look for. */
  hasIds(): boolean;
  /** Which of these ids are known: one exact lookup each. */
  known(environment: string, fileIds: readonly string[]): ReadonlyMap<string, KnownFile>;
  list(query: FileQuery): Page<KnownFile>;
  /** @param atMost where to stop counting: with a text that nearly all have, an exact count looks at every row */
  count(query: CountQuery, atMost?: number): number;
  /** Groups with their counts: by purpose in name order, by local day newest first. */
  groups(environment: string, by: 'purpose' | 'day'): FileGroup[];
  /** Takes rows out of the view; returns what `restore` needs to bring them back. */
  forget(keys: readonly number[]): readonly number[];
  restore(keys: readonly number[]): void;
  /** Ends the uploads that a dead window left: `not-sent` what was pending, `unknown` what was on its way. */
  recover(): KnownFile[];
}
