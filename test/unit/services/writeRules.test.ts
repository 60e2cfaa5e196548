import assert from 'node:assert/strict';
import { planRequest } from '../../../src/api/rules/plan';
import { actFor, type Caller } from '../../../src/services/caller';
import { WriteRules } from '../../../src/services/writeRules';
import { failureOf } from '../../support/apiClient';
import { createTestServices, environmentAt } from '../../support/services';
import { newExchange, newWrite } from '../storage/support';

const read = planRequest({ method: 'GET', path: '/payments' });
const write = planRequest({ method: 'POST', path: '/payments', body: { n: 1 } });
const topUp = planRequest({ method: 'POST', path: '/balances/sandbox/top-up', body: { amount: 1 } });
const at = (type: 'sandbox' | 'production') => ({
  ...environmentAt('http://127.0.0.1:9', { type }),
  identity: undefined,
  keyMark: '',
});
const sandbox = at('sandbox');
const production = at('production');
const person = { isPerson: true };
const code = { isPerson: false };

describe('the rules about writes', () => {
  const test = createTestServices(sandbox);
  const rules = new WriteRules(test.services.storage, () => undefined);

  after(() => test[Symbol.asyncDispose]());

  it('ask before a write to production and before one that is repeated on purpose, and let reads pass', async () => {
    for (const [plan, environment, asker, isAsked] of [
      [read, production, person, false],
      [write, sandbox, person, false],
      [topUp, sandbox, person, false],
      [write, sandbox, { isPerson: true, isAgain: true }, true],
      [write, production, person, true],
      [write, production, code, true],
    ] as const)
      assert.equal((await rules.decide(plan, environment, asker)).asks, isAsked);
    const again = await rules.decide(read, sandbox, { isPerson: true, isAgain: true });
    assert.deepEqual([again.asks, again.isAgain, again.hash], [false, false, undefined]);
  });

  it('ask a person, and not code, while the same write is under way or its result is not known', async () => {
    const { history } = await test.services.storage.get();
    const { hash: writeHash = '' } = await rules.decide(write, sandbox, person);
    const exchange = newExchange('ex_1', { environment: sandbox.id });
    const earlier = async (isPerson: boolean) => {
      const { asks, earlier: found } = await rules.decide(write, sandbox, { isPerson });
      return [asks, found];
    };
    history.beginWrite({ ...newWrite('ex_1', { environment: sandbox.id }), writeHash });
    const { startedAt } = exchange;
    const underWay = { exchangeId: 'ex_1', startedAt, isUnderWay: true, why: undefined };
    assert.deepEqual(await earlier(true), [true, underWay]);
    assert.deepEqual(await earlier(false), [false, undefined]);
    const error = { kind: 'timeout', message: 'No answer.', mayHaveActed: true } as const;
    history.add({ ...exchange, outcome: 'timeout', error }, 10);
    assert.deepEqual(await earlier(true), [true, { ...underWay, isUnderWay: false, why: error.message }]);
  });

  it('refuse a top-up of production, whoever asks', async () => {
    for (const asker of [person, code]) {
      const failure = await failureOf(rules.decide(topUp, production, asker));
      assert.equal(failure.kind, 'configuration');
      assert.match(failure.message, /^Top-ups work only in a sandbox\. Sandbox is a production envir/);
    }
  });

  it('let a caller that may only read do that', async () => {
    const caller: Caller = { origin: 'agent', signal: new AbortController().signal, accessTo: () => 'read' };
    await actFor(caller, async () => {
      await rules.decide(read, sandbox, code);
      const failure = await failureOf(rules.decide(write, sandbox, code));
      assert.equal(failure.kind, 'configuration');
      assert.match(failure.message, /^Only GET and HEAD requests may be sent to the environment "Sandbox"/);
    });
    const writer: Caller = { ...caller, accessTo: () => 'write' };
    await actFor(writer, () => rules.decide(write, sandbox, code));
  });

  it('do one thing at a time at a place, and the next one when that has ended, well or not', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = rules.once('a:1', () => promise);
    const failure = await failureOf(rules.once('a:1', () => Promise.resolve('second')));
    assert.equal(failure.kind, 'preflight');
    assert.match(failure.message, /^This request is being sent already\./);
    assert.equal(await rules.once('a:2', () => Promise.resolve('elsewhere')), 'elsewhere');
    resolve('first');
    assert.equal(await first, 'first');
    const failing = rules.once('a:1', () => Promise.reject(new Error('no')));
    await assert.rejects(failing, /no/);
    assert.equal(await rules.once('a:1', () => Promise.resolve('third')), 'third');
  });
});
