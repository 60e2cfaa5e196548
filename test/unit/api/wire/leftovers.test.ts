import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { startRawServer } from '../../../support/rawServer';

/** Timers that keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

for (const { name, make } of TRANSPORTS) {
  describe(`A call that is over (${name})`, () => {
    it('leaves no listener on its signal and no timer behind, whether it went well or not', async () => {
      await using server = await startHttpServer((request, response) =>
        sendJson(response, request.path.endsWith('/bad') ? 500 : 200, ok({})),
      );
      await using test = makeClient(server.url, make(), { timeoutMs: 60_000 });
      const { signal } = new AbortController();
      const before = timers();
      await test.client.request({ method: 'POST', path: '/x', body: {} }, { signal });
      await failureOf(test.client.request({ method: 'GET', path: '/bad' }, { signal }));
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      // Of an earlier test's, some may have ended meanwhile.
      assert.ok(timers() <= before);
    });

    it('has closed the connection of an answer that it refused to read on', async () => {
      const closed = Promise.withResolvers<undefined>();
      await using server = await startRawServer(async (socket, request) => {
        await request.body();
        socket.on('close', () => closed.resolve(undefined));
        socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: rot13\r\ncontent-length: 100\r\n\r\nuryyb');
      });
      await using test = makeClient(server.url, make());
      assert.equal((await failureOf(test.client.getFile('a'))).kind, 'decode');
      await closed.promise;
    });
  });
}
