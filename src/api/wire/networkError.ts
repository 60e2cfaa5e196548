/** What a network stack threw, read by its codes and never by its texts. */
import { ProxyFailure } from './transport';

/** What may happen on the way, and the codes by which it is known. */
const KINDS = {
  'no-host': { codes: 'ENOTFOUND EAI_AGAIN EAI_NODATA EAI_NONAME EAI_FAIL', mayPass: true },
  refused: { codes: 'ECONNREFUSED', mayPass: true },
  unreachable: { codes: 'EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL', mayPass: true },
  'connect-timeout': { codes: 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT', mayPass: true },
  'no-answer': { codes: 'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT', mayPass: true },
  lost: {
    codes:
      'ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET UND_ERR_CLOSED UND_ERR_DESTROYED ' +
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH HPE_INVALID_EOF_STATE HPE_CLOSED_CONNECTION',
    mayPass: true,
  },
  'not-http': { codes: 'UND_ERR_HEADERS_OVERFLOW' },
  compression: {},
  untrusted: {
    codes:
      'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT ' +
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE ' +
      'CERT_CHAIN_TOO_LONG INVALID_CA INVALID_PURPOSE',
    isTls: true,
  },
  'self-signed': { codes: 'DEPTH_ZERO_SELF_SIGNED_CERT', isTls: true },
  expired: { codes: 'CERT_HAS_EXPIRED', isTls: true },
  'not-yet-valid': { codes: 'CERT_NOT_YET_VALID', isTls: true },
  'wrong-name': { codes: 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH', isTls: true },
  revoked: { codes: 'CERT_REVOKED', isTls: true },
  tls: { codes: 'EPROTO', isTls: true },
  proxy: {},
  other: {},
} as const satisfies Record<string, KindFacts>;

interface KindFacts {
  readonly codes?: string;
  /** The other side's certificate, or TLS itself, is the trouble. */
  readonly isTls?: true;
  /** It may pass by itself, so that a repetition is of use where it is safe. */
  readonly mayPass?: true;
}

export type CauseKind = keyof typeof KINDS;

const BY_CODE = new Map(
  Object.entries<KindFacts>(KINDS).flatMap(([kind, { codes }]) =>
    (codes?.split(' ') ?? []).map((code) => [code, kind as CauseKind] as const),
  ),
);

export interface Cause {
  readonly kind: CauseKind;
  /** The system's, TLS layer's or parser's own code. */
  readonly code?: string;
  /** The connection was certainly not made: nothing can have arrived. */
  readonly neverConnected: boolean;
  /** Set for `proxy`: which one, its status if it answered, and else why it could not be used. */
  readonly proxy?: { readonly name?: string; readonly status?: number; readonly cause?: Cause };
}

const BY_PREFIX: [prefix: RegExp, kind: CauseKind][] = [
  [/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_)/, 'tls'],
  [/^HPE_/, 'not-http'],
  [/^(?:Z_|ERR_BROTLI_|ERR__ERROR_|BROTLI_|ZSTD_)/, 'compression'],
];

/** Whether the other side's certificate, or TLS itself, is the trouble. */
export function isTls({ kind }: Cause): boolean {
  return factsOf(kind).isTls === true;
}

/** Whether the trouble may pass by itself, so that a repetition is of use where it is safe. */
export function mayPass({ kind, proxy }: Cause): boolean {
  if (kind === 'proxy') return proxy?.cause !== undefined && mayPass(proxy.cause);
  return factsOf(kind).mayPass === true;
}

function factsOf(kind: CauseKind): KindFacts {
  return KINDS[kind];
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
  return BY_CODE.get(code) ?? BY_PREFIX.find(([prefix]) => prefix.test(code))?.[1];
}

function neverConnected(kind: CauseKind, code: string, syscall: string | undefined): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  // A certificate is judged before the first byte of a request; other TLS errors can come at any time.
  return kind === 'no-host' || kind === 'refused' || (factsOf(kind).isTls === true && kind !== 'tls');
}

/** The members of aggregates, which say more than these do, the error, and what caused it, outermost first. */
export function* wrapped(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return;
  if (error instanceof AggregateError) for (const part of error.errors) yield* wrapped(part, depth + 1);
  yield error;
  yield* wrapped(error.cause, depth + 1);
}

function textOf(error: Error, name: 'code' | 'syscall' | 'data'): string | undefined {
  const value: unknown = name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
