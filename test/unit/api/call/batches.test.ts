import assert from 'node:assert/strict';
import { CoolDown, createUndiciTransport, PreflightError } from '../../../../src/api';
import { FILE, TEST_KEY, UPLOAD_DATA, failureOf, makeClient, ok } from '../../../support/apiClient';
import { stillClock } from '../../../support/clock';
import { answering, type Handler, sendJson, startHttpServer } from '../../../support/httpServer';
import { pool } from '../../../../src/util/pool';

const slowDown = { success: false, code: 'too_many_requests', message: 'Slow down', data: {} };
const BACKOFF = { baseMs: 5, capMs: 20, random: () => 1 };

/** A service that accepts a fixed number of requests in each period, and answers 429 to the rest. */
function limitedService(perWindow: number, windowMs: number, retryAfter: string | undefined) {
  let open = 0;
  let until = 0;
  const seen = { refused: 0, taken: 0 };
  const handler: Handler = (_request, response) => {
    const now = performance.now();
    if (now > until) [open, until] = [perWindow, now + windowMs];
    if (open-- > 0) {
      seen.taken++;
      sendJson(response, 201, ok({ ...UPLOAD_DATA, id: `file_${seen.taken}` }), { 'x-request-id': 'r' });
    } else {
      seen.refused++;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      sendJson(response, 429, slowDown, { 'x-request-id': 'r', ...headers });
    }
  };
  return { handler, seen };
}

describe('A batch that meets a rate limit', () => {
  it('comes through a burst of 429 whole, whatever the retries allowed', async () => {
    using _ = stillClock();
    const { handler, seen } = limitedService(15, 15, '0');
    await using test = makeClient(await startHttpServer(handler), createUndiciTransport(), {
      maxRetries: 1,
      backoff: BACKOFF,
    });
    const files = Array.from({ length: 60 }, (_, n) => n);
    const answers = await pool(files, 8, () => test.client.uploadFile(FILE, { batch: {} }));
    assert.equal(new Set(answers.map(({ data }) => data.id)).size, 60);
    assert.equal(seen.taken, 60);
  });

  it('says how long the service asked it to wait', async () => {
    using _ = stillClock();
    const { handler } = limitedService(1, 1000, '1');
    await using test = makeClient(await startHttpServer(handler), createUndiciTransport(), {
      backoff: BACKOFF,
    });
    const pauses: number[] = [];
    const batch = { onPause: (milliseconds: number) => pauses.push(milliseconds) };
    await Promise.all([test.client.uploadFile(FILE, { batch }), test.client.uploadFile(FILE, { batch })]);
    assert.ok(pauses.includes(1000), String(pauses));
  });

  it('fails after 429 answers that ask for no time, when nobody else gets through', async () => {
    const { handler, seen } = limitedService(0, 1000, undefined);
    await using test = makeClient(await startHttpServer(handler), createUndiciTransport(), {
      backoff: BACKOFF,
    });
    const failure = await failureOf(test.client.uploadFile(FILE, { batch: {} }));
    assert.deepEqual([failure.facts.status, seen.refused], [429, 3]);
  });

  it('is patient for a quarter of an hour, and not at all where no extra attempts are allowed', async () => {
    using clock = stillClock();
    const { handler, seen } = limitedService(0, 1000, '60');
    await using test = makeClient(await startHttpServer(handler), createUndiciTransport());
    await failureOf(test.client.uploadFile(FILE, { batch: {} }));
    assert.deepEqual(clock.waits, Array<number>(15 + 2).fill(60_000));
    await using hasty = makeClient(test.server.url, createUndiciTransport(), { maxRetries: 0 });
    await failureOf(hasty.client.uploadFile(FILE, { batch: {} }));
    assert.equal(seen.refused, 18 + 1);
  });

  it('can be called off at once while it waits', async () => {
    const { handler, seen } = limitedService(0, 1000, '60');
    await using server = await startHttpServer(handler);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, createUndiciTransport(), { cooldown });
    const cancel = new AbortController();
    const { signal } = cancel;
    const calls = Array.from({ length: 4 }, () =>
      failureOf(test.client.uploadFile(FILE, { batch: {}, signal })),
    );
    while (cooldown.remainingMs === 0) await new Promise(setImmediate);
    const late = failureOf(test.client.uploadFile(FILE, { batch: {}, signal }));
    cancel.abort();
    for (const call of [...calls, late]) assert.match((await call).kind, /cancelled|unknown-outcome/);
    assert.ok(seen.refused <= 4);
    assert.ok(!JSON.stringify(test.exchanges).includes(TEST_KEY));
  });

  it('says of each attempt when it begins, and when it certainly did nothing and another one follows', async () => {
    using clock = stillClock();
    await using server = await startHttpServer((_request, response, index) => {
      if (index < 2) sendJson(response, 429, slowDown, { 'retry-after': '0' });
      else sendJson(response, 201, ok(UPLOAD_DATA));
    });
    const said: string[] = [];
    const onBegin = () => said.push('the call');
    await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF, onBegin });
    const say = (what: string) => () => {
      said.push(`${what} ${server.seen.length}`);
      return Promise.resolve();
    };
    await test.client.uploadFile(FILE, { batch: { begin: say('begin'), putBack: say('put back') } });
    assert.deepEqual(said, ['begin 0', 'the call', 'put back 1', 'begin 1', 'put back 2', 'begin 2']);
    // It does not ask again at once, though the service asked for no time.
    assert.deepEqual(clock.waits, [5, 10]);
    assert.deepEqual([test.exchanges.length, test.exchanges[0]?.attempts.length], [1, 3]);
  });

  it('sends nothing more once the batch refuses, and what it tried before stays an exchange', async () => {
    await using server = await startHttpServer(answering(429, slowDown, { 'retry-after': '0' }));
    await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF });
    for (const attempts of [0, 1]) {
      const refusal = new PreflightError({ message: 'Not now.' });
      let left = attempts;
      const begin = () => (left-- > 0 ? Promise.resolve() : Promise.reject(refusal));
      assert.equal(await failureOf(test.client.uploadFile(FILE, { batch: { begin } })), refusal);
      assert.equal(server.seen.length, attempts);
      const kept = test.exchanges.map(({ error, requestId }) => [error?.message, requestId]);
      assert.deepEqual(kept, attempts === 0 ? [] : [['Not now.', 'req-1']]);
    }
  });
});
