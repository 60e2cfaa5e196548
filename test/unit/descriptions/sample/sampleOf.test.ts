import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020';
import { object, ref, sample } from './sampling';

describe('An example for a schema', () => {
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
});
