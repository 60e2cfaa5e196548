import type { ErrorFacts } from '../../api/model/errors';
import type { FileState } from './fileStates';

export type { FileState } from './fileStates';

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
  /** The purpose that was sent, where the service says another one. */
  readonly sentPurpose?: string;
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
  /** What lists sort by: the service's upload time where it can be read, else `createdAt`; till then, when it was sent. */
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

type Known = 'environment' | 'name' | 'purpose' | 'mimeType' | 'size' | 'sha256' | 'uri';

/** What an upload is known by before its first byte is sent. */
export interface NewUpload extends Required<Pick<KnownFile, Known>> {
  /** Identity of the account it goes to (`Connection.identity`); the environment's current one unless given. */
  readonly identity?: string | undefined;
}

/** An upload to begin in a batch. */
export interface BatchUpload extends NewUpload {
  /** Key of the ended row whose upload it is: that row goes on. */
  readonly repeats?: number | undefined;
}

/** The result of beginning an upload. */
export interface BegunUpload {
  /** Whether this window has the row. */
  readonly began: boolean;
  /** The upload's own row; when it did not begin, the row that it repeats, which somebody else has or has uploaded. */
  readonly file: KnownFile;
}

/** What was agreed to be sent although the bytes are known: rows by their keys, each in the state that was shown. */
export type UploadPermit = Pick<ReadonlyMap<number, FileState>, 'get'>;

/** What an upload is sent with. */
export interface Sending {
  readonly permit?: UploadPermit | undefined;
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
  readonly after?: Cursor | undefined;
}

export type CountQuery = Omit<FileQuery, 'sort' | 'limit' | 'after'>;

/** Where a page ended: what its last row is sorted by. It is no count, so rows may come and go. */
export type Cursor = readonly (string | number)[];

/** One page of a listing. Costs the same however many rows there are. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Pass as `after`, in the same order, for the next page; absent on the last. */
  readonly next?: Cursor;
}

export interface FileGroup {
  /** A purpose, or a local day as YYYY-MM-DD. */
  readonly key: string;
  readonly count: number;
}
