import assert from 'node:assert/strict';
import { object, ref, sample, type Surroundings } from './sampling';

const text = { type: 'string' };
const whole = { type: 'integer' };
const DIALECT_2 = { dialect: '2.0' } as const;

/** What is made of each kind is known by its own field. */
const kind = (name: string) => object({ kind: text, [name]: whole }, name);
const BY_KIND = { propertyName: 'kind' };

describe('An example of alternatives', () => {
  for (const [title, schema, expected] of [
    ['has what it may have', { oneOf: [object({ a: whole, b: whole }, 'a')] }, { a: 1, b: 1 }],
    ['is of any where there are none', { ...whole, oneOf: [], anyOf: [] }, 1],
    ['is of one that fits', { oneOf: [text, text, whole] }, 1],
    ['is of the first 30', { oneOf: [...Array.from({ length: 29 }, () => false), whole] }, 1],
    ['is of no later one', { oneOf: [...Array.from({ length: 30 }, () => false), whole] }, undefined],
    ['is one of both lists', { anyOf: [{ enum: [1, 2] }], oneOf: [{ enum: [2, 3] }] }, 2],
    ['fits the condition', { type: 'object', if: { required: ['a'] }, else: false }, { a: 'string' }],
    [
      'fits the condition, and what follows',
      { type: 'object', if: { required: ['a'] }, then: { required: ['b'] }, else: false },
      { a: 'string', b: 'string' },
    ],
    [
      'fits no condition that leads nowhere',
      { ...object({ b: whole }), if: { required: ['a'] }, then: false },
      { b: 1 },
    ],
    [
      'fits what follows else',
      { type: 'object', if: { required: ['a'] }, then: false, else: { required: ['b'] } },
      { b: 'string' },
    ],
    [
      'is the one that is written',
      { type: 'object', example: { b: 7 }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { b: 7 },
    ],
    ['is the one that an alternative has', { oneOf: [{ ...text, example: 'x' }] }, 'x'],
    [
      'is smaller where it must be',
      { oneOf: [{ ...object({ a: whole, b: whole }, 'a'), maxProperties: 1 }] },
      { a: 1 },
    ],
  ] as const) {
    it(title, () => assert.deepEqual(sample(schema), expected));
  }

  it('is the one combination that fits', () => {
    const own = (list: number) => Array.from({ length: 19 }, (_, index) => ({ const: `${list}-${index}` }));
    const types = ['string', 'boolean', 'null'].map((type) => Array.from({ length: 19 }, () => ({ type })));
    const never = [1, 2, 3].map(() => Array.from({ length: 19 }, () => false));
    for (const lists of [[1, 2, 3].map(own), types, never]) {
      const schema = { allOf: lists.map((list) => ({ oneOf: [...list, { ...whole, const: 7 }] })) };
      assert.equal(sample(schema), 7);
    }
  });
});

describe('An example of what a discriminator tells apart', () => {
  const mapping = { dog: '#/components/schemas/Dog' };
  const named = { ...BY_KIND, mapping };
  const pet = { ...object({ kind: text }, 'kind'), discriminator: named };
  const child = (name: string) => ({ allOf: [ref('Pet'), object({ [name]: whole }, name)] });
  const family = { Pet: pet, Dog: child('bones'), Cat: child('lives') };

  const rows: readonly (readonly [title: string, schema: unknown, expected: unknown, more: Surroundings])[] =
    [
      [
        'its name',
        { oneOf: [ref('Cat')], discriminator: BY_KIND },
        { kind: 'Cat', lives: 1 },
        { schemas: { Cat: kind('lives') } },
      ],
      [
        'its name, also where that is not required',
        { oneOf: [ref('Cat')], discriminator: BY_KIND },
        { kind: 'Cat', lives: 1 },
        { schemas: { Cat: kind('lives') }, direction: 'request' },
      ],
      [
        'a name that stands for it',
        { oneOf: [ref('Dog')], discriminator: { ...BY_KIND, mapping: { x: 7, y: 'Missing', dog: 'Dog' } } },
        { kind: 'dog', bones: 1 },
        { schemas: { Dog: kind('bones') } },
      ],
      [
        'a name of a name with a slash',
        {
          oneOf: [{ $ref: '#/components/schemas/a~1b' }],
          discriminator: { ...BY_KIND, mapping: { dog: 'a/b' } },
        },
        { kind: 'dog', bones: 1 },
        { schemas: { 'a/b': kind('bones') } },
      ],
      [
        'its name in anyOf',
        { anyOf: [ref('Cat')], discriminator: BY_KIND },
        { kind: 'Cat', lives: 1 },
        { schemas: { Cat: kind('lives') } },
      ],
      [
        'any name where its schema is missing',
        { oneOf: [ref('Missing'), ref('Cat')], discriminator: { ...BY_KIND, mapping: { cat: 'Cat' } } },
        { kind: 'string' },
        { schemas: { Cat: kind('lives') } },
      ],
      [
        'any name where only an anchor leads to it',
        { oneOf: [{ $ref: '#cat' }], discriminator: BY_KIND },
        { kind: 'string', lives: 1 },
        { schemas: { Cat: { ...kind('lives'), $anchor: 'cat' } } },
      ],
      [
        'the value of its field where that is not its name',
        { oneOf: [ref('Cat'), ref('Dog')], discriminator: BY_KIND },
        { kind: 'a', b: 1 },
        { schemas: { Cat: object({ kind: { enum: ['a'] }, b: whole }, 'kind', 'b'), Dog: kind('bones') } },
      ],
      [
        'any name where it has none',
        { oneOf: [kind('lives')], discriminator: BY_KIND },
        { kind: 'string', lives: 1 },
        {},
      ],
      [
        'its own field where it has no name',
        { oneOf: [object({ kind: { const: 'a' } })], discriminator: BY_KIND },
        { kind: 'a' },
        {},
      ],
      [
        'its own field where it has no name, in a request',
        { oneOf: [object({ kind: { const: 'a' }, b: whole }, 'b')], discriminator: BY_KIND },
        { kind: 'a', b: 1 },
        { direction: 'request' },
      ],
      ['the name of the first that is derived', ref('Pet'), { kind: 'dog', bones: 1 }, { schemas: family }],
      ['its name where it is derived', ref('Dog'), { kind: 'dog', bones: 1 }, { schemas: family }],
      [
        'its name where it is derived and not mapped',
        ref('Cat'),
        { kind: 'Cat', lives: 1 },
        { schemas: family },
      ],
      [
        'a name that its field can have',
        ref('Pet'),
        { kind: 'puppy' },
        { schemas: { Pet: { ...object({ kind: { enum: ['puppy'] } }, 'kind'), discriminator: BY_KIND } } },
      ],
      [
        'its name in Swagger 2.0',
        { $ref: '#/definitions/Dog' },
        { kind: 'Dog', bones: 1 },
        {
          ...DIALECT_2,
          schemas: {
            Pet: { ...object({ kind: text }, 'kind'), discriminator: 'kind' },
            Dog: { allOf: [{ $ref: '#/definitions/Pet' }, object({ bones: whole }, 'bones')] },
          },
        },
      ],
      [
        'nothing where the discriminator names no field',
        { ...object({ kind: text }, 'kind'), discriminator: {} },
        { kind: 'string' },
        {},
      ],
      [
        'both names of two',
        ref('Child'),
        { kind: 'Child', sort: 'Child' },
        {
          schemas: {
            A: { ...object({ kind: text }, 'kind'), discriminator: BY_KIND },
            B: { ...object({ sort: text }, 'sort'), discriminator: { propertyName: 'sort' } },
            Child: { allOf: [ref('A'), ref('B')] },
          },
        },
      ],
      [
        'none in a request where it is only for answers',
        ref('Pet'),
        { bones: 1 },
        {
          direction: 'request',
          schemas: {
            ...family,
            Pet: { ...object({ kind: { ...text, readOnly: true } }, 'kind'), discriminator: named },
          },
        },
      ],
      [
        'the example that is written for it',
        { oneOf: [ref('Dog')], discriminator: named },
        { kind: 'dog', bones: 7 },
        { schemas: { Dog: { ...kind('bones'), example: { kind: 'dog', bones: 7 } } } },
      ],
    ];
  for (const [title, schema, expected, more] of rows) {
    it(`has ${title}`, () => assert.deepEqual(sample(schema, more), expected));
  }
});
