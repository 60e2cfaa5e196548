import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createFetchTransport } from '../../../../src/api';
import type { WireHooks } from '../../../../src/api/wire/transport';
import { failureOf, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { holdQuietPort } from '../../../support/quietPort';
import { startRawServer } from '../../../support/rawServer';
import { wireRequest } from '../../../support/wire';

describe('A fetch', () => {
  it('sends no cookies, follows no redirect, and reads nothing from a cache', async () => {
    await using server = await startHttpServer();
    const asked: (RequestInit | undefined)[] = [];
    const watched: typeof fetch = (input, init) => {
      asked.push(init);
      return fetch(input, init);
    };
    const transport = createFetchTransport(watched);
    const body = { length: 1, chunks: () => [Buffer.from('x')] as const };
    const answer = await transport.send(wireRequest(server.url, { method: 'POST', body }), {});
    assert.deepEqual([answer.status, server.seen[0]?.headers['content-length']], [200, '1']);
    await transport.close();
    const options = asked.map((init) => [init?.credentials, init?.redirect, init?.cache]);
    assert.deepEqual(options, [['omit', 'manual', 'no-store']]);
  });

  it('hands over what is decoded already, and says so', async () => {
    await using server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'));
    });
    const transport = createFetchTransport(fetch);
    const answer = await transport.send(wireRequest(server.url), {});
    assert.deepEqual([await text(answer.body), answer.decoded], ['{"a":1}', true]);
    await transport.close();
  });

  it('says that a request without a body was sent, unless it never had a connection', async () => {
    await using server = await startRawServer((socket) => {
      socket.destroy();
    });
    await using quiet = await holdQuietPort();
    const transport = createFetchTransport(fetch);
    const send = (url: string, hooks: WireHooks = {}) =>
      transport.send(wireRequest(url), hooks).then(
        () => assert.fail('It was answered'),
        (error: unknown) => error as Error,
      );
    const begun: string[] = [];
    for (const url of [server.url, `http://${quiet.host}`])
      await send(url, { onSent: () => begun.push(url) });
    assert.deepEqual(begun, [server.url]);
    await send(server.url);
    await transport.close();
    assert.equal((await send(server.url)).message, 'The transport is closed');
  });

  it('that had no connection has not sent a write without a body', async () => {
    await using quiet = await holdQuietPort();
    await using test = makeClient(`http://${quiet.host}`, createFetchTransport(fetch));
    const { kind } = await failureOf(test.client.request({ method: 'DELETE', path: '/x' }));
    assert.deepEqual([kind, test.exchanges[0]?.attempts.length], ['network', 3]);
  });
});
