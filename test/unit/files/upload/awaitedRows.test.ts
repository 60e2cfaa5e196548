import assert from 'node:assert/strict';
import { AwaitedRows } from '../../../../src/files/upload/awaitedRows';

describe('files that wait for rows', () => {
  it('go on once their row has ended, in the order in which they came', () => {
    const awaited = new AwaitedRows<string>();
    awaited.add(1, 'a');
    awaited.add(2, 'b');
    awaited.add(1, 'c');
    const take = (rows: number[] | undefined, ...ended: number[]) =>
      awaited.take(rows, (key) => ended.includes(key));
    assert.deepEqual(take(undefined), []);
    assert.deepEqual(take(undefined, 1), ['a', 'c']);
    assert.deepEqual(take([1, 2, 2, 3], 1, 2, 3), ['b']);
    assert.ok(awaited.isEmpty);
  });

  it('cost a look for each row that changed, however many wait', () => {
    const awaited = new AwaitedRows<number>();
    for (let key = 0; key < 5000; key += 1) awaited.add(key, key);
    let looks = 0;
    const ended = new Set<number>();
    for (let key = 0; key < 5000; key += 1) {
      for (const change of ['uploading', 'uploaded']) {
        if (change === 'uploaded') ended.add(key);
        awaited.take([key, key + 10_000], (row) => {
          looks += 1;
          return ended.has(row);
        });
      }
    }
    assert.equal(looks, 10_000);
    assert.ok(awaited.isEmpty);
  });
});
