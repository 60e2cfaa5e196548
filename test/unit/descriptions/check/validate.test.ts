import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { faultsOf, placesOf, ref } from './checking';

describe('Checking a value by a schema', () => {
  it('says nothing of the value itself, which may be a secret', () => {
    const schema = { properties: { a: { type: 'integer' }, b: { enum: ['x'] }, c: { format: 'uuid' } } };
    const reported = JSON.stringify(faultsOf(schema, { a: 'hidden', b: 'hidden', c: 'hidden' }));
    assert.ok(!reported.includes('hidden'), reported);
  });

  it('judges as another validator of JSON Schema 2020-12 does', () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
    // The code that it makes for some schemas throws.
    const judged = (schema: object, value: unknown) => {
      try {
        return ajv.compile(schema)(value);
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        // It takes what an `if` that fails has seen for evaluated.
        const text = JSON.stringify(schema);
        fc.pre(!text.includes('"if"') || !text.includes('"unevaluatedProperties"'));
        const expected = judged(schema as object, value);
        fc.pre(expected !== undefined);
        assert.equal(faultsOf(schema, value).length === 0, expected);
      }),
    );
  });

  it('unevaluatedProperties counts what a condition has seen only where it fits', () => {
    const schema = { if: { additionalProperties: false }, unevaluatedProperties: false };
    assert.deepEqual(placesOf(schema, { a: 1 }), ['a unevaluatedProperties']);
    assert.deepEqual(placesOf({ ...schema, if: { additionalProperties: true } }, { a: 1 }), []);
  });

  it('unevaluatedItems counts what prefixItems, contains and fitting alternatives have seen', () => {
    const schema = {
      prefixItems: [true],
      anyOf: [{ prefixItems: [true, { type: 'string' }] }, { prefixItems: [true, true, { type: 'null' }] }],
      contains: { const: 7 },
      unevaluatedItems: false,
    };
    assert.deepEqual(placesOf(schema, [1, 'a', 7]), []);
    assert.deepEqual(placesOf(schema, [1, 2, null, 7]), []);
    assert.deepEqual(placesOf(schema, [1, 'a', 3, 7]), ['2 unevaluatedItems']);
  });

  describe('as 3.0 means it', () => {
    const old = { dialect: '3.0' } as const;
    it('nullable allows null, also beside allOf and in an enum', () => {
      const parts = { A: { type: 'object' } };
      for (const schema of [
        { type: 'string', nullable: true },
        { nullable: true, allOf: [ref('A')] },
        { type: 'string', enum: ['a'], nullable: true },
        { type: 'string', 'x-nullable': true },
      ]) {
        assert.deepEqual(placesOf(schema, null, old, parts), []);
        assert.notDeepEqual(placesOf(schema, null, {}, parts), [], 'not in 3.1');
        assert.deepEqual(placesOf(schema, 5, old, parts).length, 1, 'other values are checked');
      }
    });
    it('siblings of a reference are ignored; in 3.1 they count', () => {
      const schema = { ...ref('A'), maxLength: 1, nullable: true };
      const parts = { A: { type: 'string' } };
      assert.deepEqual(placesOf(schema, 'long', old, parts), []);
      assert.deepEqual(placesOf(schema, null, old, parts), [' type']);
      assert.deepEqual(placesOf(schema, 'long', {}, parts), [' maxLength']);
    });
    it('exclusiveMinimum and exclusiveMaximum are switches', () => {
      const schema = { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true };
      assert.deepEqual(placesOf(schema, 0, old), [' exclusiveMinimum']);
      assert.deepEqual(placesOf(schema, 9, old), [' exclusiveMaximum']);
      assert.deepEqual(placesOf(schema, 5, old), []);
    });
  });

  it('references in a circle end, and values that hold themselves are followed as far as they go', () => {
    const parts = {
      Loop: { $ref: '#/components/schemas/Loop' },
      A: { allOf: [ref('B')], type: 'object' },
      B: { allOf: [ref('A')] },
      Tree: { properties: { children: { type: 'array', items: ref('Tree') }, name: { type: 'string' } } },
    };
    assert.deepEqual(placesOf(ref('Loop'), 1, {}, parts), []);
    assert.deepEqual(placesOf(ref('A'), 1, {}, parts), [' type']);
    const tree = { children: [{ children: [{ name: 5 }] }] };
    assert.deepEqual(placesOf(ref('Tree'), tree, {}, parts), ['children.0.children.0.name type']);
  });
});

const names = fc.constantFrom('a', 'b', 'c');
const { values } = fc.letrec((tie) => ({
  values: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, 2.5, 'a', 'abc', ''),
    fc.array(tie('values'), { maxLength: 3 }),
    fc.dictionary(names, tie('values'), { maxKeys: 3 }),
  ),
}));
const types = fc.constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object');
const { schemas } = fc.letrec((tie) => {
  const schema = tie('schemas');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(names, schema, { maxKeys: 3 });
  const keywords = fc.record(
    {
      type: types,
      enum: fc.uniqueArray(fc.constantFrom(null, 0, 'a', true), { minLength: 1 }),
      const: fc.constantFrom(0, 'a', null),
      minLength: fc.nat(3),
      pattern: fc.constantFrom('^a', 'b$'),
      minimum: fc.constantFrom(0, 1, 2),
      exclusiveMaximum: fc.constantFrom(1, 2),
      multipleOf: fc.constantFrom(1, 2, 0.5),
      required: fc.uniqueArray(names),
      properties: named,
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), schema, { maxKeys: 1 }),
      additionalProperties: schema,
      propertyNames: schema,
      minProperties: fc.nat(2),
      dependentRequired: fc.dictionary(names, fc.uniqueArray(names), { maxKeys: 1 }),
      dependentSchemas: fc.dictionary(names, schema, { maxKeys: 1 }),
      prefixItems: list,
      items: schema,
      maxItems: fc.nat(3),
      uniqueItems: fc.boolean(),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: schema,
      if: schema,
      then: schema,
      else: schema,
      unevaluatedProperties: fc.constantFrom(false, { type: 'string' }),
    },
    { requiredKeys: [] },
  );
  // Most keywords are left out, or hardly any value would fit.
  const some = fc
    .tuple(keywords, fc.infiniteStream(fc.nat(4)))
    .map(([all, stream]) => Object.fromEntries(Object.entries(all).filter(() => stream.next().value === 0)));
  return { schemas: fc.oneof({ maxDepth: 3 }, fc.boolean(), some) };
});
