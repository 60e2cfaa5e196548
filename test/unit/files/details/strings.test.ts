import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fill } from '../../../../src/files/details/model/detailsStrings';
import { strings } from './support';

describe('the texts of the details panel', () => {
  it('take values in their places, once', () => {
    assert.equal(fill('{0} and {1}', 'a', 'b'), 'a and b');
    assert.equal(fill('{1}{0}{1}', 'a', 'b'), 'bab');
    assert.equal(fill('{0}', '{1}', 'x'), '{1}');
    assert.equal(fill('{0} {2}', 'a'), 'a {2}');
  });

  it('take any value as it is', () => {
    fc.assert(fc.property(fc.string(), (value) => fill('<{0}>', value) === `<${value}>`));
  });

  it('are none of them empty', () => {
    for (const [key, text] of Object.entries(strings)) assert.notEqual(text.trim(), '', key);
  });
});
