import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sendJson } from '../../support/httpServer';
import { rawResponse, startRawServer } from '../../support/rawServer';
import { KEY, outcomeOf, startService } from '../support/contract';
import { setUserSetting, useEnvironments } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };
const failure = { success: false, code: 'internal_error', message: 'No', data: {} };
const send = (method: string) =>
  outcomeOf('sendRequest', {
    method,
    path: '/things',
    ...(method !== 'GET' && { body: {} }),
    environment: 'sandbox',
    reveal: false,
  });

describe('a request that fails', () => {
  after(() => setUserSetting('requests.maxRetries', undefined));

  async function attempts(
    method: string,
    status: number,
    headers: Record<string, string> = { 'retry-after': '0' },
  ) {
    await using service = await startService((_request, response, index) => {
      sendJson(response, status, failure, { 'x-request-id': `try-${index}`, ...headers });
    });
    const outcome = await send(method);
    return { outcome, count: service.server.seen.length };
  }

  for (const status of [400, 401, 403, 404, 408, 409, 501, 505]) {
    it(`with ${status} is not repeated`, async () => {
      assert.equal((await attempts('GET', status)).count, 1);
    });
  }

  it('waits no longer than a minute: above that the error says how long', async () => {
    for (const [value, expected] of [
      ['61', 61],
      ['3600', 3600],
    ] as const) {
      const { outcome, count } = await attempts('GET', 503, { 'retry-after': value });
      assert.equal(count, 1);
      assert.equal(outcome.error?.retryAfterSeconds, expected);
      assert.match(outcome.error.message, /minute|hour|second/u);
    }
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { outcome, count } = await attempts('GET', 503, { 'retry-after': date });
    assert.equal(count, 1);
    assert.ok(Math.abs((outcome.error?.retryAfterSeconds ?? 0) - 3600) < 5);
  });

  it('is sent once where no retry is wanted, and four times where nothing is set', async () => {
    assert.equal((await attempts('GET', 500)).count, 4);
    await setUserSetting('requests.maxRetries', 0);
    assert.equal((await attempts('GET', 500)).count, 1);
    assert.equal((await attempts('GET', 429)).count, 1);
  });

  describe('and may be repeated twice', () => {
    before(() => setUserSetting('requests.maxRetries', 2));

    for (const status of [429, 500, 502, 503, 504]) {
      it(`with ${status} is repeated by GET`, async () => {
        const { outcome, count } = await attempts('GET', status);
        assert.equal(count, 3);
        assert.equal(outcome.error?.status, status);
        assert.equal(outcome.requestId, 'try-2');
      });
    }

    it('is repeated by GET after a reset, and never by POST', async () => {
      await using server = await startRawServer(async (socket, request) => {
        await request.body();
        if (request.index === 1)
          socket.end(rawResponse(200, { 'x-request-id': 'second' }, JSON.stringify(envelope)));
        else socket.resetAndDestroy();
      });
      await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
      const outcome = await send('GET');
      assert.equal(outcome.requestId, 'second');
      assert.equal(server.heads.length, 2);
      assert.equal((await send('POST')).error?.kind, 'unknown-outcome');
      assert.equal(server.heads.length, 3);
    });
  });

  describe('and may be repeated once', () => {
    before(() => setUserSetting('requests.maxRetries', 1));

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      it(`is repeated by ${method} for 429 alone`, async () => {
        assert.equal((await attempts(method, 429)).count, 2);
        for (const status of [500, 502, 503, 504]) {
          const { outcome, count } = await attempts(method, status);
          assert.equal(count, 1);
          assert.equal(outcome.error?.kind, 'api');
        }
      });
    }

    it('takes a date that is past for now, and nonsense for nothing', async () => {
      const past = new Date(Date.now() - 60_000).toUTCString();
      for (const value of [past, '-1', 'soon', '1e3', '0x10', '']) {
        assert.equal((await attempts('GET', 503, { 'retry-after': value })).count, 2, value);
      }
    });

    it('waits the seconds that the answer asks for', async () => {
      const started = performance.now();
      assert.equal((await attempts('GET', 429, { 'retry-after': '1' })).count, 2);
      assert.ok(performance.now() - started >= 990);
    });

    it('holds back every other request of the window after a 429', async () => {
      const times: number[] = [];
      await using _service = await startService((_request, response, index) => {
        times.push(performance.now());
        if (index === 0)
          sendJson(response, 429, { ...failure, code: 'too_many_requests' }, { 'retry-after': '1' });
        else sendJson(response, 200, envelope);
        if (index === 0) limited.resolve(undefined);
      });
      const limited = Promise.withResolvers<undefined>();
      const first = send('GET');
      await limited.promise;
      // The answer is in the socket by now. What is sent before it was read cannot know of it.
      for (let turn = 0; turn < 10; turn += 1) await nextTurn();
      const others = await Promise.all([send('GET'), send('POST')]);
      assert.ok(others.every(({ ok }) => ok));
      assert.ok((await first).ok);
      for (const time of times.slice(1))
        assert.ok(time - (times[0] ?? 0) >= 950, `after ${time - (times[0] ?? 0)} ms`);
    });
  });
});
