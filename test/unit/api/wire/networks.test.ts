import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { type UndiciTransportOptions, createUndiciTransport } from '../../../../src/api';
import { BOTH_TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { answering, type Handler, startHttpServer } from '../../../support/httpServer';
import { type ProxyOptions, startProxyServer } from '../../../support/proxyServer';
import { holdQuietPort } from '../../../support/quietPort';
import { startRawServer } from '../../../support/rawServer';
import { testCertificates } from '../../../support/tls';

const answerOk: Handler = answering(200, ok({}));
const TOP_UP = { amount: 1, currency: 'EUR' };

describe('TLS', () => {
  it('is trusted with a private authority, read once and only when needed; HTTP/1.1 also where HTTP/2 is offered', async () => {
    const { ca, good } = testCertificates();
    await using server = await startHttpServer(answerOk, { ...good, ALPNProtocols: ['h2', 'http/1.1'] });
    let reads = 0;
    const transport = createUndiciTransport({
      ca: () => {
        reads += 1;
        return [ca];
      },
    });
    await using other = makeClient(await startHttpServer(answerOk), transport);
    await other.client.topUp(TOP_UP);
    assert.equal(reads, 0);
    await using test = makeClient(server.url, transport);
    for (let count = 0; count < 2; count += 1) assert.equal((await test.client.topUp(TOP_UP)).status, 200);
    assert.equal(reads, 1);
  });

  it('is not spoken by a plain server', async () => {
    await using plain = await startHttpServer(answerOk);
    await using test = makeClient(plain.url.replace('http:', 'https:'), createUndiciTransport());
    const failure = await failureOf(test.client.topUp(TOP_UP));
    assert.equal(failure.kind, 'tls');
    assert.match(failure.message, /Check the address: http or https/);
  });

  for (const { name, make } of BOTH_TRANSPORTS) {
    it(`that never gets ready is a timeout while connecting, so that a write is safe to repeat (${name})`, async () => {
      await using server = await startRawServer(() => undefined);
      const url = server.url.replace('http:', 'https:');
      await using test = makeClient(url, make(), { timeoutMs: 100, maxRetries: 1 });
      const failure = await failureOf(test.client.topUp(TOP_UP));
      assert.equal(failure.kind, 'timeout', failure.message);
      assert.match(failure.message, /while connecting/);
      assert.equal(failure.setting, 'paymentsApi.requests.timeoutSeconds');
      // The client knows of a connection before the server has taken it in.
      while (server.connections < 2) await new Promise(setImmediate);
      assert.equal(server.connections, 2);
    });
  }

  it('that takes too long to connect is reported as a timeout by the transport as well', async () => {
    await using server = await startRawServer(() => undefined);
    const transport = createUndiciTransport({ connectTimeoutMs: 50 });
    await using test = makeClient(server.url.replace('http:', 'https:'), transport, { maxRetries: 0 });
    const failure = await failureOf(test.client.topUp(TOP_UP));
    assert.deepEqual([failure.kind, failure.causeCode], ['timeout', 'UND_ERR_CONNECT_TIMEOUT']);
  });
});

/** What becomes of a write to a service behind a proxy, with TLS or without. */
async function behindProxy(
  options: ProxyOptions,
  settings: UndiciTransportOptions = {},
  { plain = false, timeoutMs = 60_000, maxRetries = 1 } = {},
) {
  const { ca, good } = testCertificates();
  await using server = await startHttpServer(answerOk, plain ? undefined : good);
  await using proxy = await startProxyServer(options);
  const transport = createUndiciTransport({ ca: [ca], proxy: proxy.url, ...settings });
  await using test = makeClient(server.url, transport, { maxRetries, timeoutMs });
  const call = test.client.topUp(TOP_UP);
  const failure = await call.then(() => undefined).catch(() => failureOf(call));
  const authorization = server.seen[0]?.headers['proxy-authorization'];
  return { failure, authorization, seen: proxy.seen, arrived: server.seen.length, port: server.port };
}

describe('A proxy', () => {
  for (const plain of [true, false]) {
    const way = plain ? 'forwards requests without TLS' : 'opens a tunnel to a service with TLS';
    it(`${way}, and gets its password from the setting, which the service does not get`, async () => {
      const wanted = 'Basic dXNlcjpwYXNz';
      const settings = { proxyAuthorization: wanted };
      const { failure, ...found } = await behindProxy({ authorization: wanted }, settings, { plain });
      assert.deepEqual([failure, found.arrived, found.authorization], [undefined, 1, undefined]);
      const address = `http://127.0.0.1:${found.port}/v1/balances/sandbox/top-up`;
      assert.deepEqual(found.seen, [plain ? `POST ${address}` : `CONNECT localhost:${found.port}`]);
    });

    it(`that ${way} and wants a password is named with what to do, and a write stays safe`, async () => {
      const { failure, seen, arrived } = await behindProxy({ authorization: 'Basic eDp5' }, {}, { plain });
      assert.equal(failure?.kind, 'network');
      assert.match(failure.message, /proxy 127\.0\.0\.1:\d+ wants a password\. Check the settings http\./);
      assert.equal(failure.setting, 'http.proxyAuthorization');
      assert.deepEqual([seen.length, arrived], [1, 0]);
    });
  }

  it('that never opens the tunnel is a timeout while connecting', async () => {
    const { failure, seen, arrived } = await behindProxy(
      { silent: true },
      {},
      { timeoutMs: 1500, maxRetries: 0 },
    );
    assert.equal(failure?.kind, 'timeout');
    assert.match(failure.message, /while connecting/);
    assert.deepEqual([seen.length, arrived], [1, 0]);
  });

  it('is left when the transport is closed, also where it has not opened the tunnel yet', async () => {
    const { promise: socket, resolve } = Promise.withResolvers<Socket>();
    await using proxy = await startRawServer(resolve);
    const transport = createUndiciTransport({ proxy: proxy.url });
    await using test = makeClient('https://api.payments.test', transport, { maxRetries: 0 });
    const call = failureOf(test.client.topUp(TOP_UP));
    const closed = socket.then((open) => new Promise((done) => open.once('close', done)));
    await socket;
    await transport.close();
    assert.equal((await call).kind, 'network');
    await closed;
    const head = /^CONNECT api\.payments\.test:443 HTTP\/1\.1\r\nhost: api\.payments\.test:443\b/i;
    assert.match(proxy.heads[0] ?? '', head);
  });

  it('that is not there is distinguished from a service that is not there', async () => {
    await using quiet = await holdQuietPort();
    for (const plain of [true, false]) {
      const { failure, arrived } = await behindProxy({}, { proxy: `http://${quiet.host}` }, { plain });
      assert.deepEqual([failure?.kind, failure?.causeCode, arrived], ['network', 'ECONNREFUSED', 0]);
      const words = /the proxy 127\.0\.0\.1:\d+ could not be used: .* refused the connection/;
      assert.match(failure?.message ?? '', words);
    }
  });

  it('that is no proxy address is refused, and its user and password are nowhere', async () => {
    const parts = fc.stringMatching(/^[a-z]{6}$|^[1-5]\d{4}$/);
    const passwords = fc.tuple(parts, fc.constantFrom('', '/', '?', '#', '@', ':', '%', '%40', '\\'), parts);
    const schemes = ['http://', '', 'https:', 'socks5://', 'htp:/', 'http//', '//'];
    const addresses = fc.constantFrom(
      ...schemes.map((scheme) => [scheme, '@127.0.0.1:1'] as const),
      ...['@', '@host:port', '%40host:port'].map((end) => ['http://', end] as const),
    );
    await fc.assert(
      fc.asyncProperty(parts, passwords, addresses, async (user, password, [start, end]) => {
        const proxy = `${start}${user}:${password.join('')}${end}`;
        const transport = createUndiciTransport({ proxy });
        await using test = makeClient('https://service.invalid', transport, { maxRetries: 0 });
        const failure = await failureOf(test.client.topUp(TOP_UP));
        assert.match(failure.message, /^The request failed: (?:".*…" is not the address of a|the) proxy/);
        const { id: _, startedAt: __, attempts, ...exchange } = test.exchanges[0] ?? {};
        const shown = JSON.stringify([failure.facts, exchange, attempts?.map(({ error }) => error)]);
        const [first, , second] = password;
        for (const secret of [user, first, second]) assert.ok(!shown.includes(secret), `${proxy}: ${shown}`);
      }),
    );
  });

  it('is passed by for hosts that need none', async () => {
    const { failure, arrived, seen } = await behindProxy({}, { noProxy: 'example.com, localhost' });
    assert.deepEqual([failure, arrived, seen], [undefined, 1, []]);
  });

  it('with its own certificate must be trusted, unless strictness is off for it alone', async () => {
    const { selfSigned, expired } = testCertificates();
    const strict = await behindProxy({ tls: selfSigned });
    assert.equal(strict.failure?.kind, 'tls');
    assert.match(strict.failure.message, /the proxy localhost:\d+ could not be used: .* is self-signed/);
    const lax = await behindProxy({ tls: selfSigned }, { proxyStrictSSL: false });
    assert.deepEqual([lax.failure, lax.arrived], [undefined, 1]);

    await using server = await startHttpServer(answerOk, expired);
    await using proxy = await startProxyServer({ tls: selfSigned });
    const settings = { ca: [testCertificates().ca], proxy: proxy.url, proxyStrictSSL: false };
    await using test = makeClient(server.url, createUndiciTransport(settings));
    assert.equal((await failureOf(test.client.topUp(TOP_UP))).causeCode, 'CERT_HAS_EXPIRED');
  });
});
