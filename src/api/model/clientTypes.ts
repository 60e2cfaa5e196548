import type { Exchange, HeaderList, Origin } from './exchange';

/** A successful answer. */
export interface Answer<T> {
  /** `data` of the envelope, as it came; scrubbed of the key, nothing else. */
  readonly data: T;
  /** The envelope's human-readable text; empty when it had none. */
  readonly message: string;
  readonly status: number;
  /** The whole JSON, as it came; scrubbed of the key. Undefined for HEAD. */
  readonly body: unknown;
  readonly requestId?: string;
  readonly exchangeId: string;
  /** Deviations of the answer from the documented envelope that leave it usable, in words. */
  readonly deviations: string[];
  readonly paging?: Paging;
}

export interface Paging {
  readonly nextPage?: string;
  readonly previousPage?: string;
  readonly totalCount?: number;
}

/** What a content link led to. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly mimeType?: string;
  readonly requestId?: string;
  readonly exchangeId: string;
}

export interface CallOptions {
  /** Ends the call wherever it is, waits included, down to the socket. */
  readonly signal?: AbortSignal;
  /** Where the request comes from, if not from the caller that the client is for. */
  readonly origin?: Origin;
  /** Called exactly once for every call, before it settles. Not called when nothing could be tried. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called before each wait for a further attempt. */
  readonly onWait?: (wait: AttemptWait) => void;
  /** Set for a call that is one of many: it takes turns with the others of the window after a 429. */
  readonly batch?: BatchCall;
}

/**
 * A call of a batch. A 429 that asks for up to a minute is no reason for it to fail: it waits, for a quarter of an
 * hour in all.
 */
export interface BatchCall {
  /** Called when it begins to wait because the service asked for time, with the remaining milliseconds. */
  readonly onPause?: (milliseconds: number) => void;
}

/** A wait between two attempts of a call. */
export interface AttemptWait {
  /** The attempt that follows, counted from 1, and how many there are at most. */
  readonly attempt: number;
  readonly of: number;
  readonly milliseconds: number;
}

export interface UploadInput {
  readonly content: Uint8Array;
  /** Original file name, whatever characters it holds. */
  readonly name: string;
  readonly mimeType: string;
  readonly purpose: string;
  /** Where the file was read from; kept with the exchange, not sent. */
  readonly uri?: string;
  /** The caller's own, as in `RequestInput`. */
  readonly headers?: HeaderList;
  /** Bytes of the file handed to the connection so far; begins again when an attempt is repeated. */
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
}

export interface TopUpInput {
  /** Finite and above 0. */
  readonly amount: number;
  /** Three letters; sent in upper case. */
  readonly currency: string;
}

type QueryScalar = string | number | boolean;
/** Query parameters; an array repeats its name, undefined leaves it out. */
export type Query = Readonly<Record<string, QueryScalar | readonly QueryScalar[] | undefined>>;

export interface RequestInput {
  readonly method: string;
  /** Relative to the API address, with or without `/v1`; may carry a query, which `query` overrides by name. */
  readonly path: string;
  readonly query?: Query;
  /** Anything that JSON can hold; undefined sends no body. */
  readonly body?: unknown;
  /** Sends a `limit` that is out of range, to see what the service says of it. */
  readonly anyLimit?: boolean;
  /** The caller's own. `Authorization`, `Host` and `Content-Length` are the library's. */
  readonly headers?: HeaderList;
}

/** A request that is sent as it was written, such as one of an `.http` file. */
export interface WrittenInput {
  readonly method: string;
  /** Which address it is relative to; undefined: the files address for paths below `/files`, else the API's. */
  readonly service?: 'api' | 'files' | undefined;
  /** With or without `/v1`. The query in it is sent as it is written. */
  readonly path: string;
  readonly headers?: HeaderList;
  readonly content?: {
    readonly bytes: Uint8Array;
    /** The body as text, as the exchange keeps it. */
    readonly kept: string;
  };
}

export interface PagesInput {
  readonly path: string;
  readonly query?: Query;
  /** Items per page, 1 to 100. */
  readonly limit?: number;
  /** Cursor to begin with; without it, the first page. */
  readonly page?: string;
  /** Which cursor to follow. `next` by default. */
  readonly direction?: 'next' | 'previous';
}
