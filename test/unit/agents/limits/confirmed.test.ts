import assert from 'node:assert/strict';
import { ConfirmedTargets } from '../../../../src/agents/limits/confirmed';
import { isOfKind } from '../../../../src/api/model/errors';
import type { Environment } from '../../../../src/services/environments/environmentModel';
import { addresses, sandbox, twin } from './environments';

describe('What the user was asked about', () => {
  const TOOL = 'payments_top_up_sandbox';
  const input = { amount: 1, currency: 'EUR' };
  const other = { ...sandbox, addresses: addresses('moved.example') };
  const refused = (error: unknown) => isOfKind(error, 'preflight') && /Call again/.test(String(error));
  const to = (environment: Environment, files?: readonly string[]) => ({
    question: 'Do it?',
    environment,
    ...(files && { files }),
  });
  const demand = (confirmed: ConfirmedTargets, now: Environment) => () =>
    confirmed.demandSame(TOOL, input, to(now));

  it('is not done elsewhere: not in another environment, and not at another address', () => {
    for (const now of [twin, other]) {
      const confirmed = new ConfirmedTargets();
      confirmed.remember(TOOL, input, to(sandbox));
      assert.throws(demand(confirmed, now), refused);
      confirmed.remember(TOOL, input, to(now));
      confirmed.demandSame(TOOL, input, to(now));
    }
  });

  it('is done with the files that were shown, also where a link leads elsewhere by then', () => {
    const confirmed = new ConfirmedTargets();
    const said = (words: string) => ({
      message: `${words} now. Nothing was sent. Call again, so that the user is asked about that.`,
    });
    const would = 'changed after the user was asked: the call would go to "s"';
    confirmed.remember(TOOL, input, to(sandbox, ['/w/a.pdf']));
    assert.throws(
      () => confirmed.demandSame(TOOL, input, to(sandbox, ['/w/b.pdf', '/w/c.pdf'])),
      said(`The environment, or which files the paths lead to, ${would} with /w/b.pdf, /w/c.pdf`),
    );
    confirmed.remember(TOOL, input, to(twin));
    assert.throws(demand(confirmed, sandbox), said(`The environment ${would}`));
    confirmed.remember(TOOL, input, to(sandbox, ['/w/a.pdf']));
    confirmed.demandSame(TOOL, input, to(sandbox, ['/w/a.pdf']));
  });

  it('is remembered for each of several calls, and for the same input of the same tool only', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, to(sandbox));
    confirmed.remember(TOOL, input, to(sandbox));
    confirmed.demandSame(TOOL, { ...input, amount: 2 }, to(twin));
    confirmed.demandSame('payments_send_request', input, to(twin));
    for (let call = 0; call < 2; call += 1) assert.throws(demand(confirmed, twin), refused);
    confirmed.demandSame(TOOL, input, to(twin));
  });

  it('is the Local Sandbox, whichever address it has', () => {
    const confirmed = new ConfirmedTargets();
    const local: Environment = { id: 'local', name: 'L', type: 'local' };
    confirmed.remember(TOOL, input, to(local));
    confirmed.demandSame(TOOL, input, to({ ...local, addresses: addresses('127.0.0.1:1') }));
    confirmed.remember(TOOL, input, to(local));
    assert.throws(demand(confirmed, { ...local, id: 'another' }), refused);
  });

  it('is remembered for the last hundred calls, so that nothing grows without end', () => {
    const confirmed = new ConfirmedTargets();
    const isRemembered = (amount: number) => {
      try {
        confirmed.demandSame(TOOL, { amount }, to(twin));
        return false;
      } catch (error) {
        return refused(error);
      }
    };
    for (let amount = 0; amount <= 100; amount += 1) confirmed.remember(TOOL, { amount }, to(sandbox));
    assert.equal(isRemembered(0), false);
    assert.equal(isRemembered(1), true);
    assert.equal(isRemembered(100), true);
    const many = new ConfirmedTargets();
    for (let count = 0; count <= 100; count += 1)
      many.remember(TOOL, input, to(count === 0 ? sandbox : twin));
    // The first question of a call is the one that is forgotten.
    for (let count = 0; count < 100; count += 1) many.demandSame(TOOL, input, to(twin));
  });

  it('is forgotten with the call that it was about, and that call makes no other be forgotten', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, to(sandbox));
    for (let amount = 0; amount < 200; amount += 1) {
      confirmed.remember(TOOL, { amount }, to(sandbox));
      confirmed.demandSame(TOOL, { amount }, to(sandbox));
    }
    assert.throws(demand(confirmed, twin), refused);
  });

  it('is forgotten as it was refused, and what was asked about the place itself stays', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, to(twin));
    confirmed.remember(TOOL, input, to(sandbox));
    assert.throws(demand(confirmed, twin), refused);
    confirmed.demandSame(TOOL, input, to(twin));
    confirmed.demandSame(TOOL, input, to(sandbox));
  });

  it('is needed for a write that could not be put into a question before, and for nothing else', () => {
    const confirmed = new ConfirmedTargets();
    const unasked = { message: /could not be asked about this call\. Nothing was sent\. Call again/ };
    confirmed.remember(TOOL, input, {});
    confirmed.remember(TOOL, input, to(sandbox));
    assert.throws(demand(confirmed, sandbox), unasked);
    confirmed.demandSame(TOOL, input, to(sandbox));
    // What is refused as well when it is called leaves the question about the next call as it is.
    for (const order of [
      [to(sandbox), {}],
      [{}, to(sandbox)],
    ]) {
      for (const call of order) confirmed.remember(TOOL, input, call);
      confirmed.demandSame(TOOL, input, {});
      confirmed.demandSame(TOOL, input, to(sandbox));
    }
  });

  it('is known of an environment without addresses too', () => {
    const confirmed = new ConfirmedTargets();
    const bare: Environment = { id: 'bare', name: 'B', type: 'sandbox' };
    confirmed.remember(TOOL, input, to(bare));
    confirmed.demandSame(TOOL, input, to(bare));
  });
});
