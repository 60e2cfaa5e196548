import assert from 'node:assert/strict';
import {
  CoolDown,
  createUndiciTransport,
  PaymentsClient,
  type Transport,
  type UndiciTransportOptions,
} from '../../../../src/api';
import { testConnection } from '../../../../src/environments/setUp/testCall';
import { type Handler, sendJson, startHttpServer } from '../../../support/httpServer';
import { startProxyServer } from '../../../support/proxyServer';
import { holdQuietPort } from '../../../support/quietPort';
import { testCertificates } from '../../../support/tls';

const KEY = 'test-key-0123456789';

function clientFor(apiUrl: string, filesUrl: string, transport: Transport): PaymentsClient {
  return new PaymentsClient({
    environment: 'sandbox',
    environmentName: 'sandbox',
    environmentType: 'sandbox',
    apiUrl,
    filesUrl,
    apiKey: KEY,
    transport,
    cooldown: new CoolDown(),
    timeoutMs: 60_000,
    maxRetries: 0,
    userAgent: 'test',
  });
}

async function verdict(apiUrl: string, filesUrl = apiUrl, network: UndiciTransportOptions = {}) {
  const transport = createUndiciTransport(network);
  const client = clientFor(apiUrl, filesUrl, transport);
  const addresses = { apiOrigin: new URL(apiUrl).origin, filesOrigin: new URL(filesUrl).origin };
  try {
    return await testConnection(client, addresses, new AbortController().signal);
  } finally {
    await transport.close();
  }
}

/** A service that knows the key and says in the documented form that there is no such file. */
const service: Handler = ({ headers }, response) => {
  const known = headers.authorization === `ApiKey ${KEY}`;
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
    assert.equal(files.seen.length, 1);
    assert.equal(api.seen.length, 1);
  });

  it('recognizes a wrong key', async () => {
    await using server = await startHttpServer((request, ...rest) =>
      service({ ...request, headers: {} }, ...rest),
    );
    const found = await verdict(server.url);
    assert.equal(found.kind, 'key');
    assert.match(found.error.facts.message, /API key of the environment "sandbox"/);
  });

  it('recognizes a wrong address: a web page, or a 404 that is not the service’s', async () => {
    await using page = await startHttpServer(html);
    assert.equal((await verdict(page.url)).kind, 'address');
    await using other = await startHttpServer(saying(404, 'not found'));
    assert.equal((await verdict(other.url)).kind, 'address');
  });

  it('says that nobody answers', async () => {
    await using quiet = await holdQuietPort();
    const found = await verdict(`http://${quiet.host}`);
    assert.equal(found.kind, 'network');
    assert.match(found.error.facts.message, /refused the connection/);
  });

  it('distinguishes a failing service from a wrong address', async () => {
    await using server = await startHttpServer(saying(503, ''));
    assert.equal((await verdict(server.url)).kind, 'service');
  });

  it('does not take an address for wrong whose service asks to wait, also while nothing is sent for that', async () => {
    await using server = await startHttpServer(saying(429, '', { 'retry-after': '120' }));
    const transport = createUndiciTransport();
    const client = clientFor(server.url, server.url, transport);
    const { signal } = new AbortController();
    for (const sent of [1, 1]) {
      const found = await testConnection(client, { apiOrigin: '', filesOrigin: '' }, signal);
      assert.equal(found.kind, 'service');
      assert.equal(server.seen.length, sent);
    }
    await transport.close();
  });

  for (const identity of ['good', 'selfSigned', 'expired', 'wrongName'] as const) {
    it(`says that the problem is a certificate (${identity}, with an authority that is not known)`, async () => {
      await using server = await startHttpServer(service, testCertificates()[identity]);
      const found = await verdict(server.url);
      assert.equal(found.kind, 'certificate');
      assert.match(found.error.facts.message, /certificate of localhost/);
      assert.equal(server.seen.length, 0);
    });
  }

  for (const [what, options, setting] of [
    ['wants a password', { authorization: 'Basic eDp5' }, 'http.proxyAuthorization'],
    ['refuses', { refuse: 403 }, 'http.proxy'],
    ['has a certificate that is not trusted', { tls: testCertificates().selfSigned }, 'http.proxy'],
  ] as const) {
    it(`says that the problem is a proxy that ${what}, and which setting to open`, async () => {
      await using server = await startHttpServer(service, testCertificates().good);
      await using proxy = await startProxyServer(options);
      const found = await verdict(server.url, server.url, { proxy: proxy.url });
      assert.equal(found.kind, 'proxy');
      assert.match(found.error.facts.message, /the proxy (127\.0\.0\.1|localhost):\d+/);
      assert.equal('error' in found && found.error.setting, setting);
    });
  }

  it('says that the problem is a proxy that is not there', async () => {
    await using quiet = await holdQuietPort();
    const proxy = `http://${quiet.host}`;
    const found = await verdict('https://api.payments.test', undefined, { proxy });
    assert.equal(found.kind, 'proxy');
    assert.match(found.error.facts.message, /the proxy 127\.0\.0\.1:\d+ could not be used/);
  });

  it('says that there is no such host, without blaming a proxy', async () => {
    const found = await verdict('https://api.payments.invalid');
    assert.equal(found.kind, 'network');
    assert.match(found.error.facts.message, /no host named api\.payments\.invalid/);
  });

  it('ends when it is called off', async () => {
    const arrived = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(() => {
      arrived.resolve(undefined);
    });
    const transport = createUndiciTransport();
    const client = clientFor(server.url, server.url, transport);
    const abort = new AbortController();
    const running = testConnection(client, { apiOrigin: '', filesOrigin: '' }, abort.signal);
    await arrived.promise;
    abort.abort();
    await assert.rejects(running, { kind: 'cancelled' });
    await transport.close();
  });
});
