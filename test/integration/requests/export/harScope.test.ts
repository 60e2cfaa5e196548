import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { askHarScope, idsIn } from '../../../../src/requests/export/harScope';
import type { Storage } from '../../../../src/storage';
import { environment, newExchange } from '../../../unit/storage/support';
import { choose, dismissAll } from '../../support/prompts';
import { newStorage } from '../../support/registry';

const NOON = new Date(2026, 4, 20, 12).getTime();
const DAY_MS = 24 * 60 * 60 * 1000;

const exchange = (id: string, startedAt: number, outcome: Exchange['outcome'] = 'ok') =>
  newExchange(id, { startedAt, outcome });

describe('what a person exports as HAR', () => {
  let window: ReturnType<typeof newStorage>;
  let storage: Storage;

  before(() => {
    window = newStorage();
    ({ storage } = window);
    for (const one of [
      exchange('first', NOON - 2 * DAY_MS),
      exchange('refused', NOON - 2 * DAY_MS + 1, 'api'),
      exchange('second', NOON - DAY_MS),
      exchange('broken', NOON, 'http'),
      exchange('third', NOON + 1),
    ])
      storage.history.add(one, 100);
  });
  after(() => window[Symbol.asyncDispose]());

  const chosen = async (place: number, selected: readonly string[] = []): Promise<string[]> => {
    const asking = askHarScope(storage.history, environment, selected);
    await choose(place);
    return idsIn(storage.history, environment, await asking);
  };

  it('are all requests, the failed ones, or those of a day, oldest first', async () => {
    assert.deepEqual(await chosen(0), ['first', 'refused', 'second', 'broken', 'third']);
    assert.deepEqual(await chosen(1), ['refused', 'broken']);
    assert.deepEqual(await chosen(2), ['broken', 'third']);
    assert.deepEqual(await chosen(-1), ['first', 'refused']);
  });

  it('are the selected ones where several are selected', async () => {
    assert.deepEqual(await chosen(0, ['third', 'first']), ['first', 'third']);
    assert.deepEqual(await chosen(2, ['third', 'first']), ['refused', 'broken']);
    // A single row is selected by every click on one.
    assert.equal((await chosen(0, ['third'])).length, 5);
  });

  it('are none when the question is closed', async () =>
    await assert.rejects(dismissAll(askHarScope(storage.history, environment, [])), { kind: 'cancelled' }));
});
