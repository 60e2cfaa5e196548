import assert from 'node:assert/strict';
import { bodyPartOf, parametersOf } from '../../../../src/descriptions/document/fields';
import { openApi, read, readOne } from '../reading';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** What may stand at a place of a body with this schema. */
async function partOf(schema: unknown, path: readonly (string | number)[] = [], schemas: object = {}) {
  const document = openApi({ '/a': { post: { requestBody: json(schema) } } }, { components: { schemas } });
  const { operation, resolver } = await readOne(document);
  return bodyPartOf(operation, 'application/json', path, resolver);
}

/** The values that a field can have, as it is described. */
const valuesOf = async (schema: unknown) => (await partOf(schema)).values;
const names = async (...args: Parameters<typeof partOf>) =>
  (await partOf(...args)).fields.map(({ name, required }) => (required ? `${name}!` : name));

const a = { properties: { a: {} }, required: ['a'] };
const b = { properties: { b: {} }, required: ['b'] };

describe('The fields of a body', () => {
  const cases: readonly (readonly [name: string, schema: unknown, fields: readonly string[]])[] = [
    ['come after those that are required', { properties: { c: {} }, allOf: [a] }, ['a!', 'c']],
    ['of allOf are required', { allOf: [a, b] }, ['a!', 'b!']],
    ['of alternatives are not', { oneOf: [a, b], anyOf: [{ properties: { c: {} } }, {}] }, ['a', 'b', 'c']],
    ['of the only alternative are', { anyOf: [{ oneOf: [a] }] }, ['a!']],
    ['of conditions are not', { if: b, then: a, else: { properties: { c: {} } } }, ['a', 'c']],
    ['behind dynamic references are found', { $dynamicRef: '#/components/schemas/A' }, ['a!']],
    ['behind references that lead nowhere are not', { $ref: '#/gone', ...b }, ['b!']],
    [
      'that only answers have are left out, wherever that is said',
      { allOf: [a, { properties: { a: { allOf: [{ readOnly: true }] }, b: null } }] },
      ['b'],
    ],
    ['that are none say nothing', { properties: [], required: 'a', allOf: {} }, []],
  ];
  for (const [name, schema, fields] of cases)
    it(name, async () => assert.deepEqual(await names(schema, [], { A: a }), fields));

  it('are found in lists and under any name', async () => {
    const schema = { prefixItems: [{ prefixItems: [a] }], items: { additionalProperties: b } };
    assert.deepEqual(await names(schema, [0, 0]), ['a!']);
    assert.deepEqual(await names(schema, [1, 'any']), ['b!']);
    assert.deepEqual(await names({ ...a, additionalProperties: b }, ['a']), []);
    assert.deepEqual(await names({ additionalProperties: b }, ['toString']), ['b!']);
    for (const path of [[0], ['x'], [1, 0]]) assert.deepEqual(await names(schema, path), []);
  });

  it('are those of the media type that is sent, else of the first', async () => {
    const content = { 'application/json': { schema: a }, 'application/x+json': { schema: b } };
    const { operation, resolver } = await readOne(openApi({ '/a': { post: { requestBody: { content } } } }));
    const namesFor = (type: string) =>
      bodyPartOf(operation, type, [], resolver).fields.map(({ name }) => name);
    assert.deepEqual([namesFor('application/x+json'), namesFor('text/plain')], [['b'], ['a']]);
  });

  it('are none where no body is described', async () => {
    const { operations, resolver } = await read(
      openApi({ '/a': { get: { requestBody: json('text') }, put: {} } }),
    );
    for (const operation of operations)
      assert.deepEqual(bodyPartOf(operation, 'text/plain', [], resolver), { fields: [], values: [] });
  });

  it('are 200 of as many as there are, of 500 schemas', async () => {
    const properties = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, {}]));
    assert.equal((await names({ properties })).length, 200);
    // The reference of the content, what it names, and the last one are schemas as well.
    const many = (count: number) => names({ allOf: [...Array.from({ length: count - 3 }, () => ({})), a] });
    assert.deepEqual([await many(500), await many(501)], [['a!'], []]);
  });

  it('have types, a format, and say whether they are deprecated', async () => {
    const field = async (schema: unknown) => {
      const [found] = (await partOf({ properties: { x: schema } })).fields;
      return [found?.type, found?.deprecated];
    };
    assert.deepEqual(await field({ format: 'date' }), ['(date)', false]);
    assert.deepEqual(await field({ type: ['string', 5], allOf: [{ type: 'string' }] }), ['string', false]);
    assert.deepEqual(await field({ type: 'a', allOf: [{ deprecated: true }, { type: 'b' }] }), [
      'a | b',
      true,
    ]);
    assert.deepEqual(await field({ oneOf: [{ deprecated: true }, {}] }), ['', false]);
    assert.deepEqual(await field({ deprecated: 'yes' }), ['', false]);
  });
});

describe('The values of a field', () => {
  const cases: readonly (readonly [name: string, schema: unknown, values: readonly string[]])[] = [
    ['are those of a list', { enum: ['x', null, { y: 1 }], default: 'z' }, ['"x"', 'null', '{"y":1}']],
    ['are the only one', { const: [null], example: 6 }, ['[null]']],
    ['are there once', { enum: [1, 2], allOf: [{ enum: [2, 3] }] }, ['1', '2', '3']],
    ['are true and false', { type: ['null', 'boolean'], example: true }, ['true', 'false']],
    ['are examples', { default: 1, example: 2, examples: [3, 4] }, ['1', '2', '3', '4']],
    ['are no lists and objects as examples', { example: ['y'], examples: [[], { a: 1 }, 'x'] }, ['"x"']],
    ['may be null as an example', { default: null, examples: [null] }, ['null']],
    ['are none', { type: 'string' }, []],
    ['are not long', { enum: ['x'.repeat(498), 'y'.repeat(499)] }, [`"${'x'.repeat(498)}"`]],
  ];
  for (const [name, schema, values] of cases)
    it(name, async () => assert.deepEqual(await valuesOf(schema), values));

  it('are 200 at most', async () =>
    assert.equal((await valuesOf({ enum: Array.from({ length: 201 }, (_, i) => i) })).length, 200));
});

describe('The parameters that are reported', () => {
  it('are reported with what they are, the required ones first', async () => {
    const about = 'The **first** `day`, as in [dates](https://example.test/d).';
    const parameters = [
      { name: 'dry', in: 'query', schema: { type: 'boolean' } },
      {
        name: 'from',
        in: 'query',
        required: true,
        description: about,
        schema: { type: 'string', format: 'date' },
      },
    ];
    const { operation, resolver } = await readOne(openApi({ '/a': { get: { parameters } } }));
    const rest = { in: 'query', deprecated: false };
    assert.deepEqual(parametersOf(operation, resolver), [
      {
        ...{ ...rest, name: 'from', required: true, type: 'string (date)' },
        ...{ about: 'The first day, as in dates.', values: [] },
      },
      { ...rest, name: 'dry', required: false, type: 'boolean', about: '', values: ['true', 'false'] },
    ]);
  });

  it('are deprecated by themselves or by their schema', async () => {
    const parameters = [
      { name: 'a', in: 'query', deprecated: true, schema: {} },
      { name: 'b', in: 'query', schema: { deprecated: true, description: 'Of the schema' } },
      { name: 'c', in: 'query', schema: {}, description: 'Its own' },
    ];
    const { operation, resolver } = await readOne(openApi({ '/a': { get: { parameters } } }));
    assert.deepEqual(
      parametersOf(operation, resolver).map(({ deprecated, about }) => [deprecated, about]),
      [
        [true, ''],
        [true, 'Of the schema'],
        [false, 'Its own'],
      ],
    );
  });

  it('are 200 at most', async () => {
    const parameters = Array.from({ length: 201 }, (_, i) => ({ name: `p${i}`, in: 'query', schema: {} }));
    const { operation, resolver } = await readOne(openApi({ '/a': { get: { parameters } } }));
    assert.equal(parametersOf(operation, resolver).length, 200);
  });
});
