import assert from 'node:assert/strict';
import { ProxyFailure, createFetchTransport } from '../../../../src/api';
import { blameProxy } from '../../../../src/api/wire/fetchFailure';
import { failureOf, makeClient } from '../../../support/apiClient';
import { startRawServer } from '../../../support/rawServer';
import { wireRequest } from '../../../support/wire';

const URL_ASKED = new URL('https://api.payments.test/v1/x');

function failing(facts: object, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), facts);
}

describe('A fetch that failed', () => {
  const port = 3128;
  const refused = failing({ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.1', port });
  const tried = new AggregateError([failing({ syscall: 'connect', address: '::1', port })]);
  const unknown = failing({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.test' });
  const proxies: [string, cause: Error, name: string | undefined][] = [
    ['whose connection went to another port', refused, '10.0.0.1:3128'],
    ['that tried several addresses at another port', tried, '::1:3128'],
    ['that looked for another name', unknown, 'proxy.test'],
    ['whose tunnel was not opened', failing({}, failing({ code: 'UND_ERR_ABORTED' })), undefined],
  ];
  for (const [what, cause, name] of proxies) {
    it(`${what} failed at a proxy`, () => {
      const blamed = blameProxy(failing({}, cause), URL_ASKED);
      assert.ok(blamed instanceof ProxyFailure);
      assert.equal(blamed.proxy, name);
    });
  }

  const others: [string, unknown][] = [
    ['at the very port that was asked for', failing({ syscall: 'connect', address: '10.0.0.1', port: 443 })],
    ['for the very name', failing({ syscall: 'getaddrinfo', hostname: 'api.payments.test' })],
    ['later', failing({ code: 'ECONNRESET', syscall: 'read' })],
    ['for a name that it does not tell', failing({ syscall: 'getaddrinfo' })],
    ['at a port that it does not tell', failing({ syscall: 'connect', address: '10.0.0.1' })],
    ['while it read from another port', failing({ syscall: 'read', hostname: 'x.test', port: 3128 })],
    ['by a certificate', failing({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['with no error at all', 'text'],
  ];
  for (const [what, error] of others) {
    it(`${what} is not blamed on a proxy`, () => assert.equal(blameProxy(error, URL_ASKED), error));
  }

  it('is blamed on nobody for the port of the address, given or by its protocol', () => {
    const ports = { 'https://a.test:8443/': 8443, 'http://a.test/': 80, 'https://a.test/': 443 };
    for (const [url, port] of Object.entries(ports)) {
      const error = failing({ syscall: 'connect', port });
      assert.equal(blameProxy(error, new URL(url)), error);
      const other = blameProxy(failing({ syscall: 'connect', port: port + 1 }), new URL(url));
      assert.ok(other instanceof ProxyFailure);
      assert.equal(other.proxy, `:${port + 1}`);
    }
  });

  it('at a proxy is reported as the failure of that proxy', async () => {
    const transport = createFetchTransport(() => Promise.reject(failing({}, refused)));
    const failed = transport.send(wireRequest(URL_ASKED.href), {});
    await assert.rejects(failed, { name: 'ProxyFailure', proxy: '10.0.0.1:3128' });
  });

  it('late, after it was cancelled, may have brought a write without a body to the service', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<undefined>();
    await using server = await startRawServer(() => resolve(undefined));
    const late: typeof fetch = (...input) =>
      fetch(...input).catch(async (error: unknown) => {
        await new Promise(setImmediate);
        throw error;
      });
    await using test = makeClient(server.url, createFetchTransport(late));
    const cancel = new AbortController();
    const call = failureOf(test.client.request({ method: 'POST', path: '/x' }, { signal: cancel.signal }));
    await arrived;
    cancel.abort();
    assert.equal((await call).kind, 'unknown-outcome');
  });
});
