import assert from 'node:assert/strict';
import { validate } from '../../../../src/descriptions/check/validate';
import { References } from '../../../../src/descriptions/resolve/references';
import { BASE, faultsOf, placesOf, ref } from './checking';

describe('readOnly and writeOnly', () => {
  it('count by direction', () => {
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

  it('are reported with the way that they go', () => {
    const properties = {
      id: { readOnly: true, type: 'string' },
      secret: { writeOnly: true, type: 'string' },
    };
    const reported = (direction: 'request' | 'answer', value: unknown) =>
      faultsOf({ properties }, value, { direction }).map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      );
    assert.deepEqual(reported('request', { id: 5 }), ['id: This is only for answers (readOnly).']);
    assert.deepEqual(reported('answer', { secret: 5 }), ['secret: This is only for requests (writeOnly).']);
  });

  it('count beside a reference in 3.1, and not before', () => {
    const schema = { properties: { id: { ...ref('Id'), readOnly: true } } };
    const parts = { Id: { type: 'string' } };
    const reported = (dialect: '3.0' | '3.1') =>
      placesOf(schema, { id: 'a' }, { dialect, direction: 'request' }, parts);
    assert.deepEqual(reported('3.1'), ['id readOnly']);
    assert.deepEqual(reported('3.0'), []);
  });

  it('count where they are in a part of the field', () => {
    const parts = { Id: { allOf: [{ type: 'string' }, { allOf: [ref('Own')] }] }, Own: { readOnly: true } };
    const schema = { required: ['id'], properties: { id: ref('Id') } };
    for (const dialect of ['3.0', '3.1'] as const) {
      assert.deepEqual(placesOf(schema, {}, { dialect, direction: 'request' }, parts), []);
      assert.deepEqual(placesOf(schema, { id: 'a' }, { dialect, direction: 'request' }, parts), [
        'id readOnly',
      ]);
    }
  });

  it('do not count where what is derived requires the field', () => {
    const parts = { Base: { properties: { id: { readOnly: true }, kind: { readOnly: true } } } };
    const reported = (derived: object) =>
      placesOf({ allOf: [ref('Base'), derived] }, { id: 1, kind: 'a' }, { direction: 'request' }, parts);
    assert.deepEqual(reported({ required: ['kind'], properties: { kind: { enum: ['a'] } } }), [
      'id readOnly',
    ]);
    const own = { required: ['kind'], properties: { id: { readOnly: true } } };
    assert.deepEqual(reported(own), ['id readOnly']);
    assert.deepEqual(reported({ properties: { kind: {} } }), ['id readOnly', 'kind readOnly']);
    const other = { required: ['kind'], properties: { kind: { readOnly: true } } };
    assert.deepEqual(reported(other), ['id readOnly', 'kind readOnly']);
    assert.deepEqual(reported({ allOf: [null, { allOf: [{ required: ['kind'] }] }] }), ['id readOnly']);
    assert.deepEqual(reported({ allOf: [{ ...ref('Base'), required: ['kind'] }] }), ['id readOnly']);
    const whole = { required: ['kind'], allOf: [ref('Base')] };
    assert.deepEqual(placesOf(whole, { kind: 'a' }, { direction: 'request' }, parts), []);
    const circle = { ...parts, Circle: { allOf: [ref('Circle'), ref('Base')] } };
    assert.deepEqual(placesOf(ref('Circle'), { id: 1 }, { direction: 'request' }, circle), ['id readOnly']);
  });

  it('do not count where a part in another file requires the field', () => {
    const files = {
      [BASE]: { Thing: { allOf: [{ $ref: 'b.json#/Base' }, { $ref: 'b.json#/Wanted' }] } },
      'file:///b.json': {
        Base: { properties: { id: { readOnly: true }, kind: { readOnly: true } } },
        Wanted: { allOf: [{ $ref: '#/Id' }], required: ['kind'], properties: { kind: { $ref: '#/Kind' } } },
        Id: { required: ['id'] },
        Kind: { readOnly: true },
      },
    };
    const resolver = new References('3.1', new Map(Object.entries(files)));
    const thing = { value: files[BASE].Thing, at: BASE };
    const reported = validate(thing, { id: 1, kind: 'a' }, { resolver, direction: 'request' });
    assert.deepEqual([...new Set(reported.map(({ path }) => path.join('.')))], ['kind']);
  });
});
