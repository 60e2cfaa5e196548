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
  const demand = (confirmed: ConfirmedTargets, now: Environment) => () =>
    confirmed.demandSame(TOOL, input, now);

  it('is not done elsewhere: not in another environment, and not at another address', () => {
    for (const now of [twin, other]) {
      const confirmed = new ConfirmedTargets();
      confirmed.remember(TOOL, input, sandbox);
      assert.throws(demand(confirmed, now), refused);
      confirmed.remember(TOOL, input, now);
      confirmed.demandSame(TOOL, input, now);
    }
  });

  it('is done with the files that were shown, also where a link leads elsewhere by then', () => {
    const confirmed = new ConfirmedTargets();
    const said = (words: string) => ({
      message: `${words} now. Nothing was sent. Call again, so that the user is asked about that.`,
    });
    const would = 'changed after the user was asked: the call would go to "s"';
    confirmed.remember(TOOL, input, sandbox, ['/w/a.pdf']);
    assert.throws(
      () => confirmed.demandSame(TOOL, input, sandbox, ['/w/b.pdf', '/w/c.pdf']),
      said(`The environment, or which files the paths lead to, ${would} with /w/b.pdf, /w/c.pdf`),
    );
    confirmed.remember(TOOL, input, twin);
    assert.throws(demand(confirmed, sandbox), said(`The environment ${would}`));
    confirmed.remember(TOOL, input, sandbox, ['/w/a.pdf']);
    confirmed.demandSame(TOOL, input, sandbox, ['/w/a.pdf']);
  });

  it('is remembered for each of several calls, and for the same input of the same tool only', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, sandbox);
    confirmed.remember(TOOL, input, sandbox);
    confirmed.demandSame(TOOL, { ...input, amount: 2 }, twin);
    confirmed.demandSame('payments_send_request', input, twin);
    for (let call = 0; call < 2; call += 1) assert.throws(demand(confirmed, twin), refused);
    confirmed.demandSame(TOOL, input, twin);
  });

  it('is the Local Sandbox, whichever address it has', () => {
    const confirmed = new ConfirmedTargets();
    const local: Environment = { id: 'local', name: 'L', type: 'local' };
    confirmed.remember(TOOL, input, local);
    confirmed.demandSame(TOOL, input, { ...local, addresses: addresses('127.0.0.1:1') });
    confirmed.remember(TOOL, input, local);
    assert.throws(demand(confirmed, { ...local, id: 'another' }), refused);
  });

  it('is remembered for the last hundred calls, so that nothing grows without end', () => {
    const confirmed = new ConfirmedTargets();
    const isRemembered = (amount: number) => {
      try {
        confirmed.demandSame(TOOL, { amount }, twin);
        return false;
      } catch (error) {
        return refused(error);
      }
    };
    for (let amount = 0; amount <= 100; amount += 1) confirmed.remember(TOOL, { amount }, sandbox);
    assert.equal(isRemembered(0), false);
    assert.equal(isRemembered(1), true);
    assert.equal(isRemembered(100), true);
    const many = new ConfirmedTargets();
    for (let count = 0; count <= 100; count += 1) many.remember(TOOL, input, count === 0 ? sandbox : twin);
    // The first question of a call is the one that is forgotten.
    for (let count = 0; count < 100; count += 1) many.demandSame(TOOL, input, twin);
  });

  it('is forgotten with the call that it was about, and that call makes no other be forgotten', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, sandbox);
    for (let amount = 0; amount < 200; amount += 1) {
      confirmed.remember(TOOL, { amount }, sandbox);
      confirmed.demandSame(TOOL, { amount }, sandbox);
    }
    assert.throws(demand(confirmed, twin), refused);
  });

  it('is forgotten as it was refused, and what was asked about the place itself stays', () => {
    const confirmed = new ConfirmedTargets();
    confirmed.remember(TOOL, input, twin);
    confirmed.remember(TOOL, input, sandbox);
    assert.throws(demand(confirmed, twin), refused);
    confirmed.demandSame(TOOL, input, twin);
    confirmed.demandSame(TOOL, input, sandbox);
  });

  it('is known of an environment without addresses too', () => {
    const confirmed = new ConfirmedTargets();
    const bare: Environment = { id: 'bare', name: 'B', type: 'sandbox' };
    confirmed.remember(TOOL, input, bare);
    confirmed.demandSame(TOOL, input, bare);
  });
});
