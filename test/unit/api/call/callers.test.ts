import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { FILE, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { startRawServer } from '../../../support/rawServer';

for (const { name, make } of TRANSPORTS) {
  describe(`A client for somebody else than the user, over ${name}`, () => {
    it('sends nothing but GET and HEAD where it may only read', async () => {
      await using server = await startHttpServer();
      const asked: string[] = [];
      const readOnly = (service: string) => asked.push(service) > 0;
      await using test = makeClient(server.url, make(), { readOnly });
      const { client } = test;
      const methods = ['POST', 'post', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'Merge'];
      const calls = [
        ...methods.map((method) => () => client.request({ method, path: '/payments' })),
        () => client.uploadFile(FILE),
        () => client.topUp({ amount: 1, currency: 'EUR' }),
      ];
      for (const call of calls) {
        const failure = await failureOf(call());
        assert.deepEqual([failure.kind, failure.environment], ['configuration', 'test-environment']);
        assert.match(failure.message, /^Only GET and HEAD .*"test-environment"/);
      }
      assert.equal(server.seen.length, 0);
      await client.request({ method: 'get', path: '/payments' });
      await client.request({ method: 'HEAD', path: '/payments' });
      await client.getContent(`${server.url}/x`);
      assert.deepEqual(
        server.seen.map(({ method }) => method),
        ['GET', 'HEAD', 'GET'],
      );
      assert.deepEqual(asked.slice(methods.length), ['files', 'api', 'api', 'api', 'files']);
    });

    it('marks its exchanges', async () => {
      await using test = makeClient(await startHttpServer(), make(), { origin: 'agent' });
      await test.client.request({ method: 'GET', path: '/payments' });
      assert.equal(test.exchanges[0]?.origin, 'agent');
    });

    for (const whose of ['its own signal', 'that of the call'])
      it(`ends every call with ${whose}, down to the socket`, async () => {
        const { promise: socket, resolve } = Promise.withResolvers<Socket>();
        await using server = await startRawServer(resolve);
        const [own, ofCall] = [new AbortController(), new AbortController()];
        await using test = makeClient(server.url, make(), { timeoutMs: 60_000, signal: own.signal });
        const call = failureOf(test.client.getFile('a', { signal: ofCall.signal }));
        const closed = socket.then((open) => new Promise((done) => open.once('close', done)));
        await socket;
        (whose === 'its own signal' ? own : ofCall).abort();
        assert.equal((await call).kind, 'cancelled');
        await closed;
        assert.equal(test.exchanges[0]?.outcome, 'cancelled');
      });
  });
}
