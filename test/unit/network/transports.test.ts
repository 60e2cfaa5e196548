import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { createUndiciTransport, type Transport } from '../../../src/api';
import { retirable, routeLoopback } from '../../../src/network/transports';
import { startHttpServer } from '../../support/httpServer';
import { wireRequest } from '../../support/wire';

async function* forever(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(Buffer.from('more'));
}

describe('a transport that is replaced', () => {
  it('lets the answer that is being read come to its end, then closes its connections', async () => {
    const half = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(async (_request, response) => {
      response.write('first,');
      await half.promise;
      response.end('last');
    });
    const closed = Promise.withResolvers<undefined>();
    const inner = createUndiciTransport();
    const transport = retirable({
      send: (request, hooks) => inner.send(request, hooks),
      close: async () => {
        await inner.close();
        closed.resolve(undefined);
      },
    });
    const { body } = await transport.send(wireRequest(server.url), {});
    transport.retire();
    half.resolve(undefined);
    assert.equal(await text(body), 'first,last');
    await closed.promise;
  });

  it('closes once an answer is left, also one of which nothing was read', async () => {
    let closed = 0;
    const transport = retirable({
      send: () => Promise.resolve({ status: 200, statusText: '', headers: [], body: forever() }),
      close: () => Promise.resolve(void (closed += 1)),
    });
    const { body } = await transport.send(wireRequest('http://127.0.0.1:1'), {});
    transport.retire();
    assert.equal(closed, 0);
    await body[Symbol.asyncIterator]().return?.();
    assert.equal(closed, 1);
  });

  it('closes at once when nothing is under way, also after a failure', async () => {
    let closed = 0;
    const failing: Transport = {
      send: () => Promise.reject(new Error('no')),
      close: () => Promise.resolve(void (closed += 1)),
    };
    const transport = retirable(failing);
    await assert.rejects(transport.send(wireRequest('http://127.0.0.1:1'), {}));
    assert.equal(closed, 0);
    transport.retire();
    assert.equal(closed, 1);
  });
});

describe('requests to this machine', () => {
  const named = (name: string): Transport => ({
    send: () => Promise.reject(new Error(name)),
    close: () => Promise.resolve(),
  });
  const transport = routeLoopback(named('direct'), named('proxy'));

  for (const [host, way] of [
    ['127.0.0.1:8080', 'direct'],
    ['[::1]:9', 'direct'],
    ['api.localhost', 'direct'],
    ['localhost.evil.test', 'proxy'],
  ] as const)
    it(`go the ${way} way to ${host}`, async () =>
      await assert.rejects(transport.send(wireRequest(`http://${host}/v1`), {}), { message: way }));
});
