import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createUndiciTransport } from '../../../../src/api/wire/undiciTransport';
import { startHttpServer } from '../../../support/httpServer';
import { startProxyServer } from '../../../support/proxyServer';
import { startRawServer } from '../../../support/rawServer';
import { testCertificates } from '../../../support/tls';
import { wireRequest } from '../../../support/wire';

describe('the transport of undici', () => {
  const transport = createUndiciTransport();
  after(() => transport.close());

  it('says how long a body is, in one piece or in several', async () => {
    await using server = await startHttpServer();
    const parts = ['a', 'bc', 'def'].map((part) => Buffer.from(part));
    for (const chunks of [[Buffer.concat(parts)], parts] as const) {
      const body = { length: 6, chunks: () => chunks };
      await text((await transport.send(wireRequest(server.url, { method: 'POST', body }), {})).body);
      const seen = server.seen.at(-1);
      const framing = [seen?.headers['content-length'], seen?.headers['transfer-encoding']];
      assert.deepEqual([...framing, seen?.body.toString()], ['6', undefined, 'abcdef']);
    }
  });

  it('gives the answer behind a hint, with exactly its headers', async () => {
    await using server = await startHttpServer((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.sendDate = false;
      response.writeHead(200, '', ['X-One', '1', 'x-one', '\xe4', 'Connection', 'close']).end('whole');
    });
    const { status, statusText, headers, body } = await transport.send(wireRequest(server.url), {});
    assert.deepEqual([status, statusText], [200, '']);
    assert.equal(await text(body), 'whole');
    const lines = ['X-One: 1', 'x-one: \xe4', 'Connection: close'];
    const given = headers.map((pair) => pair.join(': '));
    assert.deepEqual([given.slice(0, 3), given.includes(': ')], [lines, false]);
  });

  it('leaves no listener on the signal, however a request ends', async () => {
    await using server = await startHttpServer(({ path }, response) => {
      if (path === '/lost') response.destroy();
      else response.end();
    });
    const { signal } = new AbortController();
    await text((await transport.send(wireRequest(server.url, { signal }), {})).body);
    await assert.rejects(transport.send(wireRequest(`${server.url}/lost`, { signal }), {}));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('opens no connection for a request that was given up before', async () => {
    await using server = await startRawServer(() => undefined);
    const reason = new Error('Not wanted');
    const signal = AbortSignal.abort(reason);
    await assert.rejects(transport.send(wireRequest(server.url, { signal }), {}), reason);
    // Connections are taken in one after the other.
    const later = connect(server.port, '127.0.0.1').end('GET /later HTTP/1.1\r\n\r\n');
    while (server.heads.length === 0) await new Promise(setImmediate);
    assert.equal(server.connections, 1);
    later.destroy();
  });

  it('ends the body of an answer that is given up in the middle', async () => {
    await using server = await startHttpServer((_, response) => {
      response.write('a part');
    });
    const stop = new AbortController();
    const { body } = await transport.send(wireRequest(server.url, { signal: stop.signal }), {});
    const parts = body[Symbol.asyncIterator]();
    assert.equal(Buffer.from((await parts.next()).value as Uint8Array).toString(), 'a part');
    stop.abort(new Error('Enough'));
    await assert.rejects(Promise.resolve(parts.next()), /Enough/);
  });

  it('does not send what was given up while the tunnel was being opened', async () => {
    const { ca, good } = testCertificates();
    await using service = await startHttpServer((_, response) => {
      response.end('done');
    }, good);
    const asked = Promise.withResolvers<undefined>();
    const opens = Promise.withResolvers<undefined>();
    const mayOpen = () => {
      asked.resolve(undefined);
      return opens.promise;
    };
    await using proxy = await startProxyServer({ mayOpen });
    const proxied = createUndiciTransport({ ca: [ca], proxy: proxy.url });
    const stop = new AbortController();
    const first = proxied.send(wireRequest(`${service.url}/given-up`, { signal: stop.signal }), {});
    await asked.promise;
    stop.abort(new Error('Not wanted'));
    await assert.rejects(first, /Not wanted/);
    opens.resolve(undefined);
    const next = await proxied.send(wireRequest(`${service.url}/next`), {});
    assert.equal(await text(next.body), 'done');
    await proxied.close();
    assert.deepEqual([service.seen.length, service.seen[0]?.path], [1, '/next']);
  });
});
