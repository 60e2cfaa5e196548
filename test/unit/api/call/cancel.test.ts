import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Transport } from '../../../../src/api';
import { TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { startRawServer } from '../../../support/rawServer';

const LARGE = Buffer.alloc(30 * 1024 * 1024);
/** Longer than a test may take: a call that ends was ended by its cancelling, not by its deadline. */
const PATIENT = { timeoutMs: 60_000 };
const upload = { name: 'a.png', mimeType: 'image/png', purpose: 'payment_evidence' };

/** A transport that sends by another one, and when the headers of its first answer were there and had been looked at. */
function tellingOfAnswers(inner: Transport): { transport: Transport; answered: Promise<undefined> } {
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const send: Transport['send'] = async (request, hooks) => {
    const answer = await inner.send(request, hooks);
    setImmediate(resolve, undefined);
    return answer;
  };
  return { transport: { send, close: () => inner.close() }, answered };
}

for (const { name, make } of TRANSPORTS) {
  describe(`Cancelling over ${name}`, () => {
    for (const status of ['200 OK', '500 Oh']) {
      it(`a read in the middle of its answer ends it too (${status})`, async () => {
        const { promise: socket, resolve } = Promise.withResolvers<Socket>();
        await using server = await startRawServer((open) => {
          resolve(open);
          open.write(`HTTP/1.1 ${status}\r\ncontent-length: 100\r\n\r\n{"succ`);
        });
        const { transport, answered } = tellingOfAnswers(make());
        await using test = makeClient(server.url, transport, PATIENT);
        const cancel = new AbortController();
        const call = failureOf(test.client.getFile('a', { signal: cancel.signal }));
        const closed = socket.then((open) => new Promise((done) => open.once('close', done)));
        await answered;
        cancel.abort();
        const { kind, facts } = await call;
        assert.deepEqual([kind, facts.status], ['cancelled', Number.parseInt(status)]);
        await closed;
        assert.equal(server.heads.length, 1);
      });
    }

    it('a write that was wholly sent leaves its outcome unknown, and says so', async () => {
      const { promise: arrived, resolve } = Promise.withResolvers<undefined>();
      await using server = await startRawServer(async (_socket, request) => {
        await request.body();
        resolve(undefined);
      });
      await using test = makeClient(server.url, make(), PATIENT);
      const cancel = new AbortController();
      const call = failureOf(test.client.topUp({ amount: 1, currency: 'EUR' }, { signal: cancel.signal }));
      await arrived;
      cancel.abort();
      const failure = await call;
      assert.equal(failure.kind, 'unknown-outcome');
      assert.match(failure.message, /was sent, but it was cancelled/);
    });

    it('an upload in the middle of its body cancels it: it cannot have arrived', async () => {
      const { promise: started, resolve } = Promise.withResolvers<Socket>();
      await using server = await startRawServer((socket) => {
        socket.pause();
        resolve(socket);
      });
      await using test = makeClient(server.url, make(), PATIENT);
      const cancel = new AbortController();
      let sent = 0;
      const onProgress = (bytes: number) => (sent = bytes);
      const input = { ...upload, content: LARGE, onProgress };
      const call = failureOf(test.client.uploadFile(input, { signal: cancel.signal }));
      const socket = await started;
      cancel.abort();
      assert.equal((await call).kind, 'cancelled');
      assert.ok(sent < LARGE.length, 'a server that does not read holds the upload back');
      socket.resume();
      if (!socket.destroyed) await new Promise((done) => socket.once('close', done));
    });

    it('an upload that is being answered leaves its outcome unknown: the service may not need the rest of it', async () => {
      await using server = await startRawServer((socket) => {
        socket.pause();
        socket.write('HTTP/1.1 201 Created\r\ncontent-length: 500\r\n\r\n{');
      });
      const transport = make();
      const { promise: answered, resolve } = Promise.withResolvers<undefined>();
      const send: Transport['send'] = async (...request) => {
        const response = await transport.send(...request);
        resolve(undefined);
        return response;
      };
      await using test = makeClient(server.url, { send, close: () => transport.close() }, PATIENT);
      const cancel = new AbortController();
      const input = { ...upload, content: LARGE };
      const call = failureOf(test.client.uploadFile(input, { signal: cancel.signal }));
      await answered;
      cancel.abort();
      assert.equal((await call).kind, 'unknown-outcome');
    });

    it('before it began sends nothing, and is an exchange without attempts', async () => {
      await using test = makeClient(await startRawServer(() => undefined), make(), PATIENT);
      const failure = await failureOf(test.client.getFile('a', { signal: AbortSignal.abort() }));
      assert.equal(failure.kind, 'cancelled');
      assert.equal(test.server.connections, 0);
      assert.deepEqual([test.exchanges.length, test.exchanges[0]?.attempts.length], [1, 0]);
    });

    it('by closing the transport ends what is under way', async () => {
      const { promise: socket, resolve } = Promise.withResolvers<Socket>();
      await using server = await startRawServer(resolve);
      const transport = make();
      await using test = makeClient(server.url, transport, { ...PATIENT, maxRetries: 0 });
      const call = failureOf(test.client.getFile('a'));
      const closed = socket.then((open) => new Promise((done) => open.once('close', done)));
      await socket;
      await transport.close();
      assert.equal((await call).kind, 'network');
      await closed;
    });
  });
}
