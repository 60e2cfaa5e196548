import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { fits, validate } from '../../../../src/descriptions/check/validate';
import type { Dialect, Direction } from '../../../../src/descriptions/model/description';
import { References } from '../../../../src/descriptions/resolve/references';
import { parseExactly } from '../../../../src/util/exactJson';

const BASE = 'file:///api.json';

function faultsOf(
  schema: unknown,
  value: unknown,
  {
    dialect = '3.1',
    direction = 'answer',
    steps,
  }: { dialect?: Dialect; direction?: Direction; steps?: number } = {},
  components: Readonly<Record<string, unknown>> = {},
) {
  const resolver = new References(dialect, new Map([[BASE, { components: { schemas: components } }]]));
  return validate({ value: schema, at: BASE }, value, {
    resolver,
    direction,
    ...(steps !== undefined && { steps }),
  });
}

/** Faults as short texts: where and which keyword. */
const placesOf = (...args: Parameters<typeof faultsOf>) =>
  faultsOf(...args).map(({ path, keyword }) => `${path.join('.')} ${keyword}`);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('Checking a value by a schema', () => {
  it('tells each place and the reason', () => {
    const schema = {
      type: 'object',
      required: ['id', 'amount'],
      properties: {
        id: { type: 'string', pattern: '^pay_' },
        amount: { type: 'integer', minimum: 1 },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      additionalProperties: false,
    };
    assert.deepEqual(placesOf(schema, { id: 'x', amount: 0.5, tags: ['a', 'c'], more: 1 }), [
      'id pattern',
      'amount type',
      'tags.1 enum',
      'more additionalProperties',
    ]);
    assert.deepEqual(placesOf(schema, {}), ['id required', 'amount required']);
  });

  it('says nothing of the value itself, which may be a secret', () => {
    const schema = { properties: { a: { type: 'integer' }, b: { enum: ['x'] }, c: { format: 'uuid' } } };
    const told = JSON.stringify(faultsOf(schema, { a: 'hidden', b: 'hidden', c: 'hidden' }));
    assert.ok(!told.includes('hidden'), told);
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
        const expected = judged(schema as object, value);
        fc.pre(expected !== undefined);
        assert.equal(faultsOf(schema, value).length === 0, expected);
      }),
    );
  });

  it('a list must hold what `contains` asks for, as often as it says', () => {
    const schema = { contains: { type: 'string' }, minContains: 2, maxContains: 3 };
    assert.deepEqual(placesOf(schema, ['a', 1]), [' contains']);
    assert.deepEqual(placesOf(schema, ['a', 'b', 1]), []);
    assert.deepEqual(placesOf(schema, ['a', 'b', 'c', 'd']), [' maxContains']);
    assert.deepEqual(placesOf({ contains: { minimum: 1 } }, []), [' contains']);
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
      ]) {
        assert.deepEqual(placesOf(schema, null, old, parts), []);
        assert.notDeepEqual(placesOf(schema, null, {}, parts), [], 'not in 3.1');
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

  it('readOnly and writeOnly count by direction', () => {
    const schema = {
      required: ['id', 'secret'],
      properties: { id: { readOnly: true }, secret: ref('Secret') },
    };
    const parts = { Secret: { type: 'string', writeOnly: true } };
    assert.deepEqual(placesOf(schema, { id: 1 }, { direction: 'answer' }, parts), []);
    assert.deepEqual(placesOf(schema, { secret: 's' }, { direction: 'request' }, parts), []);
    assert.deepEqual(placesOf(schema, { id: 1, secret: 's' }, { direction: 'answer' }, parts), [
      'secret writeOnly',
    ]);
    assert.deepEqual(placesOf(schema, { id: 1, secret: 's' }, { direction: 'request' }, parts), [
      'id readOnly',
    ]);
  });

  describe('a discriminator', () => {
    const parts = {
      Card: { required: ['number'], properties: { kind: {}, number: { type: 'string' } } },
      Bank: { required: ['iban'], properties: { kind: {}, iban: { type: 'string' } } },
    };
    const schema = {
      oneOf: [ref('Card'), ref('Bank')],
      discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card', sepa: 'Bank' } },
    };
    it('chooses one branch, by its mapping or by the name of the schema', () => {
      assert.deepEqual(placesOf(schema, { kind: 'card' }, {}, parts), ['number required']);
      assert.deepEqual(placesOf(schema, { kind: 'sepa' }, {}, parts), ['iban required']);
      assert.deepEqual(placesOf(schema, { kind: 'Bank', iban: 'DE', number: 1 }, {}, parts), []);
    });
    it('that names no branch, or is missing, is the only fault', () => {
      assert.deepEqual(placesOf(schema, { kind: 'cash' }, {}, parts), ['kind discriminator']);
      assert.deepEqual(placesOf(schema, {}, {}, parts), ['kind required']);
    });
    it('of a schema that others are derived from leads to the derived one', () => {
      const pets = {
        Pet: { required: ['kind'], discriminator: { propertyName: 'kind' } },
        Cat: { allOf: [ref('Pet'), { required: ['lives'] }] },
      };
      assert.deepEqual(placesOf(ref('Pet'), { kind: 'Cat' }, { dialect: '3.0' }, pets), ['lives required']);
      assert.deepEqual(placesOf(ref('Pet'), {}, { dialect: '3.0' }, pets), ['kind required']);
    });
  });

  it('alternatives tell the faults of the one that is meant, where that is clear', () => {
    const schema = {
      anyOf: [{ type: 'null' }, { type: 'object', properties: { id: { type: 'string' } } }],
    };
    assert.deepEqual(placesOf(schema, { id: 1 }), ['id type']);
    assert.deepEqual(placesOf(schema, 'text'), [' anyOf']);
  });

  it('a number that a double would round is a number, with its own value', () => {
    const value = (text: string) => parseExactly(text);
    assert.deepEqual(placesOf({ type: 'integer', format: 'int64' }, value('9223372036854775807')), []);
    assert.deepEqual(placesOf({ type: 'integer', format: 'int64' }, value('9223372036854775808')), [
      ' format',
    ]);
    assert.deepEqual(placesOf({ type: 'number' }, value('0.10000000000000000001')), []);
    assert.deepEqual(placesOf({ type: 'string' }, value('12345678901234567890')), [' type']);
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

  it('a schema that doubles at each step is given up, with an error of its own', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`S${i}`, { allOf: [ref(`S${i + 1}`), ref(`S${i + 1}`)] }]),
    );
    assert.throws(() => faultsOf(ref('S0'), 1, { steps: 10_000 }, parts), { name: 'TooMuchError' });
  });

  it('at most 100 faults are told, and `fits` stops at the first', () => {
    const schema = { items: { type: 'string' } };
    const value = Array.from({ length: 1000 }, (_, i) => i);
    assert.equal(faultsOf(schema, value).length, 100);
    const resolver = new References('3.1', new Map());
    assert.equal(fits({ value: schema, at: '' }, value, { resolver, direction: 'answer' }), false);
  });

  it('keywords that are not what they should be say nothing', () => {
    for (const schema of [
      null,
      7,
      'x',
      { type: 7 },
      { pattern: '(' },
      { required: 'a' },
      { enum: 1 },
      { oneOf: {} },
    ])
      assert.deepEqual(placesOf(schema, { a: 1 }), []);
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
