import assert from 'node:assert/strict';
import { CoolDown } from '../../../../src/api';
import { FILE, TRANSPORTS, UPLOAD_DATA, failureOf, makeClient, ok } from '../../../support/apiClient';
import { type Handler, sendJson, startHttpServer } from '../../../support/httpServer';

/** Statuses in turn, with headers; then success. */
function inTurn(...answers: [status: number, headers?: Record<string, string>][]): Handler {
  return (_request, response, index) => {
    const [status, headers] = answers[index] ?? [200];
    sendJson(response, status, status === 200 ? ok({}) : {}, { 'x-request-id': `req-${index}`, ...headers });
  };
}

for (const { name, make } of TRANSPORTS) {
  describe(`Retries over ${name}`, () => {
    it('bring a read through passing faults, as one exchange with its attempts', async () => {
      await using test = makeClient(await startHttpServer(inTurn([500], [503])), make());
      const answer = await test.client.request({ method: 'GET', path: '/x' });
      assert.equal(answer.requestId, 'req-2');
      const [exchange] = test.exchanges;
      const attempts = exchange?.attempts.map(({ response }) => `${response?.status} ${response?.requestId}`);
      assert.deepEqual(attempts, ['500 req-0', '503 req-1', '200 req-2']);
      assert.deepEqual([exchange?.outcome, exchange?.status], ['ok', 200]);
    });

    it('send a whole upload again after 429', async () => {
      await using server = await startHttpServer((_request, response, index) => {
        sendJson(response, index === 0 ? 429 : 200, index === 0 ? {} : ok(UPLOAD_DATA));
      });
      await using test = makeClient(server.url, make());
      await test.client.uploadFile({ ...FILE, content: Buffer.alloc(200_000, 'x') });
      const [first, second, ...more] = server.seen;
      assert.ok(first && second && more.length === 0);
      assert.ok(first.body.includes(Buffer.alloc(200_000, 'x')));
      assert.deepEqual(
        [second.headers['content-type'], second.body],
        [first.headers['content-type'], first.body],
      );
    });

    it("read a date on the service's clock, which need not be this one", async () => {
      const service = Date.UTC(2020, 0, 2, 3, 4, 5);
      const headers = {
        date: new Date(service).toUTCString(),
        'retry-after': new Date(service + 61_000).toUTCString(),
      };
      await using test = makeClient(await startHttpServer(inTurn([503, headers])), make());
      const failure = await failureOf(test.client.getFile('a'));
      assert.deepEqual([failure.facts.retryAfterSeconds, test.server.seen.length], [61, 1]);
    });

    it('keep the request id of the last response when a later attempt got none', async () => {
      await using server = await startHttpServer((_request, response, index) => {
        if (index === 0) sendJson(response, 500, {}, { 'x-request-id': 'early' });
        else response.destroy();
      });
      await using test = makeClient(server.url, make());
      const failure = await failureOf(test.client.getFile('a'));
      const ids = [failure.requestId, test.exchanges[0]?.requestId];
      assert.deepEqual([failure.kind, ...ids], ['network', 'early', 'early']);
    });

    it('can be called off while they wait: nothing was done, so the call is cancelled', async () => {
      // The longest wait that is waited for.
      await using server = await startHttpServer(inTurn([429, { 'retry-after': '60' }]));
      const cooldown = new CoolDown();
      await using test = makeClient(server.url, make(), { cooldown });
      const cancel = new AbortController();
      const call = failureOf(test.client.topUp({ amount: 1, currency: 'EUR' }, { signal: cancel.signal }));
      while (cooldown.remainingMs === 0) await new Promise(setImmediate);
      cancel.abort();
      const failure = await call;
      assert.deepEqual([failure.kind, failure.requestId], ['cancelled', 'req-0']);
      assert.equal(failure.message, 'The request was cancelled.');
      assert.equal(test.exchanges[0]?.attempts.length, 1);
    });
  });
}
