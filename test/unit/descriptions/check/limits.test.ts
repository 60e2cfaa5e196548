import assert from 'node:assert/strict';
import { fits } from '../../../../src/descriptions/check/validate';
import { References } from '../../../../src/descriptions/resolve/references';
import { faultsOf, placesOf, ref } from './checking';

describe('A check has an end', () => {
  it('a schema that doubles at each step is given up, with an error of its own', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`S${i}`, { allOf: [ref(`S${i + 1}`), ref(`S${i + 1}`)] }]),
    );
    assert.throws(() => faultsOf(ref('S0'), 1, { steps: 10_000 }, parts), { name: 'TooMuchError' });
  });

  it('at most 100 faults are reported, and `fits` stops at the first', () => {
    const schema = { items: { type: 'string' } };
    const value = Array.from({ length: 1000 }, (_, i) => i);
    assert.equal(faultsOf(schema, value).length, 100);
    const resolver = new References('3.1', new Map());
    assert.equal(fits({ value: schema, at: '' }, value, { resolver, direction: 'answer' }), false);
    assert.equal(fits({ value: schema, at: '' }, ['a'], { resolver, direction: 'answer' }), true);
  });

  it('a schema costs one step, and no step more than there are is taken', () => {
    assert.deepEqual(placesOf({ type: 'string' }, 5, { steps: 1 }), [' type']);
    assert.throws(() => faultsOf({ items: true }, [5], { steps: 1 }), { name: 'TooMuchError' });
  });

  it('what comes after the last fault that is reported costs nothing', () => {
    const value = Array.from({ length: 1000 }, () => 5);
    assert.equal(faultsOf({ items: { type: 'string' } }, value, { steps: 101 }).length, 100);
  });

  it('at most 100 faults of one object are reported', () => {
    const required = Array.from({ length: 101 }, (_, i) => `field${i}`);
    assert.equal(faultsOf({ required }, {}).length, 100);
  });

  for (const keyword of ['items', 'contains', 'unevaluatedItems', 'properties', 'unevaluatedProperties'])
    it(`a value may be nested 200 times, and not once more: ${keyword}`, () => {
      const inner = keyword === 'properties' ? { a: ref('Nested') } : ref('Nested');
      const parts = { Nested: { [keyword]: inner } };
      const wrap = keyword.endsWith('roperties')
        ? (value: unknown) => ({ a: value })
        : (value: unknown) => [value];
      let value = wrap(5);
      for (let depth = 1; depth < 200; depth += 1) value = wrap(value);
      assert.deepEqual(placesOf(ref('Nested'), value, {}, parts), []);
      assert.throws(() => faultsOf(ref('Nested'), wrap(value), {}, parts), {
        name: 'RangeError',
        message: 'The value is nested too deeply',
      });
    });
});
