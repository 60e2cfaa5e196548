import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Transport, createUndiciTransport } from '../../../../src/api';
import type { AttemptEnd } from '../../../../src/api/call/attempts';
import { describeBroken, reasonOf } from '../../../../src/api/call/broken';
import { createRedactor } from '../../../../src/api/model/redact';
import { FILE, FILE_DATA, TEST_KEY, failureOf, makeClient, ok } from '../../../support/apiClient';
import { stillClock } from '../../../support/clock';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { transportBy, wireAnswer } from '../../../support/wire';

/** Answers as the service does, and fails when its headers are read for the nth time: an error of ours, anywhere. */
function failingAt(nth: number, status: number): Transport {
  let reads = 0;
  return transportBy((_request, hooks) => {
    hooks.onSent?.();
    const body = JSON.stringify(status < 300 ? ok(FILE_DATA) : {});
    const answer = wireAnswer(status, { 'retry-after': '1' }, [Buffer.from(body)]);
    const headers = new Proxy(answer.headers, {
      get(target, name): unknown {
        if (name === 'find' || name === 'map' || name === 'filter') reads += 1;
        if (reads === nth) throw new RangeError(`Maximum call stack size exceeded at ${TEST_KEY}`);
        return Reflect.get(target, name);
      },
    });
    return Promise.resolve({ ...answer, headers });
  });
}

describe('What is said of a call that an error of ours ended', () => {
  const end = { startedAt: 0, durationMs: 1, waitedMs: 0 };
  const response = { status: 200, statusText: '', headers: [], headersMs: 1 };
  const failure = (sent: boolean) => ({ why: 'deadline', phase: 'waiting', sent, whole: sent }) as const;
  const read = /could not be read.*Its log has the details\.$/;
  const mayHaveActed = /could not be read.*check before you send it again\.$/;
  const cases: [last: AttemptEnd | undefined, isRead: boolean, kind: string, words: RegExp][] = [
    [undefined, false, 'preflight', /could not be made.*Nothing was sent\.$/],
    [{ ...end, response }, true, 'decode', read],
    [{ ...end, response }, false, 'decode', mayHaveActed],
    [{ ...end, failure: failure(true) }, true, 'network', read],
    [{ ...end, failure: failure(true) }, false, 'unknown-outcome', mayHaveActed],
    [{ ...end, failure: failure(false) }, false, 'network', mayHaveActed],
  ];
  for (const [last, isRead, kind, words] of cases) {
    it(`is ${kind} of ${isRead ? 'a read' : 'a write'} after ${JSON.stringify(last)}`, () => {
      const facts = describeBroken(last, isRead);
      assert.equal(facts.kind, kind);
      assert.match(facts.message, words);
    });
  }

  it('is logged with where it happened, whatever was thrown', () => {
    const redactor = createRedactor([]);
    assert.match(reasonOf(new Error('odd'), redactor).stack ?? '', /^Error: odd\n +at /);
    assert.equal(reasonOf('text', redactor).message, 'text');
    const text = () => {
      throw new Error('no stack left');
    };
    assert.equal(reasonOf(new RangeError('the-key'), { ...redactor, text }).message, 'RangeError');
  });
});

describe('An error of ours after the first byte', () => {
  it('ends as one exchange and as an error of this code, after which a write may have acted, wherever it happens', async () => {
    const kinds = fc.constantFrom('GET', 'POST', 'upload', 'content');
    let broke = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(12), kinds, fc.constantFrom(200, 201, 404, 500), async (nth, call, status) => {
        const logged: Error[] = [];
        await using test = makeClient('https://a.example', failingAt(nth + 1, status), {
          maxRetries: 0,
          onUnexpected: (error) => logged.push(error),
        });
        const { client } = test;
        const calls = {
          upload: () => client.uploadFile(FILE),
          content: () => client.getContent('https://a.example/x'),
          GET: () => client.request({ method: 'GET', path: '/x' }),
          POST: () => client.request({ method: 'POST', path: '/x' }),
        };
        const made: Promise<unknown> = calls[call]();
        const failure = await made.then(() => undefined).catch(() => failureOf(made));
        const [exchange, ...more] = test.exchanges;
        assert.ok(exchange && more.length === 0);
        assert.equal(exchange.attempts.length, 1);
        assert.equal(exchange.outcome, failure?.kind ?? 'ok');
        assert.equal(exchange.error?.mayHaveActed, failure?.facts.mayHaveActed);
        if (logged.length === 0) return;
        broke += 1;
        assert.equal(failure?.facts.mayHaveActed, ['POST', 'upload'].includes(call) ? true : undefined);
        assert.equal(failure?.exchangeId, exchange.id);
        assert.ok(!logged.some(({ stack = '' }) => stack.includes(TEST_KEY)));
      }),
    );
    assert.ok(broke > 10, `${broke} broken calls`);
  });

  it('leaves what listeners throw out of it', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      if (index === 0) sendJson(response, 429, {}, { 'retry-after': '1' });
      else sendJson(response, 201, ok(FILE_DATA));
    });
    using _ = stillClock();
    const said: string[] = [];
    const fail = (what: string) => () => {
      said.push(what);
      throw new Error('A listener');
    };
    const listeners = { onBegin: fail('begin'), onExchange: fail('end') };
    await using test = makeClient(server.url, createUndiciTransport(), listeners);
    const batch = { onPause: fail('pause') };
    const file = { ...FILE, onProgress: fail('progress') };
    const answer = await test.client.uploadFile(file, { onExchange: fail('end of the call'), batch });
    assert.equal(answer.status, 201);
    assert.deepEqual(said, ['begin', 'progress', 'pause', 'progress', 'end of the call', 'end']);
  });
});
