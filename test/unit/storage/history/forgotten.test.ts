import assert from 'node:assert/strict';
import type { AnswerCheck } from '../../../../src/api/model/exchange';
import { environment, ids, inWindow, newExchange, newWrite } from '../support';

const check = (differences: AnswerCheck['differences']): AnswerCheck => ({
  operation: { method: 'GET', path: '/v1/files/{id}', source: 'documented' },
  checked: true,
  differences,
});

describe('one exchange of the history', () => {
  inWindow('is removed with its body and ids, and comes back as it was', ({ history }) => {
    history.beginWrite(newWrite('ex_1'));
    const acted = { kind: 'timeout', message: 'Late.', mayHaveActed: true } as const;
    history.add(newExchange('ex_1', { method: 'POST', outcome: 'timeout', error: acted }), 10);
    history.add(newExchange('ex_2', { startedAt: 0 }), 10);
    history.pin(['ex_1'], true);
    history.keepCheck('ex_1', check([]));
    const before = [history.get('ex_1'), history.list({ environment }).items];
    const { count, undo } = history.forget(['ex_1', 'ex_none']);
    assert.equal(count, 1);
    assert.equal(history.get('ex_1'), undefined);
    assert.equal(history.findByRequestId('req_ex_1'), undefined);
    assert.equal(history.unresolvedWrite(environment, 'same'), undefined);
    assert.equal(history.count({ environment }), 1);
    undo();
    undo();
    assert.deepEqual([history.get('ex_1'), history.list({ environment }).items], before);
    assert.equal(history.findByRequestId('req_ex_1')?.id, 'ex_1');
    assert.equal(history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_1');
    assert.deepEqual(history.checkOf('ex_1'), check([]));
    assert.equal(history.count({ environment }), 2);
  });

  inWindow('does not come back beside another one of its id', ({ history }) => {
    history.add(newExchange('ex_1'), 10);
    const { undo } = history.forget(['ex_1']);
    history.add(newExchange('ex_1', { status: 201 }), 10);
    undo();
    const [row, ...others] = history.list({ environment }).items;
    assert.deepEqual([row?.id, row?.status, others], ['ex_1', 201, []]);
  });

  inWindow('is looked at, where it comes back, by a search that has looked at all', ({ history }) => {
    for (const id of ['ex_1', 'ex_2']) history.add(newExchange(id), 10);
    const { undo } = history.forget(['ex_1']);
    const query = { environment, text: 'req_ex_1' };
    const { newest = 0 } = history.findInLongTexts(query, {});
    undo();
    assert.equal(history.findInLongTexts(query, { above: newest }).found.length, 1);
  });

  inWindow('is not given where it was removed while all were read', ({ history }) => {
    for (const id of ['ex_1', 'ex_2', 'ex_3']) history.add(newExchange(id), 10);
    const read: string[] = [];
    for (const { id } of history.all(environment)) {
      read.push(id);
      history.forget(['ex_2']);
    }
    assert.deepEqual(read, ['ex_3', 'ex_1']);
    for (let n = 0; n < 150; n += 1) history.add(newExchange(`more_${n}`), 1000);
    assert.equal([...history.all(environment)].length, 152);
  });

  inWindow('does not come back into the list of another account', (storage) => {
    storage.history.add(newExchange('ex_1'), 10);
    const { undo } = storage.history.forget(['ex_1']);
    storage.startNewList();
    storage.history.add(newExchange('ex_2', { environment: 'other' }), 10);
    undo();
    assert.equal(storage.history.count({ environment: 'other' }), 1);
    assert.equal(storage.history.get('ex_1'), undefined);
  });

  inWindow('has the check of its answer, and is found by its differences', ({ history }) => {
    for (const id of ['ex_1', 'ex_2', 'ex_3']) history.add(newExchange(id), 10);
    const differing = check([
      { place: 'body.data.id', message: 'It is missing.' },
      { place: 'status', message: '201 is not described.' },
    ]);
    history.keepCheck('ex_1', check([]));
    history.keepCheck('ex_2', differing);
    history.keepCheck('ex_none', differing);
    assert.deepEqual(history.checkOf('ex_2'), differing);
    assert.equal(history.checkOf('ex_3'), undefined);
    assert.equal(history.checkOf('ex_none'), undefined);
    const differences = history.list({ environment }).items.map((row) => [row.id, row.differences ?? 0]);
    assert.deepEqual(Object.fromEntries(differences), { ex_1: 0, ex_2: 2, ex_3: 0 });
    assert.deepEqual(ids({ history }, { differs: true }), ['ex_2']);
    assert.equal(history.count({ environment, differs: true }), 1);
  });
});
