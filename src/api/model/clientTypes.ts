import type { Exchange, HeaderList, Origin, Paging, ReceivedAnswer, Service } from './exchange';
import type { PlannedBody } from './requestPlan';

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
  readonly origin?: Origin | undefined;
  /**
   * What a person was shown of the same write before: the exchange whose result is not known, or null for none. The
   * journal refuses a write for which that is no longer true. Absent where nobody was asked.
   */
  readonly shown?: string | null | undefined;
  /** Called exactly once for every call, before it settles. Not called when nothing could be tried. */
  readonly onExchange?: (exchange: Exchange, answer?: ReceivedAnswer) => void;
  /** Called before each wait for an attempt: the first one waits after a 429 to another call. */
  readonly onWait?: (wait: AttemptWait) => void;
  /**
   * Sends although the service asked to wait for longer than a minute. Only for what a person chose to send anyway: see
   * `CoolDown.hold`.
   */
  readonly despiteHold?: boolean;
  /** Set for a call that is one of many. */
  readonly batch?: BatchCall;
}

/**
 * A call of a batch. A 429 that asks for up to a minute is no reason for it to fail: it waits, for a quarter of an
 * hour in all, as the other calls of the batch may be why.
 */
export interface BatchCall {
  /** There are no others: a 429 counts as a retry, as of any other call. */
  readonly isAlone?: boolean;
  /** Kept with each exchange of the batch. */
  readonly id?: string;
  /** Called when it begins to wait because the service asked for time, with the remaining milliseconds. */
  readonly onPause?: (milliseconds: number) => void;
  /** Called before each attempt, when its turn has come. A PaymentsError that it throws ends the call before that attempt. */
  readonly begin?: () => Promise<void>;
  /**
   * Called after an attempt on which the service certainly did not act, when another one follows, and where none may be
   * made after `begin`.
   */
  readonly putBack?: () => Promise<void>;
}

/** A wait before an attempt of a call. */
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
  /** Which address it is relative to; undefined: the files address for paths below `/files`, else the API's. */
  readonly service?: Service | undefined;
  /** Anything that JSON can hold; undefined sends no body. */
  readonly body?: unknown;
  /** A body that is sent as it is, in the place of `body`. */
  readonly content?: PlannedBody | undefined;
  /** Sends a `limit` that is out of range, to see what the service says of it. */
  readonly anyLimit?: boolean | undefined;
  /** The caller's own. `Authorization`, `Host` and `Content-Length` are the library's. */
  readonly headers?: HeaderList;
}
