/** What the library needs of a network stack. There are two: undici's parts, and the editor's own fetch. */

export interface WireBody {
  /** Exact length in bytes. */
  readonly length: number;
  /** The bytes, from the beginning at every call. One piece in an array goes out together with the headers. */
  chunks(): readonly [Uint8Array] | Iterable<Uint8Array>;
  /** Called with the number of bytes passed to the connection so far; begins again with every attempt. */
  onTaken?(bytes: number): void;
}

export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query as they are written, where a stack can send them so. */
  readonly target?: string | undefined;
  readonly headers: [name: string, value: string][];
  readonly body?: WireBody;
  /** Ends the request wherever it is, down to the socket. */
  readonly signal: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  readonly statusText: string;
  /** As received, in order, repeated ones too. */
  readonly headers: [name: string, value: string][];
  /** Leaving the iteration early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** True when the stack has already undone the content encodings it knows. */
  readonly decoded?: boolean;
}

export interface WireHooks {
  /**
   * The request has begun on a connection that exists: from here on the service may act on it. Called before
   * `send` settles. A stack that does not know reports it too early rather than too late.
   */
  onSent?(): void;
  /** So many more bytes of the body have been handed to the connection. */
  onTaken?(bytes: number): void;
}

export interface Transport {
  /**
   * Sends one request, once; redirects are not followed.
   * @throws whatever the stack throws; networkError.ts knows how to read it
   */
  send(request: WireRequest, hooks: WireHooks): Promise<WireResponse>;
  /** Ends every connection, and with them the requests still on them. */
  close(): Promise<void>;
}

/** The proxy failed, not the service. */
export class ProxyFailure extends Error {
  /** Host and port, without credentials; undefined when only the editor knows which one it chose. */
  readonly proxy: string | undefined;
  /** The proxy's answer, when it refused. */
  readonly status: number | undefined;

  /** @param cause why the proxy could not be used, when it did not answer */
  constructor(proxy: string | undefined, status: number | undefined, cause?: unknown) {
    super(`The proxy ${proxy ?? 'on the way'} failed`, { cause });
    this.name = 'ProxyFailure';
    this.proxy = proxy;
    this.status = status;
  }
}
