import assert from 'node:assert/strict';
import { damage, filled } from '../checks';
import { environment, inPlace, inWindow, newExchange, newWrite } from '../support';

const uncertain = { kind: 'http', message: '', status: 504, mayHaveActed: true } as const;
/** How a write ended that may have been carried out. */
const doubt = { outcome: 'http', error: uncertain } as const;

describe('the journal of writes', () => {
  inPlace('brings a write of a killed window back as one that may have been carried out', async (place) => {
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
  });

  inWindow('keeps a write of unknown result until the same write is answered', ({ history }) => {
    history.beginWrite(newWrite('ex_1'));
    history.add(newExchange('ex_1', doubt), 10);
    assert.equal(history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_1');
    const startedAt = newWrite('ex_2').startedAt + 1;
    history.beginWrite(newWrite('ex_2', { startedAt }));
    history.add(newExchange('ex_2', { startedAt }), 10);
    assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
  });

  inWindow('keeps it where the same write crossed it, or the clock was set back meanwhile', ({ history }) => {
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
    assert.equal(unresolved(), 'ex_7');
  });

  inWindow('keeps it also when the same write was refused or not sent since', ({ history }) => {
    history.beginWrite(newWrite('ex_1'));
    history.add(newExchange('ex_1', doubt), 10);
    const ends = [
      { outcome: 'network', error: { kind: 'network', message: 'nobody listens' }, attempts: [] },
      { outcome: 'api', error: { kind: 'api', message: 'no key', status: 401 }, status: 401 },
      { outcome: 'cancelled', error: { kind: 'cancelled', message: 'cancelled' }, attempts: [] },
    ] as const;
    for (const [index, end] of ends.entries()) {
      const startedAt = newWrite('any').startedAt + 1 + index;
      history.beginWrite(newWrite(`ex_then_${index}`, { startedAt }));
      history.add(newExchange(`ex_then_${index}`, { startedAt, ...end }), 10);
      assert.equal(history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_1', end.outcome);
    }
  });

  inPlace('goes along when the database under it fails', (place) => {
    filled(place);
    damage(place.file, 'exchanges_time');
    const { files, history } = place.open();
    history.beginWrite(newWrite('ex_1'));
    assert.deepEqual(history.list({ environment }).items, []);
    assert.equal(files.count({ environment }), 0, 'in memory by now');
    assert.equal(history.unresolvedWrite(environment, 'same')?.isUnderWay, true);
    history.add(newExchange('ex_1', { outcome: 'unknown-outcome', error: uncertain }), 10);
    assert.equal(history.unresolvedWrite(environment, 'same')?.isUnderWay, false);
  });

  inPlace('belongs to the account that the write went to', (place) => {
    const at = { identity: 'https://one' };
    const { history } = place.open({ identityOf: () => at.identity });
    history.beginWrite(newWrite('ex_1', { identity: 'https://one' }));
    at.identity = 'https://two';
    assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
  });
});
