import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Exchange } from '../../../../src/api/model/exchange';
import type { Storage } from '../../../../src/storage';
import { eventually } from '../../../host/editor/waiting.mts';
import { answered } from '../../requests/exchanges';
import { environment, ids, inPlace, inWindow, newExchange, type Place } from '../support';

/** An exchange with an answer of that many random characters. */
function large(id: string, characters: number, more: Partial<Exchange> = {}): Exchange {
  return newExchange(id, { attempts: [answered(200, randomBytes(characters / 2).toString('hex'))], ...more });
}

/** What the database's files hold, as text. */
function bytesOf({ file }: Place): string {
  return [file, `${file}-wal`].map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : '')).join('');
}

/** Resolves once an idle window has overwritten it, which ends with a log that is empty. */
async function untilGone(place: Place, text: string): Promise<void> {
  await eventually(
    () => statSync(`${place.file}-wal`).size,
    (size) => size === 0,
  );
  assert.ok(!bytesOf(place).includes(text));
}
/**
 * A word, and the bytes that the index for searching stores of it as they are: a character in three bytes that no other
 * text here begins with.
 */
const [WORD, BYTES] = ['\u9f98\u9751\u9f49', Buffer.from('\u9751\u9f49').toString('latin1')];

describe('the limits of the history', () => {
  inPlace('keep an answer of 10 MiB whole', (place) => {
    const exchange = large('ex_1', 10 * 1024 * 1024);
    place.open().history.add(exchange, 10);
    assert.deepEqual(place.open().history.get('ex_1'), exchange);
  });

  inWindow('drop the oldest of all environments by size', ({ history }) => {
    const others = { environment: 'production', environmentType: 'production' } as const;
    history.add(large('ex_0', 200_000, { startedAt: 1, ...others }), 100, 1_000_000);
    for (let n = 1; n < 12; n += 1)
      history.add(large(`ex_${n}`, 200_000, { startedAt: n + 1 }), 100, 1_000_000);
    assert.equal(history.count({ environment: 'production' }), 0);
    assert.ok(history.count({ environment }) >= 8);
    assert.ok(history.get('ex_11') !== undefined && history.get('ex_1') === undefined);
  });

  inWindow('drop by size no more than is over', ({ history }, place) => {
    for (const id of ['a', 'b', 'c']) history.add(newExchange(id), 100);
    const sizes = place.rows('SELECT bytes FROM exchanges ORDER BY key');
    const [a, b, c] = sizes.map(({ bytes }) => Number(bytes));
    assert.ok(a && b && c);
    const maxRequests = 100;
    assert.equal(history.applyLimits({ maxRequests, maxBytes: a + b + c }), false);
    assert.equal(history.applyLimits({ maxRequests, maxBytes: b + c }), true);
    assert.equal(history.count({ environment }), 2);
  });

  for (const [current, other] of [
    ['one', 'two'],
    ['two', 'one'],
  ] as const)
    inPlace(`drop what another account asked first, pinned or not, where ${current} is current`, (place) => {
      let account = 'one';
      const { history } = place.open({ identityOf: () => account });
      for (account of ['one', 'two']) {
        for (const n of [1, 2]) history.add(newExchange(`${account}_${n}`), 10);
        if (account === other) history.pin([`${other}_1`, `${other}_2`], true);
      }
      account = current;
      history.add(newExchange('last'), 3);
      assert.deepEqual(ids({ history }), ['last', `${current}_2`, `${current}_1`]);
      for (const n of [1, 2]) assert.equal(history.get(`${other}_${n}`), undefined);
    });

  const bySize = ({ history }: Storage) => {
    while (history.applyLimits({ maxRequests: 100, maxBytes: 0 }));
  };
  for (const [what, dropped, drop] of [
    ['of size', 'secret-id', bySize],
    ['and clearing', 'secret-', ({ history }: Storage) => history.clear(environment)],
  ] as const)
    inWindow(`${what} leave nothing of what they drop in the file`, async (storage, place) => {
      for (let n = 0; n < 50; n += 1)
        storage.history.add(newExchange(`secret-id-${n}`, { path: `/v1/secret-path-${n}` }), 100);
      for (const text of ['secret-id-7', 'secret-path-7']) assert.ok(bytesOf(place).includes(text));
      drop(storage);
      await untilGone(place, dropped);
    });

  inWindow('take effect in small steps when they are lowered, and 0 leaves nothing', ({ history }) => {
    for (let n = 0; n < 250; n += 1) history.add(newExchange(`ex_${n}`, { startedAt: n }), 1000);
    const maxBytes = 1e9;
    assert.equal(history.applyLimits({ maxRequests: 1000, maxBytes }), false);
    assert.equal(history.applyLimits({ maxRequests: 20, maxBytes }), true);
    assert.equal(history.count({ environment }), 150);
    while (history.applyLimits({ maxRequests: 20, maxBytes }));
    assert.equal(history.count({ environment }), 20);
    assert.ok(history.get('ex_249'));
    while (history.applyLimits({ maxRequests: 0, maxBytes }));
    assert.equal(history.count({ environment }), 0);
    assert.deepEqual(history.recentPaths(environment, 10), []);
  });

  inPlace('and clearing leave no words of the files of an account before in the index', async (place) => {
    let account = 'one';
    const storage = place.open({ identityOf: () => account });
    storage.files.keepDetails(environment, { fileId: 'file_1.pdf', details: { name: `${WORD}.pdf` } });
    account = 'two';
    storage.files.keepDetails(environment, { fileId: 'file_2.pdf', details: { name: 'kept.pdf' } });
    place.index();
    assert.ok(bytesOf(place).includes(BYTES));
    storage.history.clear(environment);
    await untilGone(place, BYTES);
    assert.equal(storage.files.count({ environment, text: 'kept' }), 1);
  });
});
