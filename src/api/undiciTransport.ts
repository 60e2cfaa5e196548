import type { Transport } from './transport';

export interface UndiciTransportOptions {
  /** Address of the proxy for every request, `http://[user:password@]host:port` or https. */
  readonly proxy?: string;
  /** Hosts that are reached directly, separated by commas or spaces. */
  readonly noProxy?: string;
  /** Whether the proxy's own certificate must be trusted. True unless told; says nothing of the service's. */
  readonly proxyStrictSSL?: boolean;
  /** Value of the Proxy-Authorization header; wins over credentials in the address. */
  readonly proxyAuthorization?: string;
  /** Trusted certificates, PEM, in place of the built-in ones; a function is called at the first TLS connection. */
  readonly ca?: string[] | (() => string[]);
  /** Connections per origin; not limited unless told. */
  readonly connections?: number;
  /** For DNS, TCP, proxy and TLS together. 10 s unless told. */
  readonly connectTimeoutMs?: number;
}

export function createUndiciTransport(_options: UndiciTransportOptions = {}): Transport {
  throw new Error('To come');
}
