import assert from 'node:assert/strict';
import { firstOf, listed } from '../../../src/util/text';

describe('the first of a list', () => {
  it('are all of it where it is short, else with the count of the others', () => {
    assert.deepEqual(firstOf(['file_a'], 1), ['file_a']);
    assert.deepEqual(firstOf(['a', 'b', 'c'], 3), ['a', 'b', 'c']);
    assert.equal(listed(firstOf(['file_a', 'file_b', 'file_c'], 1)), 'file_a, 2 more');
  });
});
