import assert from 'node:assert/strict';
import { CoolDown, createUndiciTransport, PaymentsClient, type Transport } from '../../../src/api';
import { testConnection } from '../../../src/environments/testCall';
import { type Handler, sendJson, startHttpServer } from '../../support/httpServer';
import { testCertificates } from '../../support/tls';

const KEY = 'test-key-0123456789';

function clientFor(apiUrl: string, filesUrl: string, transport: Transport): PaymentsClient {
  return new PaymentsClient({
    environment: 'sandbox',
    environmentType: 'sandbox',
    apiUrl,
    filesUrl,
    apiKey: KEY,
    transport,
    cooldown: new CoolDown(),
    timeoutMs: 5000,
    maxRetries: 0,
    userAgent: 'test',
  });
}

async function verdict(apiUrl: string, filesUrl = apiUrl) {
  const transport = createUndiciTransport();
  const client = clientFor(apiUrl, filesUrl, transport);
  const sameOrigin = new URL(apiUrl).origin === new URL(filesUrl).origin;
  try {
    return await testConnection(client, { sameOrigin }, AbortSignal.timeout(10_000));
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
const html: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<title>Welcome</title>');
};

describe('the test call', () => {
  it('works where the service says in its own words that there is no such file, and changes nothing', async () => {
    await using server = await startHttpServer(service);
    assert.deepEqual(await verdict(server.url), { kind: 'works', requestId: 'req-1' });
    assert.deepEqual(
      server.seen.map(({ method }) => method),
      ['GET'],
    );
  });

  it('asks the API host too where it is another than the files host', async () => {
    await using files = await startHttpServer(service);
    await using api = await startHttpServer(html);
    assert.equal((await verdict(api.url, files.url)).kind, 'address');
    assert.equal(files.seen.length, 1);
    assert.equal(api.seen.length, 1);
  });

  it('tells a wrong key', async () => {
    await using server = await startHttpServer((request, response, index) => {
      return service({ ...request, headers: {} }, response, index);
    });
    const found = await verdict(server.url);
    assert.equal(found.kind, 'key');
    assert.match(found.message, /API key of the environment "sandbox"/);
  });

  it('tells a wrong address: a web page, or a 404 that is not the service’s', async () => {
    await using page = await startHttpServer(html);
    assert.equal((await verdict(page.url)).kind, 'address');
    await using other = await startHttpServer((_request, response) => {
      response.writeHead(404).end('not found');
    });
    assert.equal((await verdict(other.url)).kind, 'address');
  });

  it('tells that nobody answers', async () => {
    const server = await startHttpServer(service);
    await server.close();
    const found = await verdict(server.url);
    assert.equal(found.kind, 'network');
    assert.match(found.message, /refused the connection/);
  });

  it('tells a service in trouble from a wrong address', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(503).end();
    });
    assert.equal((await verdict(server.url)).kind, 'service');
  });

  it('tells that a certificate is not trusted', async () => {
    const { selfSigned } = testCertificates();
    await using server = await startHttpServer(service, selfSigned);
    const found = await verdict(server.url);
    assert.equal(found.kind, 'network');
    assert.match(found.message, /certificate/);
  });

  it('ends when it is called off', async () => {
    const arrived = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(() => {
      arrived.resolve(undefined);
    });
    const transport = createUndiciTransport();
    const client = clientFor(server.url, server.url, transport);
    const abort = new AbortController();
    const running = testConnection(client, { sameOrigin: true }, abort.signal);
    await arrived.promise;
    abort.abort();
    await assert.rejects(running, { kind: 'cancelled' });
    await transport.close();
  });
});
