import assert from 'node:assert/strict';
import fc from 'fast-check';
import { object, sample, type Surroundings } from './sampling';

type Row = readonly [schema: unknown, expected: unknown, surroundings?: Surroundings];

function examples(title: string, rows: readonly Row[]): void {
  it(title, () => {
    for (const [schema, expected, surroundings] of rows)
      assert.deepEqual(sample(schema, surroundings), expected, JSON.stringify(schema));
  });
}

/** A list of different items. */
const different = (items: object, minItems: number) => ({
  type: 'array',
  uniqueItems: true,
  minItems,
  items,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const OLD = { dialect: '3.0' } as const;
const REQUEST = { direction: 'request' } as const;
const ONE_WAY = object({ id: { ...text, readOnly: true }, pin: { ...text, writeOnly: true } }, 'id', 'pin');
const CLOSED = { additionalProperties: false };
const map = (additionalProperties: object) => ({ type: 'object', additionalProperties });
/** A list of what may have a field, but must not. */
const WITHOUT_A = { ...different(object({ a: whole }), 1), not: { contains: { required: ['a'] } } };

describe('An example', () => {
  examples('of a number keeps its limits and steps', [
    [whole, 1],
    [{ ...number, minimum: 0.5 }, 1],
    [{ ...number, minimum: 2.5 }, 2.5],
    [{ ...whole, minimum: 2.5 }, 3],
    [{ ...number, minimum: 1.2, multipleOf: 0.1 }, 1.2],
    [{ ...number, multipleOf: 0.1, maximum: -0.3 }, -0.3],
    [{ ...number, exclusiveMinimum: 2.5 }, 2.51],
    [{ ...number, exclusiveMinimum: 4.35 }, 4.36],
    [{ ...whole, exclusiveMinimum: 5 }, 6],
    [{ ...number, format: 'int64', exclusiveMinimum: 5 }, 6],
    [{ ...number, format: 'int32', exclusiveMinimum: 7 }, 8],
    [{ ...whole, exclusiveMinimum: 5.5 }, 6],
    [{ ...whole, minimum: 2, exclusiveMinimum: 5 }, 6],
    [{ ...whole, minimum: 8, exclusiveMinimum: 5 }, 8],
    [{ ...whole, multipleOf: 10, exclusiveMinimum: 10 }, 20],
    [{ ...whole, multipleOf: 7 }, 7],
    [{ ...whole, multipleOf: 0.5, minimum: 1.5 }, 2],
    [{ ...whole, maximum: 0 }, 0],
    [{ ...whole, maximum: -3.5 }, -4],
    [{ ...number, maximum: -3.5 }, -3.5],
    [{ ...whole, exclusiveMaximum: 0 }, -1],
    [{ ...whole, exclusiveMaximum: -1.5 }, -2],
    [{ ...whole, maximum: -2, exclusiveMaximum: -4 }, -5],
    [{ ...whole, maximum: -7, exclusiveMaximum: -4 }, -7],
    [{ ...whole, multipleOf: 10, exclusiveMaximum: -10 }, -20],
    [{ ...number, exclusiveMaximum: -1.1 }, -1.11],
    [{ ...number, exclusiveMaximum: 1 }, 0.99],
    [{ ...number, exclusiveMinimum: 1, exclusiveMaximum: 1.001 }, 1.0005],
    [{ ...number, exclusiveMinimum: 0.1, exclusiveMaximum: 0.11 }, 0.105],
    [{ ...whole, not: { const: 1 } }, 0],
    [{ ...number, not: { const: 1 } }, 0],
    [{ ...number, not: { maximum: 5 } }, undefined],
    [{ ...number, not: { minimum: -5 } }, undefined],
    [{ ...whole, minimum: 2, exclusiveMinimum: true }, 3, OLD],
    [{ ...whole, minimum: 2, exclusiveMinimum: false }, 2, OLD],
    [{ ...whole, maximum: -2, exclusiveMaximum: true }, -3, OLD],
    [{ ...whole, maximum: -2, exclusiveMaximum: false }, -2, OLD],
    // Beyond 15 digits.
    [{ ...whole, minimum: 1_000_000_000_000_001 }, 1_000_000_000_000_001],
    [{ ...whole, minimum: 9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }, 9_007_199_254_740_991],
    [{ ...whole, maximum: -1_000_000_000_000_001 }, -1_000_000_000_000_001],
    [{ ...whole, minimum: 1_000_000_000_000_001, multipleOf: 1000 }, 1_000_000_000_001_000],
    [{ ...number, minimum: 0.1234567890123456, maximum: 0.1234567890123456 }, 0.1234567890123456],
    [
      { ...number, exclusiveMinimum: -2, maximum: -1.2345678901234567, minimum: -1.2345678901234567 },
      -1.2345678901234567,
    ],
    // What is no step says nothing.
    [{ ...whole, multipleOf: 0 }, 1],
    [{ ...whole, multipleOf: -5 }, 1],
    [{ ...whole, multipleOf: -5, minimum: 2 }, 2],
  ]);

  it('of a number is found for every limit', () => {
    const limit = fc.integer({ min: -(2 ** 52), max: 2 ** 52 });
    fc.assert(
      fc.property(limit, fc.integer({ min: 1, max: 1000 }), (minimum, multipleOf) => {
        for (const wanted of [{ minimum }, { maximum: minimum }])
          assert.ok(sample({ ...whole, ...wanted, multipleOf }) !== undefined);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) =>
        assert.ok(sample({ ...number, minimum: value, maximum: value }) === value),
      ),
    );
  });

  examples('of a list has different items where they must be', [
    [different(whole, 3), [1, 2, 3]],
    [different({ ...whole, multipleOf: 5 }, 3), [5, 10, 15]],
    [different({ ...whole, minimum: 7 }, 2), [7, 8]],
    [different({ ...whole, maximum: 0 }, 3), [0, -1, -2]],
    [different({ ...number, maximum: -5 }, 3), [-5, -5.01, -5.02]],
    [different({ ...number, exclusiveMinimum: 0, exclusiveMaximum: 1 }, 3), [0.01, 0.02, 0.03]],
    [different({ ...number, minimum: 0, maximum: 0.1, multipleOf: 0.02 }, 3), [0, 0.02, 0.04]],
    [different({ type: 'boolean' }, 2), [true, false]],
    [different({ enum: ['a', 'b', null] }, 3), ['a', 'b', null]],
    [different(text, 3), ['string', 'string1', 'string2']],
    [different({ ...text, example: 'x' }, 2), ['x', 'string1']],
    [different({ ...text, format: 'date' }, 3), ['2026-01-15', '2026-01-16', '2026-01-17']],
    [different({ ...text, format: 'ipv4' }, 2), ['192.0.2.1', '192.0.2.2']],
    [different({ ...text, format: 'uri' }, 2), ['https://example.com/', 'https://example1.com/']],
    [different({ ...text, format: 'email' }, 2), ['name@example.com', 'name@example1.com']],
    [different({ ...text, format: 'regex' }, 2), ['^a+$', '^a+$1']],
    [different({ ...text, format: 'constructor' }, 2), ['string', 'string1']],
    [{ type: 'array', minItems: 2, items: { ...text, example: 'x' } }, ['x', 'x']],
  ]);

  examples('of a text keeps its length, format and pattern', [
    [{ ...text, minLength: 10 }, 'stringabcd'],
    [{ ...text, minLength: 34 }, 'stringabcdefghijklmnopqrstuvwxyzab'],
    [{ ...text, maxLength: 0 }, ''],
    [{ ...text, format: 'unknown' }, 'string'],
    [{ ...text, format: 'unknown', pattern: '^a$' }, 'a'],
    // Its format is not checked; a text of the length, or of the pattern, is all that can be had.
    [{ ...text, format: 'hostname', maxLength: 5 }, 'strin'],
    [{ ...text, format: 'hostname', pattern: '^[a-z]+$' }, 'a'],
    [{ ...text, format: 'date', pattern: '^2' }, '2026-01-15'],
    [{ ...text, pattern: '^x+$', minLength: 3 }, 'xxx'],
    [{ ...text, pattern: '^x', minLength: 3 }, 'xab'],
    [{ ...text, pattern: '^x+y$', minLength: 5, maxLength: 5 }, 'xxxxy'],
    [{ ...text, minLength: 10_001 }, undefined],
  ]);

  it('of a text is 10,000 characters at most', () =>
    assert.equal(String(sample({ ...text, minLength: 10_000 })).length, 10_000));

  examples('is the first that is written and fits', [
    [{ ...text, example: 'a', examples: ['b'], default: 'c' }, 'a'],
    [{ ...text, examples: ['b', 'd'], default: 'c' }, 'b'],
    [{ ...text, example: 7, examples: [8, 'd'] }, 'd'],
    [{ ...text, default: 'c' }, 'c'],
    [{ enum: [null, 'x'], example: 'y' }, 'x'],
    [{ ...object({ a: text }, 'a'), example: { b: 1 } }, { a: 'string' }],
  ]);

  examples('goes one way only, and has in a request what is required, or all where nothing is', [
    [ONE_WAY, { id: 'string' }],
    [ONE_WAY, { pin: 'string' }, REQUEST],
    [
      { allOf: [object({ id: { ...text, readOnly: true } }), object({ id: { readOnly: true } }, 'id')] },
      {},
      REQUEST,
    ],
    [{ ...ONE_WAY, example: { id: 'x', pin: 'y' } }, { id: 'x' }],
    [{ ...ONE_WAY, example: { id: 'x', pin: 'y' } }, { pin: 'y' }, REQUEST],
    [object({ a: whole, b: whole }, 'a'), { a: 1, b: 1 }],
    [object({ a: whole, b: whole }, 'a'), { a: 1 }, REQUEST],
    [object({ a: whole, b: whole }), { a: 1, b: 1 }, REQUEST],
    [object({ id: { ...text, readOnly: true }, a: whole }, 'id'), { a: 1 }, REQUEST],
  ]);

  it('has the form that is asked for', () => {
    for (const format of ['date', 'date-time', 'uuid', 'email', 'uri', 'ipv4', 'ipv6'])
      assert.equal(typeof sample({ ...text, format }), 'string', format);
  });

  examples('has the type that other keywords speak of', [
    [{ minimum: 3 }, 3],
    [{ maximum: 3 }, 1],
    [{ exclusiveMinimum: 3 }, 4],
    [{ exclusiveMaximum: 3 }, 1],
    [{ multipleOf: 3 }, 3],
    [{ format: 'date' }, '2026-01-15'],
    [{ pattern: '^a$' }, 'a'],
    [{ minLength: 9 }, 'stringabc'],
    [{ maxLength: 2 }, 'st'],
    [{ items: whole }, [1]],
    [{ minItems: 2 }, ['string', 'string']],
    [{ prefixItems: [{ const: 1 }, { const: 2 }] }, [1, 2]],
    [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [1]],
    [{ contains: { const: 3 } }, [3]],
    [{ required: ['a'] }, { a: 'string' }],
    [{ properties: { a: { const: 1 } } }, { a: 1 }],
    [{ properties: { a: { const: 1 } }, required: ['a'] }, { a: 1 }],
    [{ additionalProperties: { const: 1 } }, { name: 1 }],
    [{ minProperties: 2 }, { name1: 'string', name2: 'string' }],
    [{}, {}],
    [true, {}],
    [{ items: {} }, ['string']],
    [{ type: [] }, {}],
    [{ type: 'file' }, 'string'],
    [{ type: 'null' }, null],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: ['null', 'unknown'] }, null],
    [false, undefined],
    [{ type: 'unknown' }, undefined],
  ]);

  examples('of a list has what must be in it', [
    [{ type: 'array', items: whole }, [1]],
    [{ type: 'array', contains: { const: 3 }, items: whole }, [3]],
    [{ type: 'array', contains: { minimum: 3 }, items: whole, minItems: 2 }, [3, 1]],
    [{ type: 'array', maxItems: 0, items: whole }, []],
    [{ type: 'array', prefixItems: [{ const: 1 }, { const: 2 }], maxItems: 1 }, [1]],
    [{ type: 'array', prefixItems: [{ const: 1 }], items: { const: 5 }, minItems: 3 }, [1, 5, 5]],
    [different(object({ a: whole }), 1), [{ a: 1 }]],
    [WITHOUT_A, [{}]],
    // Only this list has small items.
    [object({ list: { oneOf: [WITHOUT_A] }, b: whole }), { list: [{}], b: 1 }],
    [{ type: 'array', items: false }, []],
    [{ type: 'array', items: false, minItems: 1 }, undefined],
    [{ type: 'array', items: whole, not: { minItems: 1 } }, []],
    [object({ a: { type: 'array', items: whole, not: { minItems: 1 } } }), { a: [] }],
    [{ prefixItems: [whole, whole, { type: 'boolean' }] }, [1, 2, true]],
    [{ prefixItems: [whole, { type: 'boolean', not: { const: false } }] }, [1, true]],
    [{ prefixItems: [{ type: 'boolean', not: { const: true } }] }, [false]],
    [{ type: 'array', minItems: 100, items: { const: 1 } }, Array.from({ length: 100 }, () => 1)],
    [{ type: 'array', minItems: 101, items: { const: 1 } }, undefined],
  ]);

  examples('of an object has the fields that it must have', [
    [{ type: 'object', additionalProperties: whole }, { name: 1 }],
    [{ type: 'object', additionalProperties: true }, {}],
    [
      { type: 'object', minProperties: 2, additionalProperties: whole },
      { name1: 1, name2: 1 },
    ],
    [
      { ...object({ a: { const: 1 } }), minProperties: 2 },
      { a: 1, name1: 'string' },
    ],
    [{ ...object({ a: { const: 1 } }), additionalProperties: whole }, { a: 1 }],
    [{ ...object({}, 'b'), additionalProperties: whole }, { b: 1 }],
    [{ ...object({ a: whole }, 'b'), additionalProperties: false }, undefined],
    [object({ a: whole, b: false }), { a: 1 }],
    [object({ a: whole, b: false }, 'b'), undefined],
    [object({ old: { ...whole, deprecated: true }, a: whole }), { a: 1 }],
    [object({ old: { ...whole, deprecated: true }, a: whole }, 'old'), { old: 1, a: 1 }],
    [{ ...object({ a: whole, b: whole }, 'b'), maxProperties: 1 }, { b: 1 }],
    // Of an object that must be small, all that it holds is small.
    [
      object({
        in: { ...object({ a: { oneOf: [object({ c: whole })] }, b: whole }, 'a'), maxProperties: 1 },
        b: whole,
      }),
      { in: { a: {} }, b: 1 },
    ],
    [{ type: 'object', minProperties: 101 }, undefined],
    // One of several.
    [{ ...object({ a: whole, b: text }), minProperties: 1, maxProperties: 1, ...CLOSED }, { a: 1 }],
    [
      { ...object({ a: whole, b: whole, c: whole }, 'c'), minProperties: 2, maxProperties: 2 },
      { a: 1, c: 1 },
    ],
    [
      { ...ONE_WAY, minProperties: 2 },
      { id: 'string', name1: 'string' },
    ],
  ]);

  examples('of an object has fields whose names fit', [
    [{ ...map(whole), propertyNames: { pattern: '^[A-Z]{3}$' } }, { AAA: 1 }],
    [
      { ...map(whole), propertyNames: { enum: ['EUR', 'USD'] }, minProperties: 2 },
      { USD: 1, EUR: 1 },
    ],
    [{ ...map(whole), propertyNames: text }, { name: 1 }],
    [{ ...map(whole), propertyNames: { minimum: 5 } }, { name: 1 }],
    [{ type: 'object', patternProperties: { '^(.*)$': whole } }, { name: 1 }],
    [{ type: 'object', patternProperties: { '^x-': whole }, ...CLOSED, minProperties: 1 }, { 'x-': 1 }],
    [
      { ...object({}, 'x-a', 'b'), patternProperties: { '^x-': whole } },
      { 'x-a': 1, b: 'string' },
    ],
    [{ type: 'object', unevaluatedProperties: whole }, { name: 1 }],
    [{ ...object({}, 'b'), unevaluatedProperties: whole }, { b: 1 }],
    // No name is a number.
    [{ ...map(whole), propertyNames: { type: 'integer' } }, {}],
    [{ ...map(whole), propertyNames: false }, {}],
    [{ ...object({}, 'b'), patternProperties: { '(': whole } }, { b: 'string' }],
  ]);

  examples('has what a field asks for that is there', [
    [
      { ...object({ a: text, b: text }, 'a'), dependentRequired: { a: ['b'] } },
      { a: 'string', b: 'string' },
      REQUEST,
    ],
    [
      { ...object({ a: whole }, 'a'), dependentRequired: { b: ['c'], a: ['b'] } },
      { a: 1, b: 'string', c: 'string' },
    ],
    [{ ...object({ a: whole, b: whole }, 'a'), dependentRequired: { b: ['c'] } }, { a: 1 }, REQUEST],
    [
      { ...object({ a: whole }, 'a'), dependentSchemas: { a: object({ b: whole }, 'b') } },
      { a: 1, b: 1 },
    ],
  ]);

  examples('is null only where nothing else fits, as 3.0 means it', [
    [{ ...text, nullable: true }, 'string', OLD],
    [{ ...text, nullable: true, pattern: '(?=a)b' }, null, OLD],
    [{ nullable: true, allOf: [text, whole] }, null, OLD],
    [{ ...text, nullable: true, enum: [] }, null, OLD],
    [{ nullable: true, oneOf: [false] }, null, OLD],
  ]);

  examples('follows a dynamic reference', [
    [{ $dynamicRef: '#/components/schemas/A' }, 1, { schemas: { A: whole } }],
  ]);

  it('of what may hold itself again ends with null, as 3.0 means it', () => {
    const Node = object({ next: { nullable: true, allOf: [{ $ref: '#/components/schemas/Node' }] } }, 'next');
    assert.deepEqual(sample(Node, { ...OLD, schemas: { Node } }), { next: null });
  });
});
