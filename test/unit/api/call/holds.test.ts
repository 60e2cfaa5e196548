import assert from 'node:assert/strict';
import { CoolDown } from '../../../../src/api';
import {
  type EasyClient,
  FILE,
  TRANSPORTS,
  UPLOAD_DATA,
  failureOf,
  makeClient,
  ok,
} from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';

const REFUSED = { success: false, code: 'too_many_requests', message: 'Slow down', data: {} };

/** Asks the request with this index to wait for an hour, and accepts the others. */
function serviceThatHolds(index: number) {
  return startHttpServer((_request, response, at) => {
    if (at === index) sendJson(response, 429, REFUSED, { 'retry-after': '3600' });
    else sendJson(response, 201, ok(UPLOAD_DATA));
  });
}

const make = TRANSPORTS[0]?.make ?? assert.fail();

describe('A service that asks for more than a minute', () => {
  it('is sent nothing more of that environment: every other request is refused, with what is left', async () => {
    await using server = await serviceThatHolds(0);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, make(), { cooldown });
    await failureOf(test.client.getFile('a'));
    for (const call of [
      () => test.client.uploadFile(FILE, { batch: {} }),
      () => test.client.getFile('a'),
      () => test.client.getContent(`${server.url}/v1/files/a/content`),
      () => test.client.topUp({ amount: 1, currency: 'EUR' }),
    ]) {
      const failure = await failureOf(call());
      assert.deepEqual([failure.kind, failure.environment], ['preflight', 'test-environment']);
      assert.match(failure.message, /asked to wait\. Nothing was sent: try again in 1 hour/);
      const { retryAfterSeconds = 0 } = failure.facts;
      assert.ok(retryAfterSeconds > 3590 && retryAfterSeconds <= 3600);
    }
    assert.equal(test.exchanges.length, 1, 'what was refused before it began is no exchange');
    await using other = makeClient(server.url, make(), { cooldown, environment: 'other' });
    await other.client.uploadFile(FILE);
    assert.equal(server.seen.length, 2);
  });

  it('is not the host that content is fetched from without the key, which neither holds nor is held', async () => {
    await using own = await serviceThatHolds(0);
    await using other = await serviceThatHolds(0);
    const cooldown = new CoolDown();
    await using test = makeClient(own.url, make(), { cooldown });
    const { facts } = await failureOf(test.client.getContent(`${other.url}/x`));
    assert.equal(facts.retryAfterSeconds, 3600);
    assert.equal(cooldown.heldSeconds('test-environment'), undefined);
    await failureOf(test.client.getFile('a'));
    assert.equal(cooldown.heldSeconds('test-environment'), 3600);
    await test.client.getContent(`${other.url}/x`);
    assert.deepEqual([own.seen.length, other.seen.length], [1, 2]);
  });

  it('is sent what a person agreed to, and nothing else', async () => {
    await using server = await serviceThatHolds(0);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, make(), { cooldown });
    await failureOf(test.client.uploadFile(FILE));
    await test.client.uploadFile(FILE, { despiteHold: true });
    assert.equal((await failureOf(test.client.uploadFile(FILE))).kind, 'preflight');
    assert.equal(server.seen.length, 2);
  });
});

describe('A hold', () => {
  for (const [whose, status, retryAfterSeconds, call] of [
    ['a read, which ends as it was answered', 500, undefined, (client) => client.getFile('a')],
    ['a batch, as if it had not been tried', 429, 120, (client) => client.uploadFile(FILE, { batch: {} })],
  ] as readonly [string, number, number | undefined, (client: EasyClient) => Promise<unknown>][])
    it(`ends the repetitions of ${whose}`, async () => {
      const cooldown = new CoolDown();
      await using server = await startHttpServer((_request, response) => {
        // As another answer that comes meanwhile would.
        cooldown.hold('test-environment', 120_000);
        sendJson(response, status, {});
      });
      await using test = makeClient(server.url, make(), { cooldown });
      const { kind, facts } = await failureOf(call(test.client));
      const expected = status === 500 ? 'http' : 'preflight';
      assert.deepEqual([kind, facts.retryAfterSeconds], [expected, retryAfterSeconds]);
      assert.deepEqual([server.seen.length, test.exchanges[0]?.attempts.length], [1, 1]);
    });

  it('lets what waited for a pause go no further', async () => {
    await using server = await serviceThatHolds(-1);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, make(), { cooldown });
    cooldown.note(30);
    const calls = [
      test.client.topUp({ amount: 1, currency: 'EUR' }),
      test.client.uploadFile(FILE, { batch: {} }),
    ];
    cooldown.hold('test-environment', 61_000);
    for (const call of calls) {
      const failure = await failureOf(call);
      assert.deepEqual([failure.kind, failure.facts.retryAfterSeconds], ['preflight', 61]);
    }
    assert.equal(server.seen.length, 0);
    const kept = test.exchanges.map(({ outcome, attempts }) => [outcome, attempts.length]);
    assert.deepEqual(kept, [['preflight', 0]], 'a call of a batch that did not begin leaves none');
  });

  it('puts back what was being written down when it came', async () => {
    await using server = await serviceThatHolds(-1);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, make(), { cooldown });
    const steps: string[] = [];
    const begin = () => {
      steps.push('begin');
      cooldown.hold('test-environment', 61_000);
      return Promise.resolve();
    };
    const putBack = () => Promise.resolve(void steps.push('put back'));
    const { kind } = await failureOf(test.client.uploadFile(FILE, { batch: { begin, putBack } }));
    assert.deepEqual([kind, steps, server.seen.length], ['preflight', ['begin', 'put back'], 0]);
  });

  it('is not the reason where what waited was cancelled', async () => {
    await using server = await serviceThatHolds(-1);
    const cooldown = new CoolDown();
    await using test = makeClient(server.url, make(), { cooldown });
    cooldown.note(60_000);
    const cancel = new AbortController();
    const call = failureOf(test.client.uploadFile(FILE, { signal: cancel.signal }));
    cooldown.hold('test-environment', 61_000);
    cancel.abort();
    assert.equal((await call).kind, 'cancelled');
    assert.equal(server.seen.length, 0);
  });
});
