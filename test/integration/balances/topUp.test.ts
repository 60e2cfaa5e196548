import assert from 'node:assert/strict';
import { sendJson } from '../../support/httpServer';
import { fail, succeed, userSetting } from '../support/extension';
import { acceptAll } from '../support/prompts';
import { startService } from '../support/contract';

describe('topping up', () => {
  it('adds to the Local Sandbox without a question when all is given, and gives the request id', async () => {
    const outcome = await succeed('topUpSandbox', { environment: 'local', amount: 12.5, currency: 'eur' });
    assert.ok(outcome.data.message.length > 0);
    assert.ok(outcome.requestId);
    const exchange = await succeed('findRequest', outcome.requestId);
    assert.equal(exchange.data.operation, 'topUp');
    // A caller by code that repeats itself means it.
    await succeed('topUpSandbox', { environment: 'local', amount: 12.5, currency: 'eur' });
  });

  it('asks a person, and no caller, before the same is added whose earlier result is not known', async () => {
    let isFirst = true;
    await using server = await startService((_request, response) => {
      if (isFirst) sendJson(response, 200, { success: true, message: 'Done', data: {} });
      else sendJson(response, 504, {});
      isFirst = false;
    });
    // The currency that was used last is offered first.
    await succeed('topUpSandbox', { environment: 'sandbox', amount: 1e-7, currency: ' eur' });
    const [{ path, body } = assert.fail()] = server.seen;
    assert.equal(path, '/v1/balances/sandbox/top-up');
    assert.deepEqual(JSON.parse(body.toString()), { amount: 1e-7, currency: 'EUR' });
    const given = { environment: 'sandbox', amount: 5.25 };
    for (let times = 1; times <= 2; times++) {
      const { error } = await fail('topUpSandbox', { ...given, currency: 'EUR' });
      assert.equal(error.kind, 'http');
      assert.equal(server.seen.length, 1 + times);
    }
    // The second time nothing is kept, and the window remembers it.
    for (const maxRequests of [undefined, 0]) {
      await using _ = await userSetting('history.maxRequests', maxRequests);
      // The currency is asked for, EUR is first. Then nobody answers the question, so nothing is sent.
      const { error } = await acceptAll(fail('topUpSandbox', given));
      assert.equal(error.kind, 'cancelled');
      assert.equal(server.seen.length, 3);
    }
  });
});
