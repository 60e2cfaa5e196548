import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { RequestInput, TopUpInput } from '../../../../src/api/model/clientTypes';
import { checkMethod, checkMimeType } from '../../../../src/api/rules/inputRules';
import { checkKey } from '../../../../src/api/rules/keyRules';
import { isPageLimit, isPurpose } from '../../../../src/api/rules/limits';
import { onlyReads } from '../../../../src/api/rules/methods';
import { planRequest, planTopUp } from '../../../../src/api/rules/plan';
import { isPaymentsError } from '../../../../src/api/model/errors';
import { FILE, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';

/** Whether it is refused because of what was given, with such words. */
const refused = (words: RegExp) => (error: unknown) =>
  isPaymentsError(error) && error.kind === 'preflight' && words.test(error.message);

describe('What a request is made of', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  class Money {
    toJSON() {
      return NaN;
    }
  }

  it('is no body that JSON would change without a word', () => {
    const body = (given: unknown) => planRequest({ method: 'POST', path: '/x', body: given }).body?.bytes;
    const within = [{ amount: NaN }, [Infinity], { a: new Map() }, [new Set()], [new Date(NaN)], { n: 1n }];
    // A list of bytes would become an object with them, a hole null, and the others {} or nothing.
    const lost = [
      new Uint8Array(2),
      Buffer.from('x'),
      { a: [Buffer.from('x')] },
      new ArrayBuffer(2),
      new URLSearchParams('a=b'),
      new Error('x'),
      { a: /x/ },
    ];
    const left = [new Array(1), [undefined], { a: () => 1 }, { a: Symbol('x') }, () => 1, Symbol('x')];
    const foreign: unknown = runInNewContext('({ at: new Date(NaN) })');
    for (const bad of [...within, ...lost, ...left, foreign, new Date(NaN), cyclic, new Money()])
      assert.throws(() => body(bad), refused(/^The argument "body" must be JSON\. Nothing was sent/));
    for (const [given, text] of [
      [null, 'null'],
      ['', '""'],
      [0, '0'],
      [{ at: new Date(0), a: undefined, n: -1.5 }, '{"at":"1970-01-01T00:00:00.000Z","n":-1.5}'],
      ['\ud800', '"\\ud800"'],
      [[1, null], '[1,null]'],
    ] as const)
      assert.equal(String(body(given)), text);
  });

  it('is no body of a request that only reads, neither as a value nor as bytes', () => {
    const bytes = new Uint8Array();
    for (const method of ['GET', ' head '])
      for (const given of [{ body: null }, { content: { bytes } }])
        assert.throws(
          () => planRequest({ method, path: '/x', ...given }),
          refused(/^A (?:GET|HEAD) request has no body\. Leave it out, or use POST\. Nothing was sent\.$/),
        );
    assert.deepEqual(planRequest({ method: 'DELETE', path: '/x', content: { bytes } }).body, { bytes });
  });

  it('is a read where one may only read', () => {
    const refusal = onlyReads('live', 'Live');
    assert.deepEqual([refusal.kind, refusal.environment], ['configuration', 'live']);
    assert.match(refusal.message, /^Only GET and HEAD .+ "Live" .+ Nothing was sent\.$/);
  });

  it('is a method that can be sent, in upper case', () => {
    for (const method of ['get', ' Patch ', 'x-own!', 'M'.repeat(40)])
      assert.equal(checkMethod(method), method.trim().toUpperCase());
    const words = refused(/^This method cannot be sent\. Use GET, POST, PUT, PATCH/);
    for (const method of ['', 'G T', 'M'.repeat(41), 'connect', 'TRACE', 'track', 'é', 7, undefined])
      assert.throws(() => checkMethod(method), words);
  });

  it('is one limit from 1 to 100 where it is given, in the path or in the query', () => {
    const get = (path: string, query: object = {}, anyLimit = false) =>
      planRequest({ method: 'GET', path, query: query as Required<RequestInput>['query'], anyLimit }).target;
    for (const limit of [1, 10, 100])
      for (const found of [get(`/x?limit=${limit}`), get('/x', { limit })])
        assert.equal(found, `/x?limit=${limit}`);
    const texts = ['010', '1e1', ' 5', '5.0', 'ten', ''];
    for (const limit of [0, 101, 1.5, -1, ...texts, true, [], [1, 2], [1, 1], NaN, 1e21]) {
      const words =
        typeof limit === 'object' || Number.isNaN(limit)
          ? /limit/
          : /^"limit" must be a whole number from 1 to 100, given once\. Nothing/;
      assert.throws(() => get('/x', { limit }), refused(words), String(limit));
    }
    const twice = 'limit=1&limit=1';
    for (const query of ['limit=0', 'limit=ten', 'limit=010', 'a=1&limit=101', twice, 'l%69mit=0'])
      assert.throws(() => get(`/x?${query}`), refused(/^"limit" must be a whole number/), query);
    for (const limit of [[5], 0, 101, 5.5]) assert.equal(isPageLimit(limit), false);
    // One in the query takes the place of those in the path.
    assert.equal(get('/x?limit=0&limit=ten', { limit: 5 }), '/x?limit=5');
    assert.throws(() => get('/x?limit=0', { limit: undefined }), refused(/^"limit"/));
    assert.equal(get('/x?limit=0', { limit: 500 }, true), '/x?limit=500');
    assert.equal(get('/x?limits=500', { Limit: 0 }), '/x?limits=500&Limit=0');
  });

  it('is a query of texts, numbers and truth values', () => {
    const get = (value: unknown) => () =>
      planRequest({ method: 'GET', path: '/x', query: { a: value as string } }).target;
    for (const bad of [NaN, Infinity, null, {}, [], [null], 1n, new Array(1)])
      assert.throws(get(bad), refused(/^The argument "query\.a" must be string \| number \| boolean/));
    assert.equal(get(['', 0, false, 'ü&=+'])(), '/x?a=&a=0&a=false&a=%C3%BC%26%3D%2B');
    assert.throws(get('\ud800'), refused(/^The path cannot be used: a path cannot contain backslashes/));
  });

  it('is a path below the address', () => {
    const words = refused(/^The path cannot be used: .+\. Nothing was sent\.$/);
    for (const path of ['//host', undefined, 7])
      assert.throws(() => planRequest({ method: 'GET', path: path as string }), words);
  });

  it('is an amount above 0 and a currency of three letters', () => {
    const topUp = (amount: unknown, currency: unknown) => () =>
      String(planTopUp({ amount, currency } as TopUpInput).body?.bytes);
    const noAmount = refused(/^The argument "amount" must be number > 0\. Nothing was sent or changed\.$/);
    for (const amount of [0, -0, -1, Infinity, NaN, '1', 5n, null])
      assert.throws(topUp(amount, 'EUR'), noAmount);
    const notThree = refused(/^The currency must be three letters, such as EUR\. Nothing was sent\.$/);
    for (const currency of ['EU', 'EURO', 'ÄÖÜ', 'E1R', ' EUR', ['EUR'], Object('EUR')])
      assert.throws(topUp(1, currency), notThree);
    const amounts = fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(amounts, (amount) => topUp(amount, 'EUR')() !== ''));
    assert.equal(topUp(Number.MIN_VALUE, 'zzA')(), '{"amount":5e-324,"currency":"ZZA"}');
  });

  it('is a MIME type that a header can carry', () => {
    const words = refused(/^The argument "mimeType" must be `\$\{type\}\/\$\{subtype\}`/);
    for (const bad of ['x y/z', 'a/b c', ' a/b', 'a/b;\u0000', 'a', 'a/b\r\nx: y', '/b', 'a/', 'a/b;é'])
      assert.throws(() => checkMimeType(bad), words);
    for (const good of ['a/b', 'image/svg+xml', 'text/plain  ;charset=utf-8', 'a/b;'])
      assert.equal(checkMimeType(good), good);
  });

  it('is a purpose that the interface names', () => {
    const purposes = ['payment_evidence', 'business_entity_documents'];
    assert.deepEqual([...purposes, 'other', '', undefined].filter(isPurpose), purposes);
  });

  it('is a key that is there and that a header can carry', () => {
    assert.equal(checkKey(' key ', 'mine'), 'key');
    assert.equal(checkKey('Bearer key', 'mine'), 'Bearer key');
    for (const key of [' ', 'ключ'])
      assert.throws(
        () => checkKey(key, 'mine'),
        /^ConfigurationError: The API key of the environment "mine" is missing or has characters that cannot/,
      );
  });
});

describe('A call that cannot be right', () => {
  const make = TRANSPORTS[0]?.make ?? assert.fail();
  type Client = ReturnType<typeof makeClient>['client'];
  const calls: Record<string, readonly [message: RegExp, call: (client: Client) => Promise<unknown>]> = {
    'an empty file': [/ is empty\. /, (client) => client.uploadFile({ ...FILE, content: new Uint8Array() })],
    'a MIME type with a line break': [
      /^The argument "mimeType"/,
      (client) => client.uploadFile({ ...FILE, mimeType: 'a/b\r\nx: y' }),
    ],
    'a limit of 0 for pages': [
      /^"limit" must be/,
      (client) => client.pages({ path: '/x', query: { limit: 0 } }).next(),
    ],
    'a link that is no address': [
      /^Content is fetched from https links only/,
      (client) => client.getContent('not a link'),
    ],
  };
  for (const [what, [message, call]] of Object.entries(calls)) {
    it(`is refused before anything is sent: ${what}`, async () => {
      await using test = makeClient('http://127.0.0.1:9', make());
      const failure = await failureOf(call(test.client));
      assert.deepEqual([failure.kind, test.exchanges.length], ['preflight', 0]);
      assert.match(failure.message, message);
    });
  }

  const misconfigured: Record<string, [object, message: RegExp, missing?: string]> = {
    'no key': [{ apiKey: ' ' }, /"test-environment"/],
    'an address without TLS': [
      { filesUrl: 'http://files.example' },
      /^An address of the environment "test-environment" cannot be used: filesUrl: an address must/,
      'address',
    ],
  };
  for (const [what, [options, message, missing]] of Object.entries(misconfigured)) {
    it(`is refused for its environment: ${what}`, async () => {
      await using test = makeClient('https://api.example', make(), options);
      const failure = await failureOf(test.client.getFile('a'));
      assert.deepEqual([failure.kind, failure.missing], ['configuration', missing]);
      assert.match(failure.message, message);
      assert.equal(test.exchanges.length, 0);
    });
  }
});
