import assert from 'node:assert/strict';
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
    [
      'leaves out what a part of a field lets only an answer have',
      object({ a: { allOf: [whole, { readOnly: true }] }, b: whole }, 'a', 'b'),
      { b: 1 },
    ],
    [
      'has what one part lets only an answer have, and another requires',
      {
        allOf: [
          object({ a: { readOnly: true }, b: { readOnly: true }, c: { ...whole, readOnly: true } }),
          object({ a: whole }, 'a', 'c'),
        ],
      },
      { a: 1, c: 1 },
    ],
  ] as const) {
    it(title, () => assert.deepEqual(sample(schema, { direction: 'request' }), expected));
  }

  it('counts what is beside a reference from 3.1 on', () => {
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

  it('distinguishes the items of a list where each place has a schema', () => {
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
