import assert from 'node:assert/strict';
import type { BegunWrite } from '../../../../src/api/exchange';
import { environment, inPlace, newExchange } from '../support';

/** A top-up as it is journaled. */
export function newWrite(id: string, more: Partial<BegunWrite> = {}): BegunWrite {
  const whole = newExchange(id, {
    method: 'POST',
    operation: 'topUp',
    path: '/v1/balances/sandbox/top-up',
  });
  const { attempts: _a, durationMs: _d, outcome: _o, status: _s, requestId: _r, ...begun } = whole;
  return { ...begun, writeHash: 'same', ...more };
}

describe('the journal of writes', () => {
  it(
    'brings a write of a killed window back as one that may have been carried out',
    inPlace(async (place) => {
      const worker = place.start('topUp');
      assert.equal(await worker.line(), 'journaled');
      const { files, history } = place.open();
      assert.deepEqual(history.list({ environment }).items, []);
      assert.equal(history.unresolvedWrite(environment, 'same')?.isUnderWay, true);
      await worker.kill();
      files.recover();
      const [row, ...others] = history.list({ environment }).items;
      assert.deepEqual([row?.id, row?.outcome, others.length], ['ex_topUp', 'unknown-outcome', 0]);
      const exchange = history.get('ex_topUp');
      assert.deepEqual([exchange?.attempts, exchange?.error?.mayHaveActed], [[], true]);
      assert.match(exchange?.error?.message ?? '', /may or may not have been carried out/);
      assert.deepEqual(history.unresolvedWrite(environment, 'same'), {
        exchangeId: 'ex_topUp',
        startedAt: row?.startedAt,
        isUnderWay: false,
      });
      assert.equal(history.unresolvedWrite(environment, 'another'), undefined);
    }),
  ).timeout(20_000);

  it(
    'keeps a write of unknown result until the same write is answered',
    inPlace((place) => {
      const { history } = place.open();
      const uncertain = { kind: 'http', message: '', status: 504, mayHaveActed: true } as const;
      history.beginWrite(newWrite('ex_1'));
      history.add(newExchange('ex_1', { outcome: 'http', error: uncertain }), 10);
      assert.equal(history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_1');
      const startedAt = newWrite('ex_2').startedAt + 1;
      history.beginWrite(newWrite('ex_2', { startedAt }));
      history.add(newExchange('ex_2', { startedAt }), 10);
      assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
    }),
  );

  it(
    'belongs to the account that the write went to',
    inPlace((place) => {
      const at = { identity: 'https://one' };
      const { history } = place.open({ identityOf: () => at.identity });
      history.beginWrite(newWrite('ex_1', { identity: 'https://one' }));
      at.identity = 'https://two';
      assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
    }),
  );
});
