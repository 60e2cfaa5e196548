import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Shape } from '../../../../src/descriptions/infer/shape';
import { parseUnrounded } from '../../../../src/util/exactJson';

const isKnownId = (text: string) => text.startsWith('known-');

function shapeOf(values: readonly unknown[]): Shape {
  const shape = new Shape();
  for (const value of values) shape.add(value, isKnownId);
  return shape;
}

const named = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`name${from + index}`, 1]));
const nested = (depth: number, leaf: unknown) =>
  Array.from({ length: depth }).reduce((inner) => [inner], leaf);

describe('What values have in common', () => {
  const whole = { type: 'integer' };
  for (const [values, schema] of [
    [[], {}],
    [[1], whole],
    [[1, 1.5], { type: 'number' }],
    [['a', 1.5, 1], { type: ['number', 'string'] }],
    [['a', 1, null, true], { type: ['boolean', 'integer', 'null', 'string'] }],
    [[parseUnrounded('9007199254740993')], whole],
    [[parseUnrounded('9007199254740993.5')], { type: 'number' }],
    [[[]], { type: 'array', items: {} }],
    [[[1, 'a'], [null]], { type: 'array', items: { type: ['integer', 'null', 'string'] } }],
    [[{}], { type: 'object' }],
    [[{ a: 1 }, { a: 2, b: 3 }], { type: 'object', properties: { a: whole, b: whole }, required: ['a'] }],
    [[{ a: 1 }, { b: 2 }], { type: 'object', properties: { a: whole, b: whole } }],
    [[{ a: 1 }, 7], { type: ['integer', 'object'], properties: { a: whole }, required: ['a'] }],
    [[{ 7: 1 }], { type: 'object', additionalProperties: whole }],
    [
      [{ 'known-a': 1 }, { 'known-b': 'x' }],
      { type: 'object', additionalProperties: { type: ['integer', 'string'] } },
    ],
    [
      [{ list: [{ a: 1 }, {}] }],
      {
        type: 'object',
        required: ['list'],
        properties: { list: { type: 'array', items: { type: 'object', properties: { a: whole } } } },
      },
    ],
  ] as const) {
    it(`is told by names and types: ${JSON.stringify(values)}`, () =>
      assert.deepEqual(shapeOf(values).schema(), schema));
  }

  it('is the same, whether values come together or are joined', () => {
    const leaf = fc.constantFrom<unknown>(null, true, 1, 1.5, 'x', [], {});
    const names = fc.constantFrom('a', 'b', '7', 'known-x');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const values = fc.array(value, { maxLength: 4 });
    fc.assert(
      fc.property(values, values, (some, others) => {
        const joined = shapeOf(some);
        joined.merge(shapeOf(others));
        assert.deepEqual(joined.schema(), shapeOf([...some, ...others]).schema());
      }),
    );
  });

  it('has 500 names at most, and one schema for all others', () => {
    const counts = (shape: Shape) => {
      const { properties, additionalProperties } = shape.schema();
      return [Object.keys(properties ?? {}).length, additionalProperties];
    };
    assert.deepEqual(counts(shapeOf([named(0, 500)])), [500, undefined]);
    assert.deepEqual(counts(shapeOf([named(0, 501)])), [500, whole]);
    const joined = shapeOf([named(0, 300)]);
    joined.merge(shapeOf([named(200, 500)]));
    assert.deepEqual(counts(joined), [500, undefined]);
    joined.merge(shapeOf([{ name0: 'x', name500: true }]));
    assert.deepEqual(counts(joined), [500, { type: 'boolean' }]);
  });

  it('is told down to 60 levels', () => {
    const depthOf = (schema: unknown): number =>
      typeof schema === 'object' && schema !== null && 'items' in schema ? 1 + depthOf(schema.items) : 0;
    for (const [depth, told] of [
      [59, 59],
      [60, 60],
      [61, 61],
      [62, 61],
      [99, 61],
    ] as const)
      assert.equal(depthOf(shapeOf([nested(depth, 'x')]).schema()), told, `${depth}`);
    // Also below names that are values, and in what was joined.
    const ids = Array.from({ length: 99 }).reduce<unknown>((inner) => ({ 7: inner }), 'x');
    const levels = (shape: Shape) => JSON.stringify(shape.schema()).match(/"(?:object|array)"/g)?.length;
    assert.equal(levels(shapeOf([ids])), 61);
    for (const deep of [ids, nested(99, 'x')]) {
      const joined = shapeOf([]);
      joined.merge(shapeOf([Array.isArray(deep) ? [1] : { 7: 1 }]));
      joined.add(deep, isKnownId);
      assert.equal(levels(joined), 61);
    }
    const full = shapeOf([named(0, 500)]);
    full.merge(shapeOf([{ more: 1 }]));
    full.add({ other: nested(99, 'x') }, isKnownId);
    assert.equal(levels(full), 61);
    const plain = Array.from({ length: 99 }).reduce<unknown>((inner) => ({ a: inner }), 1);
    assert.equal(JSON.stringify(shapeOf([plain]).schema()).match(/"object"/g)?.length, 61);
  });
});
