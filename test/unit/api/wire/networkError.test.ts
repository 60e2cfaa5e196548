import assert from 'node:assert/strict';
import { ProxyFailure } from '../../../../src/api';
import { type CauseKind, causeOf, isTls, mayPass } from '../../../../src/api/wire/networkError';

function failing(facts: object, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), facts);
}

const coded = (code: string, syscall?: string) => failing({ code, ...(syscall && { syscall }) });

describe('The cause of a failure', () => {
  const allTried = Object.assign(new AggregateError([coded('ETIMEDOUT', 'connect')]), { code: 'ETIMEDOUT' });
  const cases: [string, unknown, kind: string, neverConnected: boolean][] = [
    ['a reset while connecting', coded('ECONNRESET', 'connect'), 'lost', true],
    ['a reset later', coded('ECONNRESET', 'read'), 'lost', false],
    ['a host that cannot be reached', coded('EHOSTUNREACH', 'connect'), 'unreachable', true],
    ['a route lost later', coded('EHOSTUNREACH', 'write'), 'unreachable', false],
    ['a connection that takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 'connect-timeout', true],
    ['a stalled connection', coded('ETIMEDOUT', 'read'), 'no-answer', false],
    ['a stalled write', coded('ETIMEDOUT', 'write'), 'no-answer', false],
    ['an answer that no parser knows', coded('HPE_INVALID_CONSTANT'), 'not-http', false],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'expired', true],
    ['a TLS alert, which can come at any time', coded('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'), 'tls', false],
    ['what a fetch wraps', failing({}, coded('ENOTFOUND')), 'no-host', true],
    ['what an aggregate holds', new AggregateError([coded('ECONNREFUSED')]), 'refused', true],
    ['the addresses of a name that were all tried', allTried, 'connect-timeout', true],
    ['a proxy in the way', new ProxyFailure('p:1', 407), 'proxy', true],
    ['a code that is a property of every object', coded('constructor'), 'other', false],
    ['no error at all', 'text', 'other', false],
    ['nothing', undefined, 'other', false],
  ];
  for (const [what, error, kind, neverConnected] of cases) {
    it(`is read from ${what}`, () => {
      const cause = causeOf(error);
      assert.deepEqual([cause.kind, cause.neverConnected], [kind, neverConnected]);
    });
  }

  /** Every code, by kind; whether a repetition is of use, and whether certificates or TLS are the trouble. */
  const CODES: Partial<Record<CauseKind, [codes: string, passes: boolean, tls: boolean]>> = {
    'no-host': ['ENOTFOUND EAI_AGAIN EAI_NODATA EAI_NONAME EAI_FAIL', true, false],
    refused: ['ECONNREFUSED', true, false],
    unreachable: ['EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL', true, false],
    'connect-timeout': ['ETIMEDOUT UND_ERR_CONNECT_TIMEOUT', true, false],
    'no-answer': ['UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT', true, false],
    lost: [
      'ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET UND_ERR_CLOSED UND_ERR_DESTROYED ' +
        'UND_ERR_RES_CONTENT_LENGTH_MISMATCH HPE_INVALID_EOF_STATE HPE_CLOSED_CONNECTION',
      true,
      false,
    ],
    'not-http': ['UND_ERR_HEADERS_OVERFLOW HPE_INVALID_VERSION', false, false],
    compression: ['Z_DATA_ERROR ERR_BROTLI_X ERR__ERROR_FORMAT BROTLI_X ZSTD_error', false, false],
    expired: ['CERT_HAS_EXPIRED', false, true],
    'not-yet-valid': ['CERT_NOT_YET_VALID', false, true],
    'wrong-name': ['ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH', false, true],
    'self-signed': ['DEPTH_ZERO_SELF_SIGNED_CERT', false, true],
    untrusted: [
      'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT ' +
        'UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE ' +
        'CERT_CHAIN_TOO_LONG INVALID_CA INVALID_PURPOSE',
      false,
      true,
    ],
    revoked: ['CERT_REVOKED', false, true],
    tls: ['EPROTO ERR_SSL_X ERR_TLS_HANDSHAKE_TIMEOUT ERR_OSSL_X', false, true],
    other: ['XHPE_ E_STRANGE', false, false],
  };
  for (const [kind, [codes, passes, tls]] of Object.entries(CODES)) {
    it(`is ${kind} for ${codes}`, () => {
      for (const code of codes.split(' ')) {
        const cause = causeOf(coded(code));
        assert.deepEqual([cause.kind, mayPass(cause), isTls(cause)], [kind, passes, tls], code);
        // A proxy that could not be used for that reason may be of use again as soon.
        const proxied = causeOf(new ProxyFailure('p:1', undefined, coded(code)));
        const { kind: proxiedKind, proxy } = proxied;
        assert.deepEqual([proxiedKind, mayPass(proxied), proxy?.name], ['proxy', passes, 'p:1'], code);
      }
    });
  }

  it('is looked for nine errors deep, and says whether a name was resolved', () => {
    const deep = (depth: number): Error =>
      depth === 0 ? failing({ code: 'EPIPE' }) : failing({}, deep(depth - 1));
    assert.deepEqual([causeOf(deep(8)).kind, causeOf(deep(9)).kind], ['lost', 'other']);
    assert.equal(causeOf(failing({ code: 'ECONNRESET', syscall: 'getaddrinfo' })).neverConnected, true);
    const loop = new AggregateError([]);
    loop.errors.push(loop);
    const self = failing({});
    self.cause = self;
    for (const endless of [loop, self]) assert.equal(causeOf(endless).kind, 'other');
    assert.equal(mayPass(causeOf(new ProxyFailure('p:1', 503))), false);
  });

  it('is read from what is left for the parser of undici, whose errors have no code', () => {
    const parser = (facts: object) => causeOf(failing({ name: 'HTTPParserError', ...facts }));
    assert.deepEqual(parser({ code: undefined, data: '' }), { kind: 'lost', neverConnected: false });
    assert.deepEqual(parser({ data: 'HTTP' }), { kind: 'not-http', neverConnected: false });
    assert.deepEqual(parser({ code: 'HPE_CLOSED_CONNECTION', data: 'HTTP' }), {
      ...{ kind: 'lost', code: 'HPE_CLOSED_CONNECTION', neverConnected: false },
    });
    for (const facts of [{ data: '' }, { code: 5 }]) assert.equal(causeOf(failing(facts)).kind, 'other');
  });

  it('names the proxy, its status, and why it could not be used, as far as they are known', () => {
    const proxied = (...facts: ConstructorParameters<typeof ProxyFailure>) =>
      causeOf(new ProxyFailure(...facts));
    const never = { kind: 'proxy', neverConnected: true };
    assert.deepEqual(proxied(undefined, undefined), { ...never, proxy: {} });
    assert.deepEqual(proxied('p:1', 403), { ...never, proxy: { name: 'p:1', status: 403 } });
    const cause = { kind: 'refused', code: 'ECONNREFUSED', neverConnected: true };
    assert.deepEqual(proxied('p:1', undefined, failing({ code: 'ECONNREFUSED' })), {
      ...{ ...never, code: 'ECONNREFUSED', proxy: { name: 'p:1', cause } },
    });
    assert.deepEqual(proxied('p:1', undefined, failing({})).proxy?.cause?.kind, 'other');
    assert.equal(mayPass({ kind: 'proxy', neverConnected: true }), false);
    const { name, message } = new ProxyFailure(undefined, undefined);
    assert.deepEqual([name, message], ['ProxyFailure', 'The proxy on the way failed']);
  });
});
