import assert from 'node:assert/strict';
import type { AttemptFailure } from '../../../../src/api/call/attempts';
import {
  type Subject,
  describeFailure,
  failureWords,
  helpfulSetting,
} from '../../../../src/api/call/describeError';
import { BodyFault } from '../../../../src/api/wire/decodeBody';
import type { Cause, CauseKind } from '../../../../src/api/wire/networkError';

const WRITE: Subject = {
  operation: 'request',
  method: 'POST',
  url: new URL('http://api.example'),
  environment: 'sandbox',
  timeoutMs: 30_000,
};
const READ: Subject = { ...WRITE, method: 'GET' };
const TOP_UP: Subject = { ...WRITE, operation: 'topUp' };

/** A failure that came before anything was sent. */
const early = (why: AttemptFailure['why']): AttemptFailure => ({
  ...{ why, phase: 'connecting', sent: false, whole: false },
});
const late = (why: AttemptFailure['why'], phase: AttemptFailure['phase'], whole = true): AttemptFailure => ({
  ...{ why, phase, sent: true, whole },
});
const cause = (kind: CauseKind, proxy?: Cause['proxy']): Cause => ({
  ...{ kind, neverConnected: false },
  ...(proxy && { proxy }),
});

describe('A connection that failed', () => {
  const kinds: Record<Exclude<CauseKind, 'proxy'>, [kind: string, setting?: string]> = {
    'no-host': ['network', 'http.proxy'],
    refused: ['network'],
    unreachable: ['network', 'http.proxy'],
    'connect-timeout': ['timeout', 'http.proxy'],
    'no-answer': ['timeout'],
    lost: ['network'],
    'not-http': ['network'],
    compression: ['network'],
    untrusted: ['tls', 'http.systemCertificates'],
    'self-signed': ['tls', 'http.systemCertificates'],
    expired: ['tls'],
    'not-yet-valid': ['tls'],
    'wrong-name': ['tls'],
    revoked: ['tls'],
    tls: ['tls'],
    other: ['network'],
  };
  for (const [kind, [is, setting]] of Object.entries(kinds)) {
    it(`by ${kind} is ${is}, and says what happened to which host, and what to do`, () => {
      const failure = early(cause(kind as CauseKind));
      const facts = describeFailure(failure, READ);
      assert.deepEqual([facts.kind, helpfulSetting(failure)], [is, setting]);
      assert.match(facts.message, /^The request failed: [^.]*api\.example[^.]*\. [A-Z].*\.$/);
      assert.deepEqual(describeFailure(failure, WRITE), facts, 'a write that was not sent did not act');
    });
  }

  const proxies: [proxy: Cause['proxy'], kind: string, setting: string, words: RegExp][] = [
    [undefined, 'network', 'http.proxy', /a proxy on the way to api\.example refused .*wants a password\./],
    [{ name: 'p:1' }, 'network', 'http.proxy', /"p:1" is not the address of a proxy\./],
    [{ name: 'p:1', status: 407 }, 'network', 'http.proxyAuthorization', /the proxy p:1 wants a password\./],
    [{ name: 'p:1', status: 403 }, 'network', 'http.proxy', /the proxy p:1 .*api\.example \(status 403\)\./],
    [{ name: 'p:1', cause: cause('refused') }, 'network', 'http.proxy', /p:1 could not be used: p:1 refused/],
    [{ name: 'p:1', cause: cause('expired') }, 'tls', 'http.proxy', /could not be used: .* has expired\./],
  ];
  for (const [proxy, kind, setting, words] of proxies) {
    it(`at a proxy, ${JSON.stringify(proxy)}, leads to ${setting}, and a write stays safe`, () => {
      const failure = late(cause('proxy', proxy), 'waiting');
      const { message, ...facts } = describeFailure(failure, WRITE);
      assert.deepEqual([facts, helpfulSetting(failure)], [{ kind }, setting]);
      assert.match(message, words);
      assert.match(message, /\. Check the settings http\.proxy, .*Authorization and http\.noProxy\.$/);
    });
  }
});

describe('A call without a whole answer', () => {
  const lost = cause('lost');
  const wait = 'waiting';
  const unknown = 'unknown-outcome';
  const cases: [what: string, failure: AttemptFailure, about: Subject, kind: string, words: RegExp][] = [
    ['cancelled while connecting', early('cancelled'), WRITE, 'cancelled', /^The request was cancelled\.$/],
    ['cancelled in its body', late('cancelled', 'sending', false), WRITE, 'cancelled', /was cancelled\.$/],
    ['cancelled behind it', late('cancelled', wait), WRITE, unknown, /was sent, but it was cancelled/],
    ['cancelled in its answer', late('cancelled', 'reading', false), WRITE, unknown, /was partly sent, but/],
    ['a read that was cancelled', late('cancelled', 'reading'), READ, 'cancelled', /was cancelled\.$/],
    ['late at first', early('deadline'), WRITE, 'timeout', /30 seconds allowed, while connecting \(api/],
    ['a late read', late('deadline', 'reading'), READ, 'timeout', /reading the answer .*timeoutSeconds\.$/],
    ['late', late('deadline', wait), WRITE, unknown, /within 30 seconds \(while waiting for the answer\)/],
    ['late in its body', late('deadline', 'sending', false), WRITE, unknown, /\(while sending\)/],
    ['lost', late(lost, wait), WRITE, unknown, /sent, but .* api\.example .* may or may not have taken/],
    ['a top-up that is lost', late(lost, wait), TOP_UP, unknown, /may or may not have been added/],
  ];
  for (const [what, failure, about, kind, words] of cases) {
    it(`is ${kind}: ${what}`, () => {
      const { message, ...facts } = describeFailure(failure, about);
      assert.deepEqual(facts, { kind });
      assert.match(message, words);
    });
  }

  it('offers the setting for the time that is allowed, where that was over', () => {
    assert.equal(helpfulSetting(early('deadline')), 'paymentsApi.requests.timeoutSeconds');
    assert.equal(helpfulSetting(early('cancelled')), undefined);
    assert.equal(helpfulSetting(early(new BodyFault('encoding', ''))), undefined);
  });

  it('is an answer that cannot be read, with what became of a write', () => {
    const addresses = 'Check the addresses of the environment "sandbox".';
    const taken = 'The request has probably taken effect: check before you send it again.';
    const added = 'The amount has probably been added. Another top-up may add it a second time.';
    for (const [fault, about, advice] of [
      ['too-large', READ, 'Ask for a smaller part of it.'],
      ['too-large', { ...READ, operation: 'content' }, addresses],
      ['too-large', WRITE, taken],
      ['compression', READ, addresses],
      ['compression', TOP_UP, added],
      ['encoding', READ, addresses],
    ] as const) {
      const facts = describeFailure(late(new BodyFault(fault, 'It is odd.'), 'reading'), about);
      assert.deepEqual(facts, { kind: 'decode', message: `It is odd. ${advice}` });
    }
  });

  it('is kept of each attempt in half a sentence, with the code of its cause', () => {
    const words = (failure: AttemptFailure) => failureWords(failure, 'a.example');
    assert.deepEqual(words(early('cancelled')), { message: 'Cancelled while connecting' });
    assert.deepEqual(words(late('deadline', 'sending')), { message: 'Timed out while sending' });
    assert.deepEqual(words(early(new BodyFault('encoding', 'Odd one.'))), { message: 'Odd one.' });
    const message =
      'the connection to a.example was closed before the answer was complete (while reading the answer)';
    assert.deepEqual(words(late({ ...cause('lost'), code: 'X' }, 'reading')), { message, code: 'X' });
    assert.deepEqual(words(late(cause('lost'), 'reading')), { message });
  });
});
