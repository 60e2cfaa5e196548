import assert from 'node:assert/strict';
import { faultsOf, ref } from './checking';

const schemas = {
  Card: { required: ['number'] },
  Bank: { required: ['iban'] },
  Base: { properties: { a: true } },
  'a/b~c': { required: ['d'] },
};

const kind = { discriminator: { propertyName: 'kind' } };
const byKind = { ...kind, oneOf: [ref('Card'), ref('Bank')] };
const ifList = { if: { minItems: 1 }, then: { maxItems: 1 }, else: { uniqueItems: 5, type: 'string' } };
const NONE = ': None of the 2 alternatives fits.';

type Case = readonly [name: string, schema: unknown, value: unknown, expected: readonly string[]];

const CASES: readonly Case[] = [
  ['two of oneOf fit', { oneOf: [true, {}] }, 1, [': 2 of the alternatives fit; exactly one must.']],
  ['one of oneOf fits', { oneOf: [true, false] }, 1, []],
  ['two of anyOf may fit', { anyOf: [true, {}] }, 1, []],
  ['then, where if fits', ifList, [1, 2], [': The number of items must be ≤ 1.']],
  ['else, where if does not fit', ifList, [], [': string is expected, not array.']],
  [
    'dependentSchemas of a field',
    { dependentSchemas: { a: false } },
    { a: 1 },
    [': Nothing is allowed here.'],
  ],
  ['dependentSchemas without the field', { dependentSchemas: { a: false } }, { b: 1 }, []],
  ['dependentSchemas of a list', { dependentSchemas: { length: false } }, [], []],
  [
    'alternatives that fail alike',
    { anyOf: [{ minItems: 1 }, { minItems: 2, uniqueItems: true }] },
    [],
    [NONE],
  ],
  [
    'the only alternative of the right type',
    { anyOf: [{ type: 'null' }, { items: { type: 'null' } }] },
    [5],
    ['0: null is expected, not number.'],
  ],
  [
    'the alternative that fails deepest',
    { anyOf: [{ required: ['b'] }, { properties: { a: { items: { maximum: 1 } } }, minProperties: 2 }] },
    { a: [2] },
    [': The number of fields must be ≥ 2.', 'a.0: The number must be ≤ 1.'],
  ],
  [
    'the only alternative whose own type fits, of those that fail in more',
    { anyOf: [{ allOf: [{ type: 'string' }, { minProperties: 1 }] }, { minProperties: 2 }] },
    {},
    [': The number of fields must be ≥ 2.'],
  ],
  ['a discriminator that is missing', byKind, {}, ['kind: This is missing.']],
  [
    'a discriminator of anyOf that is missing',
    { ...kind, anyOf: byKind.oneOf },
    {},
    ['kind: This is missing.'],
  ],
  ['a number as discriminator', byKind, { kind: 5 }, ['kind: The value names none of the alternatives.']],
  [
    'a name that the mapping of a discriminator does not have',
    { discriminator: { propertyName: 'kind', mapping: { card: 'Card' } } },
    { kind: 'cash' },
    ['kind: One of these is expected: "card".'],
  ],
  [
    'a discriminator of alternatives without names',
    { ...kind, anyOf: [{ maxProperties: 0 }, true] },
    { kind: 'x' },
    [],
  ],
  ['a discriminator without alternatives may be missing', kind, {}, []],
  [
    'a discriminator with signs in its name',
    { ...kind, anyOf: [ref('a~1b~0c')] },
    { kind: 'a/b~c' },
    ['d: This is missing.'],
  ],
  [
    'other keywords beside a discriminator that names nothing',
    { ...byKind, not: {} },
    { kind: 'x' },
    ['kind: The value names none of the alternatives.', ': The value is one of those that are not allowed.'],
  ],
  ['a prefix that is forbidden', { prefixItems: [false] }, [1], ['0: Nothing is allowed here.']],
  ['unevaluatedItems of an object', { unevaluatedItems: false }, { a: 1 }, []],
  [
    'unevaluatedItems within, which say nothing of fields',
    { allOf: [{ unevaluatedItems: true }], unevaluatedProperties: false },
    { a: 1 },
    ['a: The description does not have this.'],
  ],
  [
    'unevaluatedProperties within, which say nothing of items',
    { allOf: [{ unevaluatedProperties: true }], unevaluatedItems: false },
    [1],
    ['0: The description does not have this.'],
  ],
  [
    'fields that an alternative has seen',
    { anyOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    ['b: The description does not have this.'],
  ],
  [
    'fields that a reference beside it has seen',
    { ...ref('Base'), unevaluatedProperties: false },
    { a: 1, b: 2 },
    ['b: The description does not have this.'],
  ],
  ['a dynamic reference', { $dynamicRef: '#/components/schemas/Card' }, {}, ['number: This is missing.']],
  ['a field without a schema', { properties: { a: null } }, { a: 1 }, []],
  [
    'a field whose reference leads nowhere',
    { required: ['a'], properties: { a: ref('Gone') } },
    {},
    ['a: This is missing.'],
  ],
  [
    'fields that additionalProperties has seen',
    { additionalProperties: true, unevaluatedProperties: false },
    { a: 1 },
    [],
  ],
  ['a pattern of names that cannot be read', { patternProperties: { '(': false } }, { a: 1 }, []],
  ['names that are no text', { required: [5] }, {}, []],
];

describe('keywords that combine schemas report', () => {
  for (const [name, schema, value, expected] of CASES)
    it(name, () => {
      const faults = faultsOf(schema, value, {}, schemas);
      assert.deepEqual(
        faults.map(({ path, message }) => `${path.join('.')}: ${message}`),
        expected,
      );
    });
});
