import assert from 'node:assert/strict';
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
    add('ex_3', 0);
    assert.deepEqual(ids(add('ex_4', 4)), ['ex_3']);
    // Of a document that is still open: its account is not behind the environment any more.
    assert.deepEqual(ids(ofOne), []);
    assert.deepEqual(place.problems, []);
  });
});
