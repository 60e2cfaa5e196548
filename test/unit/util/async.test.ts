import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { pool, untilAborted, within } from '../../../src/util/async';
import { lazily } from '../../../src/util/lazily';
import { isTooDeep, isJsonText } from '../../../src/util/lenient';

describe('Waiting', () => {
  const never = new Promise<number>(() => undefined);
  const reason = () => new Error('Stopped');

  it('ends with the signal, also with one that was aborted before', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal, reason);
    controller.abort();
    await assert.rejects(waiting, reason());
    await assert.rejects(untilAborted(never, controller.signal, reason), reason());
    const { signal } = new AbortController();
    assert.equal(await untilAborted(new Promise((resolve) => setImmediate(resolve, 1)), signal, reason), 1);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('gives nothing when the time is over', async () => {
    const found = [await within(1, never), await within(1000, Promise.resolve(1))];
    assert.deepEqual(found, [undefined, 1]);
  });

  it('works on so many at a time, and keeps their order', async () => {
    let [working, most] = [0, 0];
    const work = async (item: string, index: number) => {
      most = Math.max(most, (working += 1));
      await new Promise(setImmediate);
      working -= 1;
      return `${item}${index}`;
    };
    assert.deepEqual(await pool(['a', 'b', 'c'], 2, work), ['a0', 'b1', 'c2']);
    assert.deepEqual([most, await pool([], 2, work)], [2, []]);
  });

  it('makes a thing once, and again after a failure', async () => {
    const failures = [new Error('Away')];
    const lazy = lazily(() => {
      const failure = failures.pop();
      return failure === undefined ? Promise.resolve({}) : Promise.reject(failure);
    });
    assert.equal(lazy.loaded, undefined);
    await assert.rejects(lazy.get(), { message: 'Away' });
    assert.equal(await lazy.get(), await lazy.get());
    assert.equal(lazy.loaded, lazy.get());
  });
});

describe('JSON text', () => {
  it('is too deep beyond 500 brackets, those in strings left out', () => {
    const deep = (depth: number) => '[{"a":'.repeat(depth / 2) + '}]'.repeat(depth / 2);
    assert.deepEqual([deep(500), deep(502)].map(isTooDeep), [false, true]);
    for (const text of [
      `[${deep(498)},${deep(498)}]`,
      `["\\"${'['.repeat(501)}","]"]`,
      `["\\\\",${deep(498)}]`,
    ])
      assert.ok(!isTooDeep(text), text.slice(0, 20));
    assert.ok(isTooDeep(`["\\\\",${deep(500)}]`));
  });

  it('is an object or a list, also behind a byte order mark', () => {
    const texts = ['{}', '\n [1]', '\ufeff{}', '1', '"{}"', 'a{}', '{', '{\ufeff}'];
    assert.deepEqual(texts.map(isJsonText), [true, true, true, false, false, false, false, false]);
  });
});
