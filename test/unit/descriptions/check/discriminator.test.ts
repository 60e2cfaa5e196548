import assert from 'node:assert/strict';
import { placesOf, ref } from './checking';

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
