import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Transport } from '../../../../src/api';
import { FILE, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { startRawServer } from '../../../support/rawServer';

const LARGE = Buffer.alloc(30 * 1024 * 1024);

/** A transport that sends by another one, and when its first answer was there. */
function tellingOfAnswers(inner: Transport): { transport: Transport; answered: Promise<undefined> } {
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const send: Transport['send'] = async (...request) => {
    const answer = await inner.send(...request);
    // After its headers were looked at.
    setImmediate(resolve, undefined);
    return answer;
  };
  return { transport: { send, close: () => inner.close() }, answered };
}

const closing = (socket: Promise<Socket>) =>
  socket.then((open) => new Promise((done) => open.once('close', done)));

for (const { name, make } of TRANSPORTS) {
  describe(`Cancelling over ${name}`, () => {
    let cancel: AbortController;
    let signal: AbortSignal;
    beforeEach(() => {
      cancel = new AbortController();
      ({ signal } = cancel);
    });

    for (const status of ['200 OK', '500 Oh']) {
      it(`a read in the middle of its answer ends it too (${status})`, async () => {
        const { promise: socket, resolve } = Promise.withResolvers<Socket>();
        await using server = await startRawServer((open) => {
          resolve(open);
          open.write(`HTTP/1.1 ${status}\r\ncontent-length: 100\r\n\r\n{"succ`);
        });
        const { transport, answered } = tellingOfAnswers(make());
        await using test = makeClient(server.url, transport);
        const call = failureOf(test.client.getFile('a', { signal }));
        const closed = closing(socket);
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
      await using test = makeClient(server.url, make());
      const call = failureOf(test.client.topUp({ amount: 1, currency: 'EUR' }, { signal }));
      await arrived;
      cancel.abort();
      const failure = await call;
      assert.deepEqual([failure.kind, failure.facts.mayHaveActed], ['unknown-outcome', true]);
      assert.match(failure.message, /was sent, but it was cancelled/);
    });

    it('an upload in the middle of its body cancels it: it cannot have arrived', async () => {
      const { promise: started, resolve } = Promise.withResolvers<Socket>();
      await using server = await startRawServer((socket) => resolve(socket.pause()));
      await using test = makeClient(server.url, make());
      let sent = 0;
      const onProgress = (bytes: number) => (sent = bytes);
      const call = failureOf(test.client.uploadFile({ ...FILE, content: LARGE, onProgress }, { signal }));
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
      const { transport, answered } = tellingOfAnswers(make());
      await using test = makeClient(server.url, transport);
      const call = failureOf(test.client.uploadFile({ ...FILE, content: LARGE }, { signal }));
      await answered;
      cancel.abort();
      assert.equal((await call).kind, 'unknown-outcome');
    });

    it('before it began sends nothing, and is an exchange without attempts', async () => {
      await using test = makeClient(await startRawServer(() => undefined), make());
      cancel.abort();
      assert.equal((await failureOf(test.client.getFile('a', { signal }))).kind, 'cancelled');
      assert.equal(test.server.connections, 0);
      assert.deepEqual([test.exchanges.length, test.exchanges[0]?.attempts.length], [1, 0]);
    });

    it('by closing the transport ends what is under way', async () => {
      const { promise: socket, resolve } = Promise.withResolvers<Socket>();
      await using server = await startRawServer(resolve);
      const transport = make();
      await using test = makeClient(server.url, transport, { maxRetries: 0 });
      const call = failureOf(test.client.getFile('a'));
      const closed = closing(socket);
      await socket;
      await transport.close();
      assert.equal((await call).kind, 'network');
      await closed;
    });
  });
}
