import assert from 'node:assert/strict';
import { ProxyFailure } from '../../../../src/api';
import { causeOf } from '../../../../src/api/wire/networkError';

function failing(facts: object, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), facts);
}

describe('The cause of a failure', () => {
  const cases: [string, unknown, kind: string, neverConnected: boolean][] = [
    ['a refused connection', failing({ code: 'ECONNREFUSED', syscall: 'connect' }), 'refused', true],
    ['a reset while connecting', failing({ code: 'ECONNRESET', syscall: 'connect' }), 'lost', true],
    ['a reset later', failing({ code: 'ECONNRESET', syscall: 'read' }), 'lost', false],
    [
      'a host that cannot be reached',
      failing({ code: 'EHOSTUNREACH', syscall: 'connect' }),
      'unreachable',
      true,
    ],
    ['a route lost later', failing({ code: 'EHOSTUNREACH', syscall: 'write' }), 'unreachable', false],
    [
      'a connection that takes too long',
      failing({ code: 'UND_ERR_CONNECT_TIMEOUT' }),
      'connect-timeout',
      true,
    ],
    ['a stalled connection', failing({ code: 'ETIMEDOUT', syscall: 'read' }), 'connect-timeout', false],
    [
      'an answer that takes too long for a fetch',
      failing({ code: 'UND_ERR_HEADERS_TIMEOUT' }),
      'no-answer',
      false,
    ],
    ['a resolver out of reach', failing({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), 'no-host', true],
    [
      'a body of another length than promised',
      failing({ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }),
      'lost',
      false,
    ],
    ['an answer that ends too early for a parser', failing({ code: 'HPE_INVALID_EOF_STATE' }), 'lost', false],
    ['an answer that no parser knows', failing({ code: 'HPE_INVALID_CONSTANT' }), 'not-http', false],
    ['an expired certificate', failing({ code: 'CERT_HAS_EXPIRED' }), 'expired', true],
    [
      'a TLS alert, which can come at any time',
      failing({ code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' }),
      'tls',
      false,
    ],
    ['what a fetch wraps', failing({}, failing({ code: 'ENOTFOUND' })), 'no-host', true],
    ['what an aggregate holds', new AggregateError([failing({ code: 'ECONNREFUSED' })]), 'refused', true],
    ['a proxy in the way', new ProxyFailure('p:1', 407), 'proxy', true],
    ['a code nobody knows', failing({ code: 'E_STRANGE' }), 'other', false],
    ['a code that is a property of every object', failing({ code: 'constructor' }), 'other', false],
    ['no error at all', 'text', 'other', false],
    ['nothing', undefined, 'other', false],
  ];
  for (const [what, error, kind, neverConnected] of cases) {
    it(`is read from ${what}`, () => {
      const cause = causeOf(error);
      assert.deepEqual([cause.kind, cause.neverConnected], [kind, neverConnected]);
    });
  }

  it('is read from errors that wrap themselves', () => {
    const error = failing({});
    error.cause = error;
    assert.equal(causeOf(error).kind, 'other');
  });
});
