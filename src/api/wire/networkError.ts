/** What a network stack threw, read by its codes and never by its texts. */
import { ProxyFailure } from './transport';

export type CauseKind =
  | 'no-host'
  | 'refused'
  | 'unreachable'
  | 'connect-timeout'
  | 'no-answer'
  | 'lost'
  | 'not-http'
  | 'compression'
  | 'untrusted'
  | 'self-signed'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-name'
  | 'revoked'
  | 'tls'
  | 'proxy'
  | 'other';

export interface Cause {
  readonly kind: CauseKind;
  /** The system's, TLS layer's or parser's own code. */
  readonly code?: string;
  /** The connection was certainly not made: nothing can have arrived. */
  readonly neverConnected: boolean;
  /** Set for `proxy`: which one, its status if it answered, and else why it could not be used. */
  readonly proxy?: { readonly name?: string; readonly status?: number; readonly cause?: Cause };
}

const BY_CODE: Record<string, CauseKind> = {
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-host',
  EAI_NODATA: 'no-host',
  EAI_NONAME: 'no-host',
  EAI_FAIL: 'no-host',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer',
  UND_ERR_BODY_TIMEOUT: 'no-answer',
  ECONNRESET: 'lost',
  ECONNABORTED: 'lost',
  EPIPE: 'lost',
  UND_ERR_SOCKET: 'lost',
  UND_ERR_CLOSED: 'lost',
  UND_ERR_DESTROYED: 'lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'lost',
  HPE_INVALID_EOF_STATE: 'lost',
  HPE_CLOSED_CONNECTION: 'lost',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  HOSTNAME_MISMATCH: 'wrong-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REJECTED: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  CERT_CHAIN_TOO_LONG: 'untrusted',
  INVALID_CA: 'untrusted',
  INVALID_PURPOSE: 'untrusted',
  CERT_REVOKED: 'revoked',
  EPROTO: 'tls',
};

const BY_PREFIX: [prefix: RegExp, kind: CauseKind][] = [
  [/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_)/, 'tls'],
  [/^HPE_/, 'not-http'],
  [/^(?:Z_|ERR_BROTLI_|ERR__ERROR_|BROTLI_|ZSTD_)/, 'compression'],
];

const TLS_KINDS: ReadonlySet<CauseKind> = new Set([
  'untrusted',
  'self-signed',
  'expired',
  'not-yet-valid',
  'wrong-name',
  'revoked',
  'tls',
] as const);

/** Whether the other side's certificate, or TLS itself, is the trouble. */
export function isTls(cause: Cause): boolean {
  return TLS_KINDS.has(cause.kind);
}

/** Whether the trouble may pass by itself, so that a repetition is of use where it is safe. */
export function mayPass(cause: Cause): boolean {
  if (cause.kind === 'proxy') return cause.proxy?.cause !== undefined && mayPass(cause.proxy.cause);
  return ['no-host', 'refused', 'unreachable', 'connect-timeout', 'no-answer', 'lost'].includes(cause.kind);
}

/** Reads an error together with the errors that it wraps; the first that says something is the cause. */
export function causeOf(error: unknown): Cause {
  for (const candidate of wrapped(error)) {
    if (candidate instanceof ProxyFailure) return proxyCause(candidate);
    const parser = parserFault(candidate);
    if (parser) return parser;
    const code = textOf(candidate, 'code') ?? '';
    const syscall = textOf(candidate, 'syscall');
    const kind = kindOf(code, syscall);
    if (kind !== undefined) return { kind, code, neverConnected: neverConnected(kind, code, syscall) };
  }
  return { kind: 'other', neverConnected: false };
}

/**
 * undici's parser gives its errors a code that is undefined. They can be recognized by the class's name,
 * and the rest of the input, which is empty when the connection ended too early.
 */
function parserFault(error: Error): Cause | undefined {
  if (error.name !== 'HTTPParserError' || textOf(error, 'code') !== undefined) return undefined;
  return { kind: textOf(error, 'data') === '' ? 'lost' : 'not-http', neverConnected: false };
}

function proxyCause({ proxy, status, cause }: ProxyFailure): Cause {
  const why = cause === undefined ? undefined : causeOf(cause);
  const known = {
    ...(proxy === undefined ? {} : { name: proxy }),
    ...(status === undefined ? {} : { status }),
    ...(why === undefined ? {} : { cause: why }),
  };
  return {
    kind: 'proxy',
    neverConnected: true,
    proxy: known,
    ...(why?.code === undefined ? {} : { code: why.code }),
  };
}

function kindOf(code: string, syscall: string | undefined): CauseKind | undefined {
  // The connection was made, and stalls.
  if (code === 'ETIMEDOUT' && (syscall === 'read' || syscall === 'write')) return 'no-answer';
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  return BY_PREFIX.find(([prefix]) => prefix.test(code))?.[1];
}

function neverConnected(kind: CauseKind, code: string, syscall: string | undefined): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  // A certificate is judged before the first byte of a request; other TLS errors can come at any time.
  return kind === 'no-host' || kind === 'refused' || (TLS_KINDS.has(kind) && kind !== 'tls');
}

/** The members of aggregates, which say more than these do, the error, and what caused it, outermost first. */
function* wrapped(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return;
  if (error instanceof AggregateError) for (const part of error.errors) yield* wrapped(part, depth + 1);
  yield error;
  yield* wrapped(error.cause, depth + 1);
}

function textOf(error: Error, name: 'code' | 'syscall' | 'data'): string | undefined {
  const value: unknown = name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
