import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { CoolDown } from '../../../../src/api';
import {
  type AttemptEnd,
  type AttemptFailure,
  type AttemptSettings,
  runAttempts,
} from '../../../../src/api/call/attempts';
import { BodyFault } from '../../../../src/api/wire/decodeBody';
import type { WireHooks, WireRequest, WireResponse } from '../../../../src/api/wire/transport';
import { stillClock } from '../../../support/clock';
import { transportBy, wireAnswer } from '../../../support/wire';

type Send = (request: WireRequest, hooks: WireHooks, index: number) => Promise<WireResponse>;

const BODY = { length: 10, chunks: () => [Buffer.alloc(10)] as const };
const fault = (code: string) => Object.assign(new Error('failed'), { code });

const TOO_LARGE = 'an answer that is too large';

const answered = (status: number, headers = {}, broken?: Error, bytes = 2) =>
  wireAnswer(status, headers, [Buffer.alloc(bytes)], broken);

/** Each attempt of a request over a network that does as `send` says. */
async function attemptsOf(
  method: string,
  send: Send,
  given: Partial<AttemptSettings> = {},
  more: Partial<WireRequest> = {},
): Promise<AttemptEnd[]> {
  const ends: AttemptEnd[] = [];
  let index = 0;
  const transport = transportBy((request, hooks) => send(request, hooks, index++));
  const settings: AttemptSettings = {
    ...{ transport, cooldown: new CoolDown(), timeoutMs: 60_000, maxRetries: 2, maxBytes: 100 },
    ...{ signal: undefined, batch: undefined, isHeld: () => false, onHold: () => undefined },
    backoff: { baseMs: 1, capMs: 1, random: () => 1 },
    ...given,
  };
  const request = { method, url: new URL('https://a.example/x'), headers: [], ...more };
  await runAttempts(request, settings, (end) => ends.push(end));
  return ends;
}

describe('Whether a request is sent again', () => {
  const ended = fault('ECONNRESET');
  const lost =
    (...bytes: number[]): Send =>
    (_request, hooks) => {
      hooks.onSent?.();
      for (const taken of bytes) hooks.onTaken?.(taken);
      return Promise.reject(ended);
    };
  const refused =
    (code: string): Send =>
    () =>
      Promise.reject(fault(code));
  const answer =
    (...facts: Parameters<typeof answered>): Send =>
    (_request, hooks) => {
      hooks.onSent?.();
      hooks.onTaken?.(10);
      return Promise.resolve(answered(...facts));
    };
  type Expected = readonly [reads: number, writes: number, phase?: string, sent?: string, why?: string];
  const cases: Record<string, readonly [Send, Expected]> = {
    'no connection': [refused('ECONNREFUSED'), [3, 3, 'connecting', 'no', 'refused']],
    'a certificate that has expired': [refused('CERT_HAS_EXPIRED'), [1, 1, 'connecting', 'no', 'expired']],
    'a fault that nobody knows': [refused('E_STRANGE'), [1, 1, 'connecting', 'no', 'other']],
    'a compressed body that a fetch finds damaged': [
      refused('Z_DATA_ERROR'),
      [
        1,
        1,
        'connecting',
        'no',
        'compression: The answer cannot be read because its compressed form is damaged.',
      ],
    ],
    'a connection that is lost in the body': [lost(6, 3), [3, 1, 'sending', 'partly', 'lost']],
    'a connection that is lost behind the body': [lost(6, 4), [3, 1, 'waiting', 'wholly', 'lost']],
    'an answer that breaks off': [answer(200, {}, ended), [3, 1, 'reading', 'wholly', 'lost']],
    'the last success that breaks off': [answer(299, {}, ended), [3, 1, 'reading', 'wholly', 'lost']],
    'a status that is an answer by itself': [answer(300, {}, ended), [1, 1, 'reading', 'wholly', 'lost']],
    'an error of the service that breaks off': [answer(500, {}, ended), [3, 1, 'reading', 'wholly', 'lost']],
    'a limit that breaks off': [answer(429, {}, ended), [3, 3, 'reading', 'wholly', 'lost']],
    'an encoding that nobody knows': [
      answer(200, { 'content-encoding': 'odd' }),
      [1, 1, 'reading', 'wholly', 'encoding: The answer cannot be read because of its encoding: odd.'],
    ],
    [TOO_LARGE]: [
      answer(200, {}, undefined, 101),
      [1, 1, 'reading', 'wholly', 'too-large: The answer is not read because it is larger than 0 MiB.'],
    ],
    'a success': [answer(200, {}, undefined, 100), [1, 1]],
    'an error of the service': [answer(503), [3, 1]],
    'a limit': [answer(429), [3, 3]],
  };
  const facts = ({ phase, sent, whole, why }: AttemptFailure) => [
    phase,
    sent ? (whole ? 'wholly' : 'partly') : 'no',
    why instanceof BodyFault ? `${why.fault}: ${why.message}` : typeof why === 'string' ? why : why.kind,
  ];

  for (const [what, [send, [reads, writes, ...failure]]] of Object.entries(cases)) {
    it(`after ${what}: ${reads} reads, ${writes} writes`, async () => {
      assert.equal((await attemptsOf('GET', send)).length, reads);
      const ends = await attemptsOf('POST', send, {}, { body: BODY });
      assert.equal(ends.length, writes);
      for (const end of ends) {
        assert.deepEqual(end.failure && facts(end.failure), failure.length > 0 ? failure : undefined);
        assert.equal(end.response?.isTooLarge ?? false, what === TOO_LARGE);
      }
    });
  }

  for (const [method, isSent, count] of [
    ['GET', true, 3],
    ['POST', false, 3],
    ['POST', true, 1],
  ] as const)
    it(`after its time was up: a ${method} that had ${isSent ? '' : 'not '}begun, ${count} times`, async () => {
      const stuck: Send = (_request, hooks) => {
        if (isSent) hooks.onSent?.();
        return new Promise(() => undefined);
      };
      const ends = await attemptsOf(method, stuck, { timeoutMs: 5 });
      const causes = ends.map(({ failure }) => failure?.why);
      assert.deepEqual(causes, Array<string>(count).fill('deadline'));
    });

  it('is kept with how long each attempt took, and waited before: also the first one, after a 429 to another', async () => {
    using clock = stillClock();
    const waits: unknown[] = [];
    const cooldown = new CoolDown();
    cooldown.note(40_000);
    const send: Send = (_request, _hooks, index) => {
      clock.pass(30);
      return Promise.resolve(answered(index === 0 ? 500 : 200));
    };
    const backoff = { baseMs: 7, capMs: 7, random: () => 1 };
    const ends = await attemptsOf('GET', send, { backoff, cooldown, onWait: (wait) => waits.push(wait) });
    const times = ends.map((end) => [end.waitedMs, end.response?.headersMs, end.durationMs]);
    assert.deepEqual(times.flat(), [...[40_000, 30, 30], ...[7, 30, 30]]);
    assert.deepEqual(waits, [
      { attempt: 1, of: 3, milliseconds: 40_000 },
      { attempt: 2, of: 3, milliseconds: 7 },
    ]);
  });

  it('ends where it is called off while it waits', async () => {
    const cancel = new AbortController();
    const onWait = () => {
      setImmediate(() => cancel.abort());
    };
    const settings = { onWait, signal: cancel.signal, backoff: { baseMs: 1e6, capMs: 1e6, random: () => 1 } };
    assert.equal((await attemptsOf('GET', () => Promise.resolve(answered(500)), settings)).length, 1);
  });

  it('is one of as many as are allowed', async () => {
    const send = () => Promise.resolve(answered(500));
    const { signal } = new AbortController();
    for (const maxRetries of [0, 4])
      assert.equal((await attemptsOf('GET', send, { maxRetries, signal })).length, maxRetries + 1);
    assert.deepEqual(getEventListeners(signal, 'abort'), [], 'nothing stays behind');
  });
});

describe('What a service asks for by Retry-After', () => {
  const asking =
    (status: number, ...seconds: (string | undefined)[]): Send =>
    (_request, _hooks, index) => {
      const after = seconds[index];
      const headers = after === undefined ? {} : { 'retry-after': after };
      return Promise.resolve(index < seconds.length ? answered(status, headers) : answered(200));
    };

  it('is a wait of a minute at most, for all calls after 429; above, it holds the environment back', async () => {
    for (const [method, maxRetries, status, seconds, waited, paused, held] of [
      ['GET', 2, 429, '60', [60_000], [60_000], []],
      ['POST', 2, 429, '60', [60_000], [60_000], []],
      ['POST', 0, 429, '60', [], [60_000], []],
      ['GET', 2, 429, '61', [], [], [61_000]],
      ['POST', 2, 429, '61', [], [], [61_000]],
      ['GET', 2, 503, '60', [60_000], [], []],
      ['GET', 2, 503, '61', [], [], [61_000]],
      ['POST', 2, 503, '61', [], [], [61_000]],
      ['GET', 2, 500, '61', [], [], []],
    ] as const) {
      using clock = stillClock();
      const cooldown = new CoolDown();
      const [notes, holds]: [number[], number[]] = [[], []];
      cooldown.note = (milliseconds) => notes.push(milliseconds);
      const onHold = (milliseconds: number) => holds.push(milliseconds);
      await attemptsOf(method, asking(status, seconds), { cooldown, onHold, maxRetries });
      const found = [clock.waits, notes, holds];
      assert.deepEqual(found, [waited, paused, held], `${method} ${status} ${seconds}`);
    }
  });

  /** A batch, and how long it has to pause. */
  const pausing = () => {
    const pauses: number[] = [];
    return { pauses, batch: { onPause: (milliseconds: number) => pauses.push(milliseconds) } };
  };

  it('is waited for by a batch as often as it is asked, and counts as a retry of any other call', async () => {
    using clock = stillClock();
    const settings = { maxRetries: 1, backoff: { baseMs: 1000, capMs: 8000, random: () => 1 } };
    const send = asking(429, '1', '1', '1', '1');
    assert.equal((await attemptsOf('POST', send, settings)).length, 2);
    assert.equal((await attemptsOf('POST', send, { ...settings, batch: { isAlone: true } })).length, 2);
    clock.waits.splice(0);
    const { pauses, batch } = pausing();
    const cooldown = new CoolDown();
    cooldown.note(400);
    await attemptsOf('POST', send, { ...settings, cooldown, batch });
    assert.deepEqual([pauses, clock.waits], [clock.waits, [400, 1000, 1000, 1000, 1000]]);
  });

  it('is waited for by a batch for a quarter of an hour, and not at all where no extra attempts are allowed', async () => {
    for (const [maxRetries, count] of [
      [2, 15 + 2],
      [0, 0],
    ] as const) {
      using clock = stillClock();
      const send = () => Promise.resolve(answered(429, { 'retry-after': '60' }));
      const ends = await attemptsOf('POST', send, { maxRetries, batch: {} });
      assert.deepEqual([ends.length, clock.waits], [count + 1, Array<number>(count).fill(60_000)]);
    }
  });

  it('need not be said to a batch of which other calls get through', async () => {
    for (const [others, count] of [
      [0, 2],
      [1, 5],
    ] as const) {
      const cooldown = new CoolDown();
      const { pauses, batch } = pausing();
      const send: Send = (...about) => {
        cooldown.answered += others;
        return asking(429, undefined, undefined, undefined, undefined)(...about);
      };
      const ends = await attemptsOf('POST', send, { cooldown, maxRetries: 1, batch });
      assert.deepEqual([ends.length, pauses.length, pauses.includes(0)], [count, count - 1, false]);
    }
  });

  it('is no answer that lets others through: any other answer is', async () => {
    for (const [send, count] of [
      [asking(200, undefined), 1],
      [asking(404, undefined), 1],
      [asking(429, undefined), 0],
      [() => Promise.reject(fault('ECONNREFUSED')), 0],
    ] as const) {
      const cooldown = new CoolDown();
      await attemptsOf('POST', send, { cooldown, maxRetries: 0 });
      assert.equal(cooldown.answered, count);
    }
  });

  it('is nothing to a call that was cancelled while its batch let it begin', async () => {
    const cancel = new AbortController();
    const begin = () => {
      cancel.abort();
      return Promise.resolve();
    };
    const aborted: boolean[] = [];
    const send: Send = ({ signal }) => {
      aborted.push(signal.aborted);
      return new Promise(() => undefined);
    };
    const [end, ...more] = await attemptsOf('POST', send, { signal: cancel.signal, batch: { begin } });
    assert.deepEqual([aborted, end?.failure?.why, more], [[true], 'cancelled', []]);
  });
});
