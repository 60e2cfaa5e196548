import assert from 'node:assert/strict';
import { createUndiciTransport, PreflightError } from '../../../../src/api';
import { CancelledError } from '../../../../src/api/model/errors';
import { FILE, UPLOAD_DATA, failureOf, makeClient, ok } from '../../../support/apiClient';
import { stillClock } from '../../../support/clock';
import { answering, sendJson, startHttpServer } from '../../../support/httpServer';
import { pool } from '../../../../src/util/async';

const slowDown = { success: false, code: 'too_many_requests', message: 'Slow down', data: {} };
const BACKOFF = { baseMs: 5, capMs: 20, random: () => 1 };

describe('A batch that meets a rate limit', () => {
  it('comes through a burst of 429 whole, whatever the retries allowed', async () => {
    using _ = stillClock();
    let [open, until, taken] = [0, 0, 0];
    await using server = await startHttpServer((_request, response) => {
      const now = performance.now();
      if (now > until) [open, until] = [15, now + 15];
      if (open-- <= 0) sendJson(response, 429, slowDown, { 'retry-after': '0' });
      else sendJson(response, 201, ok({ ...UPLOAD_DATA, id: `file_${(taken += 1)}` }));
    });
    const options = { maxRetries: 1, backoff: BACKOFF };
    await using test = makeClient(server.url, createUndiciTransport(), options);
    const files = Array.from({ length: 60 }, (_, n) => n);
    const answers = await pool(files, 8, () => test.client.uploadFile(FILE, { batch: {} }));
    assert.deepEqual([new Set(answers.map(({ data }) => data.id)).size, taken], [60, 60]);
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
    const batch = { begin: say('begin'), putBack: say('put back') };
    await test.client.uploadFile({ ...FILE, content: Buffer.alloc(200_000, 'x') }, { batch });
    assert.deepEqual(said, ['begin 0', 'the call', 'put back 1', 'begin 1', 'put back 2', 'begin 2']);
    // It does not ask again at once, though the service asked for no time.
    assert.deepEqual(clock.waits, [5, 10]);
    assert.deepEqual([test.exchanges.length, test.exchanges[0]?.attempts.length], [1, 3]);
    const [first, ...others] = server.seen.map(({ body }) => body);
    assert.ok(first);
    assert.ok(first.includes(Buffer.alloc(200_000, 'x')));
    for (const other of others) assert.ok(other.equals(first));
  });

  for (const [refusal, kept] of [
    [new PreflightError('Not now.'), 'Not now.'],
    // Its own words are for nobody who looks at the exchange.
    [new CancelledError('The bytes are known'), 'The request was cancelled.'],
  ] as const)
    it(`sends nothing more once the batch refuses (${refusal.kind}), and what it tried before stays an exchange`, async () => {
      await using server = await startHttpServer(answering(429, slowDown, { 'retry-after': '0' }));
      await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF });
      for (const attempts of [0, 1]) {
        let left = attempts;
        const begin = () => (left-- > 0 ? Promise.resolve() : Promise.reject(refusal));
        assert.equal(await failureOf(test.client.uploadFile(FILE, { batch: { begin } })), refusal);
        assert.equal(server.seen.length, attempts);
        const exchanges = test.exchanges.map(({ error, requestId }) => [error?.message, requestId]);
        assert.deepEqual(exchanges, attempts === 0 ? [] : [[kept, 'req-1']]);
      }
    });

  for (const attempts of [0, 1])
    it(`leaves one exchange where an error of ours ends it after ${attempts} attempts, and none for none`, async () => {
      await using server = await startHttpServer(answering(429, slowDown, { 'retry-after': '0' }));
      await using test = makeClient(server.url, createUndiciTransport(), { backoff: BACKOFF });
      let left = attempts;
      const begin = () => (left-- > 0 ? Promise.resolve() : Promise.reject(new TypeError('of ours')));
      const failure = await failureOf(test.client.uploadFile(FILE, { batch: { begin } }));
      assert.match(failure.message, /^The .* could not be .*, because of an error in this extension/);
      assert.deepEqual([failure.environment, String(failure.cause)], ['test-environment', 'Error: of ours']);
      const exchanges = test.exchanges.map(({ error, deviations }) => [error?.message, deviations]);
      assert.deepEqual(exchanges, attempts === 0 ? [] : [[failure.message, undefined]]);
    });
});
