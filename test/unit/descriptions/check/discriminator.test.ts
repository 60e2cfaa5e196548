import assert from 'node:assert/strict';
import { validate } from '../../../../src/descriptions/check/validate';
import { parseExactly } from '../../../../src/util/exactJson';
import { References } from '../../../../src/descriptions/resolve/references';
import { BASE, placesOf, ref } from './checking';

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
  it('knows schemas of other files by their names there; of whole files, without a mapping, each is tried', () => {
    const of = (files: Readonly<Record<string, unknown>>, branches: readonly string[], mapping?: object) => {
      const oneOf = branches.map(($ref) => ({ $ref }));
      const schema = { oneOf, discriminator: { propertyName: 'kind', mapping } };
      const resolver = new References('3.1', new Map(Object.entries(files)));
      return (value: object) =>
        validate({ value: schema, at: BASE }, value, { resolver, direction: 'answer' }).map(
          ({ path, keyword }) => `${path.join('.')} ${keyword}`,
        );
    };
    const names = of({ 'file:///b.json': { x: parts } }, ['b.json#/x/Card', 'b.json#/x/Bank']);
    assert.deepEqual(names({ kind: 'Card' }), ['number required']);
    assert.deepEqual(names({ kind: 'card' }), ['kind discriminator']);
    const files = { 'file:///c.json': parts.Card, 'file:///b.json': parts.Bank };
    assert.deepEqual(of(files, ['c.json', 'b.json'])({ kind: 'c', iban: 'DE' }), []);
    const mapped = of(files, ['c.json', 'b.json'], { c: 'c.json', b: 'b.json' });
    assert.deepEqual(mapped({ kind: 'c', iban: 'DE' }), ['number required']);
    assert.deepEqual(mapped({ kind: 'x', iban: 'DE' }), ['kind discriminator']);
  });
  it('whose field has no name says nothing', () => {
    const unnamed = { ...schema, discriminator: { propertyName: 5 } };
    assert.deepEqual(placesOf(unnamed, { iban: 'DE' }, {}, parts), []);
  });
  it('that names no branch, or is missing, is the only fault', () => {
    assert.deepEqual(placesOf(schema, { kind: 'cash' }, {}, parts), ['kind discriminator']);
    assert.deepEqual(placesOf(schema, {}, {}, parts), ['kind required']);
  });
  it('takes the value that only a branch gives its field; where two give the same one, each is tried', () => {
    const tagged = (kind: object, ...required: readonly string[]) => ({ required, properties: { kind } });
    const more = {
      Card: tagged({ const: 'card' }, 'number'),
      Bank: { allOf: [ref('Bank'), ref('Missing'), tagged({ enum: ['sepa', 'giro'] }, 'iban')] },
      Giro: tagged({ enum: ['giro'] }, 'giro'),
    };
    const oneOf = [ref('Card'), ref('Bank'), ref('Giro')];
    const of = (value: object) =>
      placesOf({ oneOf, discriminator: { propertyName: 'kind' } }, value, {}, more);
    assert.deepEqual(of({ kind: 'card', number: 1 }), []);
    assert.deepEqual(of({ kind: 'sepa' }), ['iban required']);
    assert.deepEqual(of({ kind: 'giro', giro: 1 }), []);
    assert.deepEqual(of({ kind: 'cash' }), ['kind discriminator']);
    const numbered = { One: tagged({ enum: [1] }, 'one'), Two: tagged({ const: 2 }, 'two') };
    const either = { oneOf: [ref('One'), ref('Two')], discriminator: { propertyName: 'kind' } };
    const read = (text: string) => placesOf(either, parseExactly(text), {}, numbered);
    assert.deepEqual(read('{"kind":1,"one":1}'), []);
    assert.deepEqual(read('{"kind":2.0}'), ['two required']);
    assert.deepEqual(read('{"kind":3}'), ['kind discriminator']);
  });
  it('of a schema that others are derived from leads to the derived one', () => {
    const pets = {
      Pet: { required: ['kind'], discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('Pet'), { required: ['lives'] }] },
    };
    assert.deepEqual(placesOf(ref('Pet'), { kind: 'Cat' }, { dialect: '3.0' }, pets), ['lives required']);
    assert.deepEqual(placesOf(ref('Pet'), {}, { dialect: '3.0' }, pets), ['kind required']);
  });
  it('of a schema that others are derived from has the names of its mapping, and those of schemas', () => {
    const mapping = { puss: 'Cat', lost: '#/nowhere' };
    const Pet = { discriminator: { propertyName: 'kind', mapping } };
    const pets = { Pet, Cat: { allOf: [ref('Pet'), { required: ['lives'] }] } };
    const of = (kind: unknown) => placesOf(ref('Pet'), { kind }, {}, pets);
    assert.deepEqual(of('puss'), ['lives required']);
    assert.deepEqual(of('Cat'), ['lives required']);
    assert.deepEqual(of('dog'), ['kind discriminator']);
    for (const kind of ['lost', 5]) assert.deepEqual(of(kind), []);
    const open = { ...pets, Pet: { discriminator: { propertyName: 'kind' } } };
    assert.deepEqual(placesOf(ref('Pet'), { kind: 'dog' }, {}, open), []);
  });
  it('of what alternatives are derived from chooses where several of them fit', () => {
    const pets = {
      Pet: { properties: { kind: {} }, discriminator: { propertyName: 'kind', mapping: { hound: 'Dog' } } },
      Cat: { allOf: [ref('Pet'), { properties: { lives: { type: 'integer' } } }] },
      Dog: { allOf: [{ allOf: [ref('Pet')] }] },
    };
    const either = { oneOf: [ref('Cat'), ref('Dog')] };
    assert.deepEqual(placesOf(either, { kind: 'Cat', lives: 9 }, {}, pets), []);
    assert.deepEqual(placesOf(either, { kind: 'hound' }, {}, pets), []);
    assert.deepEqual(placesOf(either, { kind: 'other' }, {}, pets), [' oneOf']);
    assert.deepEqual(placesOf(either, {}, {}, pets), [' oneOf']);
    assert.deepEqual(placesOf({ oneOf: [ref('Cat'), {}] }, { kind: 'Cat' }, {}, pets), []);
    assert.deepEqual(placesOf({ oneOf: [ref('Cat'), ref('Missing')] }, { kind: 'Cat' }, {}, pets), []);
    assert.deepEqual(placesOf(either, { kind: 'Dog', lives: 'x' }, {}, pets), []);
    const open = { discriminator: { propertyName: 'kind' } };
    const circle = { A: { allOf: [ref('A'), open] }, B: { allOf: [ref('A')] } };
    assert.deepEqual(placesOf({ oneOf: [ref('A'), ref('B')] }, { kind: 'x' }, {}, circle), [' oneOf']);
  });
  it('of Swagger 2.0 is the name of a field, which names a definition', () => {
    const pets = {
      Pet: { required: ['kind'], discriminator: 'kind' },
      Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { required: ['lives'] }] },
    };
    const pet = { $ref: '#/definitions/Pet' };
    assert.deepEqual(placesOf(pet, { kind: 'Cat' }, { dialect: '2.0' }, pets), ['lives required']);
    assert.deepEqual(placesOf(pet, { kind: 'Cat', lives: 9 }, { dialect: '2.0' }, pets), []);
  });
});
