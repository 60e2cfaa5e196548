import assert from 'node:assert/strict';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { extension, fail, useEnvironments } from '../support/extension';

const KEY = 'test_key_abcdefgh1234';
/** What could do harm in a log, a terminal, a message or a label. */
const HOSTILE =
  '\u001b]0;title\u0007\u001b[2J<img src=x onerror=alert(1)>\r\n[x](command:quit)\u202e\u2066evil\u0000';

describe('a service that means harm', () => {
  it('gets no control characters, line breaks or direction changes into messages', async () => {
    await using server = await startHttpServer((_request, response) => {
      const data = [{ code: HOSTILE, fieldName: HOSTILE, message: HOSTILE }];
      sendJson(response, 400, { success: false, code: HOSTILE, message: HOSTILE, data });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { error } = await fail('topUpSandbox', { environment: 'sandbox', amount: 1, currency: 'EUR' });
    assert.equal(error.kind, 'api');
    assert.doesNotMatch(error.message, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  it('does not get a write repeated by answering slowly, then wrongly', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"success":');
      setImmediate(() => response.socket?.destroy());
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { error } = await fail('topUpSandbox', { environment: 'sandbox', amount: 1, currency: 'EUR' });
    assert.equal(error.kind, 'unknown-outcome');
    assert.equal(server.seen.length, 1);
  });
});

describe('another extension', () => {
  it('writes nothing to production: the modal is always shown, and nobody agrees for the user', async () => {
    await using server = await startHttpServer();
    await using _environment = await useEnvironments({ production: { apiUrl: server.url } }, KEY);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { error } = await fail('sendRequest', {
        environment: 'production',
        method,
        path: '/x',
        body: {},
        reveal: false,
      });
      assert.equal(error.kind, 'cancelled', method);
    }
    assert.equal(server.seen.length, 0);
  });

  it('cannot lead a request, and the key with it, off the address of the environment', async () => {
    await using elsewhere = await startHttpServer();
    await using server = await startHttpServer();
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    for (const path of [
      `${elsewhere.url}/x`,
      `//127.0.0.1:${elsewhere.port}/x`,
      '/../x',
      '/%2e%2e/x',
      '\\\\host\\x',
    ]) {
      const { error } = await fail('sendRequest', { environment: 'sandbox', path, reveal: false });
      assert.equal(error.kind, 'preflight', path);
    }
    assert.equal(elsewhere.seen.length + server.seen.length, 0);
  });

  it('is given no more than what the tests need, and that in test mode only', async () => {
    assert.deepEqual(Object.keys(await extension().activate()), ['setApiKey']);
  });
});
