import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { earlierAnswers } from '../../../../src/requests/compare/previous';
import { inPlace } from '../../storage/support';
import { exchange, started } from '../exchanges';

describe('the earlier answers to a request', () => {
  inPlace('are those of the same account: what another one answered behind the same id is none', (place) => {
    let identity = 'one account';
    const storage = place.open({ identityOf: () => identity });
    const add = (id: string, at: number) => {
      const made = exchange({ id, startedAt: started + at });
      storage.history.add(made, 100);
      return made;
    };
    const ids = (of: ReturnType<typeof add>) => earlierAnswers(storage.history, of, 5).map(({ id }) => id);
    add('ex_1', 1);
    const ofOne = add('ex_2', 2);
    assert.deepEqual(ids(ofOne), ['ex_1']);
    identity = 'another account';
    add('ex_0', 0);
    assert.deepEqual(ids(add('ex_4', 4)), ['ex_0']);
    add('ex_5', 2);
    // Of a document that is still open: its account is not behind the environment any more.
    assert.deepEqual(ids(ofOne), []);
    assert.deepEqual(place.problems, []);
  });

  inPlace('begin with those to the same query, and are no others', (place) => {
    const storage = place.open({ identityOf: () => 'one account' });
    const add = (n: number, more: Partial<Exchange> = {}) => {
      const made = exchange({ id: `ex_${n}`, startedAt: started + Math.min(n, 7), ...more });
      storage.history.add(made, 100);
      return made;
    };
    add(1);
    for (const n of [2, 3]) add(n, { path: `/v1/files?limit=${n}` });
    add(4, { path: '/v1/other' });
    add(5, { method: 'POST' });
    const { status, ...silent } = exchange({ outcome: 'network', attempts: [] });
    storage.history.add({ ...silent, id: 'ex_6', startedAt: started + 6 }, 100);
    add(6.5);
    const [of] = [add(7), add(8)];
    const ids = (atMost: number) => earlierAnswers(storage.history, of, atMost).map(({ id }) => id);
    assert.deepEqual(ids(9), ['ex_6.5', 'ex_1', 'ex_3', 'ex_2']);
    assert.deepEqual([ids(1), ids(3)], [['ex_6.5'], ['ex_6.5', 'ex_1', 'ex_3']]);
    assert.equal(status, 200);
  });
});
