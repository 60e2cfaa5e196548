import assert from 'node:assert/strict';
import { Collection } from '../../../../src/requests/records/collection';

const page = (records: readonly unknown[], totalCount?: number) => {
  return { records, totalCount, nextPage: undefined, requestId: 'req_1', exchangeId: 'ex_1' };
};

describe('What is collected of a list', () => {
  it('says how far it is, and where its length is not what the service says', () => {
    const list = new Collection();
    list.add(page([1, 2], 4));
    assert.deepEqual(
      [list.records, list.pages, list.requestId, list.exchangeId],
      [[1, 2], 1, 'req_1', 'ex_1'],
    );
    assert.deepEqual(list.progress(undefined), { message: 'Rows: 2' });
    assert.deepEqual(list.progress(0), { message: 'Rows: 2 of 0' });
    const progress = [4, 1].map((total) => list.progress(total));
    assert.deepEqual(progress, [
      { message: 'Rows: 2 of 4', percent: 50 },
      { message: 'Rows: 2 of 1', percent: 100 },
    ]);
    assert.equal(list.otherTotal, 4);
    const totals = [3, undefined, -1, 0, 1.5].map((total) => {
      list.add(page([], total));
      return list.otherTotal;
    });
    assert.deepEqual([...totals, list.pages], [3, undefined, undefined, 0, undefined, 6]);
    list.add(page([], 2));
    assert.equal(list.otherTotal, undefined);
  });

  it('has an end: so many items, or so many characters', () => {
    const list = new Collection();
    list.add(page(Array(100_000).fill(0)));
    const error = { kind: 'decode', requestId: 'req_1', exchangeId: 'ex_1' };
    list.add(page([]));
    assert.throws(() => list.add(page([1])), {
      ...error,
      message: /it has more than 100000 items\. Narrow it/,
    });
    const long = (length: number) => page(['x'.repeat(length - 4)]);
    const other = new Collection();
    other.add(long(25_000_000));
    other.add(long(25_000_000));
    assert.equal(other.pages, 2);
    assert.throws(() => other.add(page([])), error);
  });
});
