import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createUndiciTransport } from '../../../src/api';
import { LOCAL_SANDBOX_KEY, startLocalSandbox } from '../../../src/sandbox';
import { makeClient } from '../../support/apiClient';
import { listen } from '../../support/loopback';
import { inSandbox, call, cleanUp, exchangeRaw, fetchRaw, later, start, upload, uploadForm } from './support';

/** Taken before any test of this process has started a server. */
const GLOBALS = [globalThis.Request, globalThis.Response];

const HEALTH = 'GET /v1/local-sandbox/health HTTP/1.1\r\n';
const KEY = `Authorization: ApiKey ${LOCAL_SANDBOX_KEY}\r\nConnection: close\r\n\r\n`;

describe('Local Sandbox: HTTP', () => {
  afterEach(cleanUp);

  inSandbox('refuses requests without the key, whatever the route', async (sandbox) => {
    const others = [`Bearer ${LOCAL_SANDBOX_KEY}`, LOCAL_SANDBOX_KEY];
    for (const authorization of ['', 'ApiKey', 'ApiKey wrong', ...others]) {
      const near = ['/files/x/content/y?token=z', '/x/v1/files/y/content?token=z'];
      for (const path of ['/files/x', '/local-sandbox/health', '/nowhere', ...near]) {
        const answer = await call(sandbox, path, { headers: { authorization } });
        assert.equal(answer.status, 401);
        assert.equal(answer.body.success, false);
        assert.equal(typeof answer.body.message, 'string');
        assert.ok('data' in answer.body && 'code' in answer.body);
      }
    }
    const post = { method: 'POST', body: uploadForm(), headers: { authorization: 'ApiKey wrong' } };
    assert.equal((await call(sandbox, '/files/upload', post)).status, 401);
    assert.equal((await fetch(`${sandbox.apiUrl}/files/upload`)).status, 401);
  });

  inSandbox('answers 404 to other routes and methods', async (sandbox) => {
    const reads = ['GET ', 'GET /', 'GET /files', 'GET /files/upload', 'GET /files/upload/'];
    const others = ['DELETE /files/upload', 'PUT /files/upload', 'OPTIONS /files/upload', 'GET /../other'];
    const ofOthers = ['GET /balances/sandbox/top-up', 'POST /local-sandbox/health'];
    for (const request of [...reads, ...others, ...ofOthers]) {
      const [method, path = ''] = request.split(' ');
      const answer = await call(sandbox, path, { method: method ?? '' });
      assert.equal(answer.status, 404, request);
      assert.equal(answer.body.code, 'invalid_request');
      assert.ok(answer.headers.get('x-request-id'));
    }
    const outside = await fetch(`${sandbox.filesUrl}/favicon.ico`);
    assert.equal(outside.status, 404);
    assert.ok(outside.headers.get('x-request-id'));
    assert.match(await outside.text(), /"This endpoint does not exist\."/);
  });

  inSandbox('gives every response a different request id', async (sandbox) => {
    const paths = ['/files/x', '/local-sandbox/files', '/nowhere', '/files/x'];
    const answers = await Promise.all(paths.map((path) => fetchRaw(sandbox, path)));
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    assert.ok(ids.every((id) => id !== null && id.length > 8));
    assert.equal(new Set(ids).size, ids.length);
  });

  inSandbox('lets a client finish its body before it refuses the request', async (sandbox) => {
    const socket = connect(sandbox.port, '127.0.0.1');
    later(() => socket.destroy());
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write('POST /v1/files/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nab');
    for (let turn = 0; turn < 5; turn++) await call(sandbox, '/local-sandbox/health');
    assert.equal(received, '');
    socket.write('cd');
    await once(socket, 'data');
    assert.match(received, /^HTTP\/1\.1 401 /);
  });

  it('answers what is no HTTP with the error body and a request id', async () => {
    const { port } = await start();
    const requests = [
      'nonsense\r\n\r\n',
      'GET /v1/files/a b HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET /v1/files/x HTTP/1.1\r\nHost: local host\r\nConnection: close\r\n\r\n',
      'GET /v1/files/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
      `GET /v1/files/x HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
      'POST /v1/files/upload HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ];
    for (const request of requests) {
      const answer = await exchangeRaw(port, request);
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/, request.slice(0, 60));
      assert.match(answer, /\r\nx-request-id: req_/);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(body, /^\{"success":false,"code":"invalid_request","message":"[^"]+","data":/);
      assert.match(head, /^content-type: application\/json$/im);
      assert.match(head, /^connection: close$/im);
      assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
    }
  });

  it('answers HTTP/1.0, absolute addresses, requests without Host, and ones that expect something', async () => {
    const { port } = await start();
    for (const request of [
      `GET /v1/local-sandbox/health HTTP/1.0\r\n${KEY}`,
      `GET http://127.0.0.1:${port}/v1/local-sandbox/health HTTP/1.1\r\nHost: 127.0.0.1\r\n${KEY}`,
      `${HEALTH}${KEY}`,
      `${HEALTH}Host: 127.0.0.1\r\nExpect: more\r\n${KEY}`,
    ]) {
      assert.match(await exchangeRaw(port, request), /^HTTP\/1\.1 200 OK\r\n/, request);
    }
    assert.match(await exchangeRaw(port, `GET //[ HTTP/1.1\r\n${KEY}`), /^HTTP\/1\.1 404 /);
  });

  it('answers to loopback names only, so that no web page can reach it under its own', async () => {
    const { port } = await start();
    const ask = (host: string) => exchangeRaw(port, `${HEALTH}Host: ${host}\r\n${KEY}`);
    const own = [
      'localhost',
      `127.0.0.1:${port}`,
      '127.10.0.100',
      '[::1]:80',
      'LOCALHOST:1',
      'api.localhost',
    ];
    for (const host of own) assert.match(await ask(host), /^HTTP\/1\.1 200 /, host);
    const others = ['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test:80', '10.0.0.1', 'x127.0.0.1'];
    for (const host of others) {
      const answer = await ask(host);
      assert.match(answer, /^HTTP\/1\.1 400 /, host);
      assert.match(answer, /"code":"invalid_request","message":"The Local Sandbox answers to loopback/);
    }
  });

  it('reports each answer in one line, without key, token or body', async () => {
    const lines: string[] = [];
    const sandbox = await start({ onRequest: (line) => lines.push(line) });
    const started = performance.now();
    const { headers } = await upload(sandbox);
    const duration = Number(/(\d+) ms/.exec(lines.join())?.[1]);
    assert.ok(duration <= performance.now() - started + 1);
    await call(sandbox, '/files/x?token=hidden');
    const id = headers.get('x-request-id') ?? '';
    assert.match(lines[0] ?? '', new RegExp(`^POST /v1/files/upload 201 \\d+ ms ${id}$`));
    assert.match(lines[1] ?? '', /^GET \/v1\/files\/x 404 \d+ ms req_/);
  });

  it('leaves the Request and Response of the process alone', async () => {
    await call(await start(), '/local-sandbox/health');
    assert.deepEqual([globalThis.Request, globalThis.Response], GLOBALS);
  });

  it('says so when its port is taken, and takes another if it was only preferred', async () => {
    const { port, close } = await listen(createServer());
    later(close);
    await assert.rejects(startLocalSandbox({ file: ':memory:', port }), {
      message: `The Local Sandbox cannot use port ${port}: another program is using it. Choose another port.`,
    });
    await assert.rejects(
      startLocalSandbox({ file: ':memory:', port: 70_000 }),
      ({ message, cause }: Error) => {
        assert.match(message, /^The Local Sandbox cannot use port 70000: the system refused it\./);
        return cause instanceof RangeError;
      },
    );
    const sandbox = await start({ preferredPort: port });
    assert.notEqual(sandbox.port, port);
    await sandbox.close();
    const again = await start({ preferredPort: sandbox.port });
    assert.equal(again.port, sandbox.port);
  });

  it('is gone for its clients as soon as it has ended: the next one at its port gets their writes', async () => {
    const first = await start();
    const apiKey = LOCAL_SANDBOX_KEY;
    await using test = makeClient(first.filesUrl, createUndiciTransport(), { apiKey });
    const write = () => test.client.topUp({ amount: 1, currency: 'EUR' });
    // On several connections, which stay open.
    await Promise.all([write(), write(), write()]);
    await first.close();
    await start({ port: first.port });
    await write();
  });

  inSandbox('ends with its open connections, once or more often', async (sandbox) => {
    const idle = exchangeRaw(sandbox.port, 'GET /v1/x HTTP/1.1\r\n', false);
    await call(sandbox, '/local-sandbox/health');
    await Promise.all([sandbox.close(), sandbox.close()]);
    await idle;
    await assert.rejects(call(sandbox, '/local-sandbox/health'));
  });
});
