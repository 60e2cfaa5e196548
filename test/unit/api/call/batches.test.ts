import assert from 'node:assert/strict';
import { CoolDown, createUndiciTransport } from '../../../../src/api';
import { TEST_KEY, UPLOAD_DATA, failureOf, makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { pool } from '../../../../src/util/pool';

const FILE = { content: Buffer.from('%PDF-1.4'), name: 'a.pdf', mimeType: 'application/pdf', purpose: 'p' };
const slowDown = { success: false, code: 'too_many_requests', message: 'Slow down', data: {} };
const BACKOFF = { baseMs: 5, capMs: 20, random: () => 1 };

/** A service that accepts a fixed number of requests in each period, and answers 429 to the rest. */
function limitedService(perWindow: number, windowMs: number, retryAfter: string | undefined) {
  let open = 0;
  let until = 0;
  let inFlight = 0;
  const seen = { refused: 0, taken: 0, mostAfterRefusal: 0 };
  const handler = (_request: unknown, response: Parameters<typeof sendJson>[0]) => {
    inFlight++;
    response.on('finish', () => inFlight--);
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
  it('comes through a burst of 429 whole, whatever the retries allowed, with fewer requests in flight', async () => {
    const { handler, seen } = limitedService(15, 15, '0');
    await using server = await startHttpServer((request, response) => {
      handler(request, response);
    });
    await using test = makeClient(server.url, createUndiciTransport(), { maxRetries: 1, backoff: BACKOFF });
    const files = Array.from({ length: 200 }, (_, n) => n);
    const answers = await pool(files, 8, () => test.client.uploadFile(FILE, { batch: {} }));
    assert.equal(new Set(answers.map(({ data }) => data.id)).size, 200);
    assert.equal(seen.taken, 200);
    assert.ok(seen.refused < 150, `${seen.refused} refused: it went on as fast as before`);
  });

  it('says how long the service asked it to wait', async () => {
    const { handler } = limitedService(1, 1000, '1');
    await using server = await startHttpServer((request, response) => {
      handler(request, response);
    });
    await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF });
    const pauses: number[] = [];
    const batch = { onPause: (milliseconds: number) => pauses.push(milliseconds) };
    await Promise.all([test.client.uploadFile(FILE, { batch }), test.client.uploadFile(FILE, { batch })]);
    assert.ok(
      pauses.some((milliseconds) => milliseconds > 900 && milliseconds <= 1000),
      String(pauses),
    );
  });

  it('fails after 429 answers that ask for no time, when nobody else gets through', async () => {
    const { handler, seen } = limitedService(0, 1000, undefined);
    await using server = await startHttpServer((request, response) => {
      handler(request, response);
    });
    await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF });
    const failure = await failureOf(test.client.uploadFile(FILE, { batch: {} }));
    assert.deepEqual([failure.facts.status, seen.refused], [429, 3]);
  });

  it('can be called off at once while it waits', async () => {
    const { handler, seen } = limitedService(0, 1000, '60');
    await using server = await startHttpServer((request, response) => {
      handler(request, response);
    });
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

  it('lets one go after the pause, and more with every answer', async () => {
    const cooldown = new CoolDown();
    const first = await Promise.all([1, 2].map(() => cooldown.takeTurn()));
    cooldown.note(20);
    for (const giveBack of first) giveBack(true);
    const gone: ((limited: boolean) => void)[] = [];
    const waiting = Array.from({ length: 5 }, () =>
      cooldown.takeTurn().then((giveBack) => {
        gone.push(giveBack);
      }),
    );
    await cooldown.wait();
    await waiting[0];
    await new Promise(setImmediate);
    assert.equal(gone.length, 1);
    gone[0]?.(false);
    await waiting[1];
    assert.equal(gone.length, 2, 'one and a half may go: one does');
    gone[1]?.(false);
    await waiting[3];
    assert.equal(gone.length, 4);
    for (const giveBack of gone.slice(2)) giveBack(false);
    await Promise.all(waiting);
  });
});
