import assert from 'node:assert/strict';
import type { StorageChange } from '../../../../src/storage';
import { environment, inPlace, inWindow, newExchange, newWrite } from '../support';

const uncertain = { kind: 'http', message: '', status: 504, mayHaveActed: true } as const;
/** How a write ended that may have been carried out. */
const doubt = { outcome: 'http', error: uncertain } as const;

describe('the journal of writes', () => {
  inPlace('brings a write of a killed window back as one that may have been carried out', async (place) => {
    const worker = place.start('busy');
    await worker.line();
    const { files, history, onDidChange } = place.open();
    assert.deepEqual(history.list({ environment }).items, []);
    assert.equal(history.unresolvedWrite(environment, 'same')?.isUnderWay, true);
    await worker.kill();
    const heard: StorageChange[] = [];
    onDidChange((change) => heard.push(change));
    files.recover();
    assert.deepEqual(heard[0], { what: 'history', environment });
    const [row, ...others] = history.list({ environment }).items;
    assert.deepEqual([row?.id, row?.outcome, others.length], ['ex_topUp', 'unknown-outcome', 0]);
    const exchange = history.get('ex_topUp');
    assert.deepEqual([exchange?.attempts, exchange?.durationMs], [[], 0]);
    assert.deepEqual([exchange?.error?.kind, exchange?.error?.mayHaveActed], ['unknown-outcome', true]);
    assert.match(exchange?.error?.message ?? '', /may or may not have been carried out/);
    assert.deepEqual(history.unresolvedWrite(environment, 'same'), {
      exchangeId: 'ex_topUp',
      startedAt: row?.startedAt,
      isUnderWay: false,
    });
    assert.equal(history.unresolvedWrite(environment, 'another'), undefined);
  });

  inWindow(
    'keeps a write of unknown result until the same write is sent and answered later',
    ({ history }) => {
      const keep = (id: string, startedAt: number, end = {}) => {
        history.beginWrite(newWrite(id, { startedAt }));
        history.add(newExchange(id, { startedAt, ...end }), 10);
      };
      const unresolved = () => history.unresolvedWrite(environment, 'same')?.exchangeId;
      // It began before the one that succeeded, which nobody sent knowing of it, and ended later, or the other way round.
      keep('ex_1', 1002);
      keep('ex_2', 1001, doubt);
      assert.equal(unresolved(), 'ex_2');
      keep('ex_3', 1003);
      assert.equal(unresolved(), undefined);
      keep('ex_4', 1005, doubt);
      keep('ex_5', 1004);
      assert.equal(unresolved(), 'ex_4');
      keep('ex_6', 1006);
      // The clock is set back by an hour.
      keep('ex_7', 5, doubt);
      for (const end of [
        { outcome: 'network', error: { kind: 'network', message: 'nobody listens' }, attempts: [] },
        { outcome: 'api', error: { kind: 'api', message: 'no key', status: 401 }, status: 401 },
        { outcome: 'cancelled', error: { kind: 'cancelled', message: 'cancelled' }, attempts: [] },
      ] as const) {
        assert.equal(unresolved(), 'ex_7');
        keep(`ex_then_${end.outcome}`, 6, end);
      }
      assert.equal(unresolved(), 'ex_7', 'the others were refused, or not sent');
    },
  );

  inPlace('belongs to the account that the write went to', (place) => {
    const at = { identity: 'https://one' };
    const { history } = place.open({ identityOf: () => at.identity });
    history.beginWrite(newWrite('ex_1', { identity: 'https://one' }));
    at.identity = 'https://two';
    assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
  });
});
