import assert from 'node:assert/strict';
import { References } from '../../../../src/descriptions/resolve/references';
import { sampleOf } from '../../../../src/descriptions/sample/make';
import { object, ref, sample } from './sampling';

const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const written = { ...text, example: 'x' };

describe('An example of what several schemas say together', () => {
  for (const [title, schema, expected] of [
    ['has the narrower type', { allOf: [number, whole], minimum: 1.5 }, 2],
    ['has the narrower type, whichever is first', { allOf: [whole, number], minimum: 1.5 }, 2],
    [
      'has the type that both know',
      { allOf: [{ type: ['boolean', 'integer'] }, { type: ['number', 'null'] }] },
      1,
    ],
    ['is not there for two types', { allOf: [text, whole] }, undefined],
    [
      'is a choice of both',
      {
        type: 'array',
        uniqueItems: true,
        minItems: 2,
        items: { allOf: [{ enum: [1, 2, 3] }, { enum: [2, 3] }] },
      },
      [2, 3],
    ],
    ['is not there without a choice of both', { allOf: [{ enum: [1] }, { const: 2 }] }, undefined],
    ['keeps the closest limits', { allOf: [{ ...whole, minimum: 3 }, { minimum: 5 }, { minimum: 4 }] }, 5],
    [
      'keeps the closest limits downwards',
      { allOf: [{ ...whole, maximum: -3 }, { maximum: -5 }, { maximum: -4 }] },
      -5,
    ],
    ['keeps the shortest length', { allOf: [{ ...text, maxLength: 2 }, { maxLength: 3 }] }, 'st'],
    ['keeps the longest length', { allOf: [{ ...text, minLength: 9 }, { minLength: 3 }] }, 'stringabc'],
    [
      'has fields that both limit',
      { allOf: [object({ a: whole }), object({ a: { minimum: 3 } })] },
      { a: 3 },
    ],
    [
      'has fields that one limits',
      { allOf: [object({ a: whole }), object({ a: { not: { const: 1 } } }, 'a')] },
      { a: 0 },
    ],
    ['has an example of its only part', { allOf: [written] }, 'x'],
    ['has an example of the only part of its part', { allOf: [{ allOf: [written] }] }, 'x'],
    ['has no example of one of its parts', { allOf: [written, { minLength: 1 }] }, 'string'],
    ['has no example of a part of a part', { allOf: [{ allOf: [written] }, {}] }, 'string'],
    ['has no example of an alternative of a part', { allOf: [{ oneOf: [written] }, {}] }, 'string'],
    [
      'has no example beside fields',
      { ...object({ b: whole }), allOf: [{ ...object({ a: whole }), example: { a: 5 } }] },
      { b: 1, a: 1 },
    ],
    ['has no example of one of two', object({ a: whole }), { a: 1 }],
    [
      'has no example that one of two parts has',
      { allOf: [object({ a: written }), object({ a: { minLength: 1 } })] },
      { a: 'string' },
    ],
    ['has an example in an extension', { ...text, 'x-example': 'y' }, 'y'],
    ['takes what is no format for none', { format: 5 }, {}],
    ['takes what is no name for none', { type: 'object', required: [7] }, {}],
    [
      'leaves out what one part lets only an answer have',
      { allOf: [object({ a: whole, b: whole }), object({ a: { readOnly: true } })] },
      { b: 1 },
    ],
  ] as const) {
    it(title, () => {
      assert.deepEqual(sample(schema, { direction: 'request' }), expected);
    });
  }

  it('counts what stands beside a reference from 3.1 on', () => {
    const schema = { ...ref('Text'), minLength: 9 };
    const schemas = { Text: text };
    assert.equal(sample(schema, { schemas }), 'stringabc');
    assert.equal(sample(schema, { schemas, dialect: '3.0' }), 'string');
    const fields = object({ a: { ...ref('Text'), readOnly: true }, b: ref('Secret'), c: text });
    const more = {
      schemas: { Text: text, Secret: { ...text, readOnly: true } },
      direction: 'request',
    } as const;
    assert.deepEqual(sample(fields, more), { c: 'string' });
    assert.deepEqual(sample(object({ a: ref('Missing'), c: text })), { a: 'string', c: 'string' });
  });

  it('is made of 500 schemas at most', () => {
    const joined = (count: number) => ({
      allOf: Array.from({ length: count }, (_, index) => (index < count - 1 ? { title: `${index}` } : whole)),
    });
    assert.equal(sample(joined(500)), 1);
    assert.equal(sample(joined(501)), undefined);
  });

  it('has items of a list told apart where each place has a schema', () => {
    assert.deepEqual(sample({ prefixItems: [whole, whole], items: whole, minItems: 4 }), [1, 2, 1, 1]);
  });

  it('leaves out nested fields that only go the other way', () => {
    const inner = object({ b: { ...whole, readOnly: true }, c: whole });
    const list = { type: 'array', items: inner };
    const example = { a: { b: 1, c: 2 }, list: [{ b: 1, c: 3 }] };
    const made = sample({ ...object({ a: inner, list }), example }, { direction: 'request' });
    assert.deepEqual(made, { a: { c: 2 }, list: [{ c: 3 }] });
    const both = { ...object({ a: { ...inner, readOnly: true } }), example: { a: { b: 1 } } };
    assert.deepEqual(sample(both, { direction: 'request' }), {});
    // The example itself stays as it is.
    assert.deepEqual(both.example, { a: { b: 1 } });
  });
});

/** Objects in objects, and what is in the innermost. */
const nested = (depth: number, leaf: unknown, ...required: string[]): unknown =>
  Array.from({ length: depth }).reduce((inner: unknown) => object({ a: inner }, ...required), leaf);

/** How deep the fields of a value go. */
function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'a' in value ? 1 + depthOf(value.a) : 0;
}

describe('An example that would be too large', () => {
  it('has what it may have down to a depth, and what it must have below', () => {
    assert.equal(depthOf(sample(nested(9, whole))), 5);
    assert.equal(depthOf(sample(nested(9, whole), { direction: 'request' })), 3);
    assert.equal(depthOf(sample(nested(9, whole, 'a'))), 9);
    const map = { type: 'object', additionalProperties: whole };
    assert.deepEqual(sample(nested(4, map, 'a')), nestedValue(4, { name: 1 }));
    assert.deepEqual(sample(nested(5, map, 'a')), nestedValue(5, {}));
  });

  it('is not made beyond 24 levels', () => {
    assert.equal(depthOf(sample(nested(24, whole, 'a'))), 24);
    assert.equal(sample(nested(25, whole, 'a')), undefined);
  });

  it('is not made when the time is over, nor without end where there is time', () => {
    const context = { resolver: new References('3.1', new Map()), direction: 'answer' } as const;
    const located = { value: whole, at: '' };
    assert.equal(sampleOf(located, { ...context, deadline: performance.now() - 1 }), undefined);
    const never = { not: {} };
    const value = {
      allOf: Array.from({ length: 13 }, () => ({ oneOf: [{ title: 'a' }, { title: 'b' }] })),
      not: never.not,
    };
    assert.equal(sampleOf({ value, at: '' }, { ...context, deadline: Infinity }), undefined);
  });

  it('is not one that is written and too long to be checked', () => {
    const example = Array.from({ length: 100_000 }, () => 1);
    assert.equal(sample({ type: 'array', items: whole, example }), undefined);
  });

  it('is no excuse for a failure of another kind', () => {
    const resolver = new References('3.1', new Map());
    resolver.resolve = () => {
      throw new Error('broken');
    };
    const failing = { value: { $ref: '#/x' }, at: '' };
    assert.throws(() => sampleOf(failing, { resolver, direction: 'answer' }), /broken/);
  });

  it('holds what is derived from one schema twice at most', () => {
    const names = ['A', 'B', 'C', 'D'];
    const base = object(Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)])));
    const derived = Object.fromEntries(names.map((name) => [name, { allOf: [ref('Base')], title: name }]));
    const leaves = (name: string, others: readonly string[]) =>
      Object.fromEntries(others.filter((each) => each !== name).map((each) => [each.toLowerCase(), {}]));
    assert.deepEqual(sample(ref('A'), { schemas: { Base: base, ...derived } }), leaves('A', names));
  });
});

function nestedValue(depth: number, leaf: unknown): unknown {
  return Array.from({ length: depth }).reduce((inner) => ({ a: inner }), leaf);
}
