import assert from 'node:assert/strict';
import { createUndiciTransport, type UndiciTransportOptions } from '../../../../src/api';
import { testConnection } from '../../../../src/environments/setUp/testCall';
import { makeClient, TEST_KEY } from '../../../support/apiClient';
import { type Handler, sendJson, startHttpServer } from '../../../support/httpServer';
import { type ProxyOptions, startProxyServer } from '../../../support/proxyServer';
import { holdQuietPort } from '../../../support/quietPort';
import { type Identity, testCertificates } from '../../../support/tls';

/** A client of these addresses, and the test call with it. */
function caller(apiUrl: string, filesUrl = apiUrl, network: UndiciTransportOptions = {}) {
  const test = makeClient(apiUrl, createUndiciTransport(network), { filesUrl, maxRetries: 0 });
  const addresses = { apiOrigin: new URL(apiUrl).origin, filesOrigin: new URL(filesUrl).origin };
  const { signal } = new AbortController();
  const call = (stop = signal) => testConnection(test.client, addresses, stop);
  return Object.assign(test, { call });
}

async function verdict(...where: Parameters<typeof caller>) {
  await using test = caller(...where);
  return await test.call();
}

/** A service that knows the key and says in the documented form that there is no such file. */
const service: Handler = ({ headers }, response) => {
  const known = headers.authorization === `ApiKey ${TEST_KEY}`;
  const code = known ? 'invalid_request' : 'unauthorized';
  sendJson(response, known ? 404 : 401, { success: false, code, message: 'No.', data: {} });
};
const saying =
  (status: number, text: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, headers).end(text);
  };
const html = saying(200, '<!doctype html><html><title>Welcome</title></html>', {
  'content-type': 'text/html',
});

describe('the test call', () => {
  it('works where the service says in its own words that there is no such file, and changes nothing', async () => {
    await using server = await startHttpServer(service);
    assert.deepEqual(await verdict(server.url), { kind: 'works', requestId: 'req-1' });
    assert.equal(server.seen.map(({ method }) => method).join(), 'GET');
  });

  it('asks the API host too where it is another than the files host', async () => {
    await using files = await startHttpServer(service);
    await using api = await startHttpServer(html);
    assert.equal((await verdict(api.url, files.url)).kind, 'address');
    assert.deepEqual([files.seen.length, api.seen.length], [1, 1]);
  });

  it('does not take an address for wrong whose service asks to wait, also while nothing is sent for that', async () => {
    await using server = await startHttpServer(saying(429, '', { 'retry-after': '120' }));
    await using test = caller(server.url);
    for (const sent of [1, 1]) {
      assert.equal((await test.call()).kind, 'service');
      assert.equal(server.seen.length, sent);
    }
  });

  const keyless: Handler = (request, ...rest) => service({ ...request, headers: {} }, ...rest);
  const { good, selfSigned } = testCertificates();
  const named = /the proxy (127\.0\.0\.1|localhost):\d+/;
  const wantsPassword = { authorization: 'Basic eDp5' };
  type Place = { readonly answers?: Handler; readonly tls?: Identity; readonly proxy?: ProxyOptions };
  const cases: [what: string, place: Place, kind: string, words?: RegExp, setting?: string][] = [
    ['a wrong key', { answers: keyless }, 'key', /API key of the environment "test-environment"/],
    ['a web page', { answers: html }, 'address'],
    ['a 404 that is not the service’s', { answers: saying(404, 'not found') }, 'address'],
    ['a failing service', { answers: saying(503, '') }, 'service'],
    ['an unknown authority', { tls: good }, 'certificate', /certificate of localhost/],
    ['a proxy that wants a password', { proxy: wantsPassword }, 'proxy', named, 'http.proxyAuthorization'],
    ['a proxy that refuses', { proxy: { refuse: 403 } }, 'proxy', named, 'http.proxy'],
    ['a proxy that is not trusted', { proxy: { tls: selfSigned } }, 'proxy', named, 'http.proxy'],
  ];
  for (const [what, { answers, proxy, tls = proxy && good }, kind, words = /./, setting] of cases) {
    it(`says that the problem is ${kind}: ${what}`, async () => {
      await using server = await startHttpServer(answers ?? service, tls);
      await using on = await startProxyServer(proxy);
      const found = await verdict(server.url, server.url, proxy && { proxy: on.url });
      assert.equal(found.kind, kind);
      assert.ok('error' in found);
      assert.match(found.error.facts.message, words);
      if (setting !== undefined) assert.equal(found.error.setting, setting);
      assert.equal(server.seen.length, tls === undefined ? 1 : 0);
    });
  }

  it('says that nobody answers, or that a proxy is not there', async () => {
    await using quiet = await holdQuietPort();
    const url = `http://${quiet.host}`;
    const proxied = { proxy: url };
    for (const [found, kind, words] of [
      [await verdict(url), 'network', /refused the connection/],
      [await verdict('https://api.payments.test', undefined, proxied), 'proxy', /could not be used/],
      [await verdict('https://api.payments.invalid'), 'network', /no host named api\.payments\.invalid/],
    ] as const) {
      assert.equal(found.kind, kind);
      assert.match('error' in found ? found.error.facts.message : '', words);
    }
  });

  it('ends when it is called off', async () => {
    const arrived = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(() => arrived.resolve(undefined));
    await using test = caller(server.url);
    const abort = new AbortController();
    const running = test.call(abort.signal);
    await arrived.promise;
    abort.abort();
    await assert.rejects(running, { kind: 'cancelled' });
  });
});
