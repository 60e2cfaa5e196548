import assert from 'node:assert/strict';
import { isPageLimit } from '../../../../src/api/rules/limits';

describe('the limit of a page', () => {
  it('is an integer from 1 to 100, as a number or as digits', () => {
    for (const good of [1, 100, '1', '100', '42']) assert.equal(isPageLimit(good), true, String(good));
    for (const bad of [0, 101, 1.5, -1, NaN, '', '0', '007', '1e1', ' 5', '5.0', null, true, [5]]) {
      assert.equal(isPageLimit(bad), false, String(bad));
    }
  });
});
