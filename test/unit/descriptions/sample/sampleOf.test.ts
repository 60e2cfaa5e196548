import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020';
import { fits } from '../../../../src/descriptions/check/validate';
import { References } from '../../../../src/descriptions/resolve/references';
import { object, ref, sample } from './sampling';

describe('An example for a schema', () => {
  it('is the one that is written, unless it does not fit', () => {
    assert.equal(sample({ type: 'string', example: 'a', examples: ['b'], default: 'c' }), 'a');
    assert.equal(sample({ type: 'string', examples: ['b', 'd'], default: 'c' }), 'b');
    assert.equal(sample({ type: 'string', example: 7, examples: [8, 'd'] }), 'd');
    assert.equal(sample({ type: 'string', default: 'c' }), 'c');
    assert.equal(sample({ const: 5 }), 5);
    assert.equal(sample({ enum: [null, 'x'], example: 'y' }), 'x');
    assert.deepEqual(sample({ ...object({ a: { type: 'string' } }, 'a'), example: { b: 1 } }), {
      a: 'string',
    });
  });

  it('goes one way only: readOnly for answers, writeOnly for requests', () => {
    const schema = {
      ...object(
        { id: { type: 'string', readOnly: true }, pin: { type: 'string', writeOnly: true } },
        'id',
        'pin',
      ),
    };
    assert.deepEqual(sample(schema), { id: 'string' });
    assert.deepEqual(sample(schema, { direction: 'request' }), { pin: 'string' });
    const written = { ...schema, example: { id: 'x', pin: 'y' } };
    assert.deepEqual(sample(written), { id: 'x' });
    assert.deepEqual(sample(written, { direction: 'request' }), { pin: 'y' });
  });

  it('has in a request what is required, and all where nothing is', () => {
    const schema = object({ a: { type: 'integer' }, b: { type: 'integer' } }, 'a');
    assert.deepEqual(sample(schema, { direction: 'request' }), { a: 1 });
    assert.deepEqual(sample({ ...schema, required: [] }, { direction: 'request' }), { a: 1, b: 1 });
    assert.deepEqual(sample(schema), { a: 1, b: 1 });
  });

  it('keeps formats, patterns and limits', () => {
    for (const format of ['date', 'date-time', 'uuid', 'email', 'uri', 'ipv4', 'ipv6']) {
      assert.equal(typeof sample({ type: 'string', format }), 'string', format);
    }
    for (const pattern of [
      '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$',
      '^(debit|credit)-\\w+$',
      '^\\p{Lu}{3}$',
      '^.{1,80}$',
      '[^a-z]',
      '^a?b*c+$',
    ]) {
      assert.equal(typeof sample({ type: 'string', pattern }), 'string', pattern);
    }
    assert.equal((sample({ type: 'string', pattern: '^[a-z]+$', minLength: 9 }) as string).length, 9);
    assert.equal(sample({ type: 'string', pattern: '^(?=x)y' }), undefined);
    assert.equal(sample({ type: 'string', maxLength: 3 }), 'str');
    assert.equal(sample({ type: 'integer', minimum: 7, multipleOf: 5 }), 10);
    assert.equal(sample({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }), 0.01);
    assert.equal(sample({ type: 'integer', maximum: -3 }), -3);
    assert.equal(sample({ type: 'integer', minimum: 2, exclusiveMinimum: true }, { dialect: '3.0' }), 3);
    assert.deepEqual(
      sample({ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }),
      [1, 2, 3],
    );
  });

  it('joins allOf, and chooses one of the alternatives that fits', () => {
    const both = { allOf: [object({ a: { type: 'integer' } }, 'a'), object({ b: { const: 2 } }, 'b')] };
    assert.deepEqual(sample(both), { a: 1, b: 2 });
    const either = {
      ...object({ a: { type: 'integer' }, b: { type: 'integer' } }),
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    assert.deepEqual(sample(either), { a: 1 });
    assert.deepEqual(sample({ anyOf: [false, { type: 'boolean' }] }), true);
    assert.deepEqual(sample({ type: ['null', 'string'] }), 'string');
    const conditional = {
      ...object({ kind: { enum: ['a', 'b'] } }, 'kind'),
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['x'] },
    };
    assert.deepEqual(sample(conditional), { kind: 'a', x: 'string' });
  });

  it('names the branch in the field of a discriminator', () => {
    const pet = (name: string) =>
      object({ kind: { type: 'string' }, [name]: { type: 'integer' } }, 'kind', name);
    const schemas = { Cat: pet('lives'), Dog: pet('bones') };
    const discriminator = { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog' } };
    assert.deepEqual(sample({ oneOf: [ref('Dog'), ref('Cat')], discriminator }, { schemas }), {
      kind: 'dog',
      bones: 1,
    });
    assert.deepEqual(sample({ oneOf: [ref('Cat')], discriminator }, { schemas }), { kind: 'Cat', lives: 1 });
    const parent = { ...object({ kind: { type: 'string' } }, 'kind'), discriminator };
    const child = { allOf: [ref('Pet'), object({ bones: { type: 'integer' } }, 'bones')] };
    const family = { schemas: { Pet: parent, Dog: child } };
    assert.deepEqual(sample(ref('Dog'), family), { kind: 'dog', bones: 1 });
    assert.deepEqual(sample(ref('Pet'), family), { kind: 'dog', bones: 1 });
  });

  it('ends where a schema holds itself', () => {
    const node = object(
      { name: { type: 'string' }, next: ref('Node'), all: { type: 'array', items: ref('Node') } },
      'name',
      'all',
    );
    assert.deepEqual(sample(ref('Node'), { schemas: { Node: node } }), { name: 'string', all: [] });
    const endless = object({ next: ref('Node') }, 'next');
    assert.equal(sample(ref('Node'), { schemas: { Node: endless } }), undefined);
    const either = object({ next: { oneOf: [ref('Node'), { type: 'null' }] } }, 'next');
    assert.deepEqual(sample(ref('Node'), { schemas: { Node: either } }), { next: null });
    assert.deepEqual(sample(ref('Loop'), { schemas: { Loop: ref('Loop') } }), {});
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `a${index}`,
        { oneOf: [ref('W'), ref('W'), { allOf: [ref('W')] }] },
      ]),
    );
    assert.ok(sample(ref('W'), { schemas: { W: object(wide) } }) !== undefined);
  });

  it('fits for a checker that is not ours, whatever the schema', () => {
    const leaf = fc.oneof(
      fc.record(
        { type: fc.constant('string'), minLength: fc.nat(12), maxLength: fc.integer({ min: 12, max: 20 }) },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('integer', 'number'),
          minimum: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.maxSafeInteger()),
          multipleOf: fc.constantFrom(1, 5, 0.5),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ enum: fc.array(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 3 }) }),
      fc.constantFrom({ type: 'boolean' }, { type: ['null', 'integer'] }, { const: null }, true, {}),
    );
    const { schema } = fc.letrec<{ schema: object; many: object }>((tie) => ({
      schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf as fc.Arbitrary<object>, tie('many')),
      many: fc.oneof(
        fc.record(
          {
            type: fc.constant('object'),
            properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('schema'), { maxKeys: 3 }),
            required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'e'), { maxLength: 3 }),
            additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          },
          { requiredKeys: ['type'] },
        ),
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record(
          {
            allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: ['allOf'] },
        ),
      ),
    }));
    let made = 0;
    let all = 0;
    fc.assert(
      fc.property(schema, (tried) => {
        const value = sample(tried);
        all += 1;
        if (value === undefined) return;
        made += 1;
        const ajv = new Ajv2020({ strict: false, validateSchema: false });
        assert.ok(ajv.validate(tried, value), ajv.errorsText());
      }),
    );
    assert.ok(made > all * 0.7, `${made} of ${all} schemas have an example`);
  });

  it('does not fit where it must not', () => {
    const resolver = new References('3.1', new Map());
    assert.ok(!fits({ value: { type: 'string' }, at: '' }, 7, { resolver, direction: 'answer' }));
  });
});
