import type { EnvironmentType } from './addresses';
import type { ErrorFacts } from './errors';
import type { Operation } from './operations';

/** What is known of a call as it begins, redacted as the exchange will be. */
export interface BegunExchange {
  /** Unique, and ordered by time: `ex_` and a UUID version 7. */
  readonly id: string;
  readonly environment: string;
  /** Identifies the account that it went to among those behind the same environment id, as the client was given it. */
  readonly identity?: string;
  readonly environmentType: EnvironmentType;
  readonly operation: Operation;
  /** The address of the environment that it was meant for; absent where it was none of them. */
  readonly service?: Service;
  /** Who or what asked for it, if it was not the user's own hand. */
  readonly origin?: Origin;
  readonly method: string;
  /** Absolute, redacted. */
  readonly url: string;
  /** Path and query only, relative to the origin; what a list shows. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * One call as it is kept and shown: log, history, HAR, generated code and support reports all read this.
 * It is redacted where it is made (see redact.ts), so nothing that reads it has to take care of keys.
 */
export interface Exchange extends BegunExchange {
  /** Id of the scenario that the Local Sandbox was in, where it was not the normal one. */
  readonly scenario?: string;
  /** What the calls of one batch have in common. */
  readonly batch?: string;
  /** Milliseconds from the first attempt to the end, waits included. */
  readonly durationMs: number;
  readonly request: ExchangeRequest;
  /** In order; a retried call is one exchange with several. Empty where nothing could be sent, or the window closed before an answer. */
  readonly attempts: readonly Attempt[];
  /** `ok`, or the kind of the error. */
  readonly outcome: 'ok' | ErrorFacts['kind'];
  readonly error?: ErrorFacts;
  /** Id of the setting that may fix it, such as http.proxy. */
  readonly setting?: string;
  /** `x-request-id` of the last response received. */
  readonly requestId?: string;
  /** Status of the last response received. */
  readonly status?: number;
  /** Deviations of the answer from the documented envelope, in words; empty or absent when there are none. */
  readonly deviations?: readonly string[];
  /** Cursors of a paginated answer, and its total. */
  readonly paging?: Paging;
}

export interface Paging {
  readonly nextPage?: string;
  readonly previousPage?: string;
  readonly totalCount?: number;
}

/** An answer as it arrived, whole and not redacted: to be checked at once, never to be kept. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body, its encodings undone; absent where it could not be had whole. */
  readonly bytes?: Uint8Array;
  /** It was not read to its end because of its size. */
  readonly isTooLarge?: boolean;
}

/** How an answer compares with the API description of its operation. */
export interface AnswerCheck {
  /** The operation that method and path match; `source` names the description. */
  readonly operation?: { readonly method: string; readonly path: string; readonly source: string };
  readonly checked: boolean;
  /** Why it was not checked. */
  readonly reason?: string;
  readonly differences: readonly { readonly place: string; readonly message: string }[];
}

/** What is journaled of a write before its first byte. */
export interface BegunWrite extends BegunExchange {
  readonly request: ExchangeRequest;
  /** Identifies the same write by method, target and body. It is a hash: nothing of them can be read from it. */
  readonly writeHash: string;
  /** See `CallOptions.shown`. */
  readonly shown?: string | null | undefined;
}

export type { EnvironmentType } from './addresses';
/** Where a request comes from, apart from the user's own hand: an agent of the editor, a request file, or a view that shows details. */
export type Origin = 'agent' | 'file' | 'view';
/** Which address of an environment serves a request. */
export type Service = 'api' | 'files';
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface ExchangeRequest {
  readonly headers: HeaderList;
  /** So many of the headers, from the first on, were made by the extension; the others are its caller's. */
  readonly made?: number;
  /**
   * `redacted` when path or body are not what was sent, because a key was taken out of them: sent, copied or edited,
   * this would be another request. `files` when the body names files in the place of their bytes. The Authorization
   * header, which is always hidden, does not count.
   */
  readonly altered?: 'redacted' | 'files';
  readonly body?: RequestBody;
}

export type RequestBody =
  /** JSON, or any other text as it was sent. */
  | { readonly kind: 'json'; readonly text: string }
  | {
      readonly kind: 'multipart';
      readonly fields: Readonly<Record<string, string>>;
      readonly file: {
        readonly fieldName: string;
        readonly name: string;
        readonly mimeType: string;
        readonly size: number;
        /** Where it was read from, as a URI, so that generated code can name it. */
        readonly uri?: string;
      };
    };

/** One request on the wire and its result. */
export interface Attempt {
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds waited before this attempt (backoff, Retry-After, cool-down). */
  readonly waitedMs: number;
  /** Milliseconds until the response headers, if they came. */
  readonly headersMs?: number;
  readonly response?: AttemptResponse;
  /** Why there was no usable answer. */
  readonly error?: { readonly message: string; readonly code?: string };
}

export interface AttemptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly requestId?: string;
  /** The whole body as text, redacted. Absent for binary content. */
  readonly body?: string;
  /** Size of the body as received, decoded, in bytes. */
  readonly bodyBytes: number;
}
