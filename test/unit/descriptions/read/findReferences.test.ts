import assert from 'node:assert/strict';
import { findReferences } from '../../../../src/descriptions/read/findReferences';

const link = { $ref: 'x' };
/** Each reference as `way: ref`. */
const found = (root: unknown) => findReferences(root).map(({ ref, way }) => `${way.join('.')}: ${ref}`);

describe('The references of a file', () => {
  it('are reported once each, with the way to the first of them', () => {
    const root = { a: [1, { b: { $ref: 'one' } }], c: { $ref: 'two' }, d: { $ref: 'one' } };
    assert.deepEqual(found(root), ['a.1.b: one', 'c: two']);
    assert.deepEqual(findReferences(root)[0]?.way, ['a', 1, 'b']);
    assert.deepEqual(found(link), [': x']);
    for (const none of [null, 'x', 5, undefined, [], { $ref: 5 }]) assert.deepEqual(found(none), []);
  });

  it('are found beside and behind each other', () =>
    assert.deepEqual(found({ a: { $ref: 'one', more: { $ref: 'two' } } }), ['a: one', 'a.more: two']));

  it('are none in values, in which `$ref` is a name like any other', () => {
    for (const name of ['example', 'default', 'enum', 'const', 'value', 'mapping', 'x-own'])
      assert.deepEqual(found({ [name]: link, schema: { [name]: [link] } }), [], name);
  });

  it('are those of a discriminator too, but for names of schemas', () => {
    const mapping = { dog: './dog.yaml', cat: '#/cat', cow: 'cow.json', pig: 'Pig', bee: 'a.Bee', no: ['/'] };
    assert.deepEqual(found({ a: { discriminator: { mapping } }, b: { $ref: './dog.yaml' } }), [
      'a.discriminator.mapping.dog: ./dog.yaml',
      'a.discriminator.mapping.cat: #/cat',
      'a.discriminator.mapping.cow: cow.json',
    ]);
    for (const none of [{ discriminator: 'kind' }, { other: { mapping } }]) assert.deepEqual(found(none), []);
  });

  for (const holder of [
    ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas'],
    ...['parameters', 'responses', 'headers', 'examples', 'requestBodies', 'paths', 'pathItems', 'content'],
    ...['callbacks', 'links', 'securitySchemes', 'securityDefinitions', 'webhooks', 'encoding', 'variables'],
  ])
    it(`may stand under any name in ${holder}, and a part may have the name $ref`, () => {
      assert.deepEqual(found({ [holder]: { example: link, 'x-a': link } }), [`${holder}.example: x`]);
      assert.deepEqual(found({ [holder]: { 'x-a': { $ref: 'y' } } }), [`${holder}.x-a: y`]);
      assert.deepEqual(found({ [holder]: { $ref: 'y', a: link } }), [`${holder}.a: x`]);
    });

  it('of a part with a name that only is a word elsewhere are found', () => {
    const properties = { properties: { properties: { $ref: 'one', default: { $ref: 'two' } } } };
    assert.deepEqual(found(properties), ['properties.properties: one']);
  });

  it('are found in parameters that are a list', () => {
    assert.deepEqual(found({ parameters: [link, { schema: { $ref: 'y' } }] }), [
      'parameters.0: x',
      'parameters.1.schema: y',
    ]);
  });

  it('are found in values that hold themselves', () => {
    const loop: Record<string, unknown> = { a: link };
    loop['again'] = loop;
    assert.deepEqual(found(loop), ['a: x']);
  });
});
