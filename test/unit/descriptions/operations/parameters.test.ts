import assert from 'node:assert/strict';
import { MAIN, openApi, read, remarksOf } from '../reading';

const schema = { type: 'string' };

/** The parameters of `GET path`, with what is reported of them. */
async function parametersOf(parameters: unknown, { path = '/a', old = false } = {}) {
  const paths = { [path]: { get: { parameters } } };
  const description = await read(old ? { swagger: '2.0', paths } : openApi(paths));
  const found = description.operations[0]?.parameters ?? assert.fail();
  return {
    found: found.map(({ at: _at, schema: _schema, ...rest }) => rest),
    schemas: found.map((each) => (each.schema as { $ref: string } | undefined)?.$ref.split('/get/')[1]),
    remarks: remarksOf(description),
  };
}

const names = async (...args: Parameters<typeof parametersOf>) =>
  (await parametersOf(...args)).found.map((each) => `${each.in} ${each.name}${each.required ? '!' : ''}`);

describe('The parameters of an operation', () => {
  it('are those that can be read; of the others there is a remark', async () => {
    const { found, remarks } = await parametersOf([
      { $ref: '#/components/parameters/Gone' },
      { name: 'nowhere', in: 'body-part', schema },
      { in: 'query', schema },
      7,
      { name: 'q', in: 'query' },
      { name: 'r', in: 'query', schema },
    ]);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['q', 'r'],
    );
    assert.deepEqual(remarks, [
      '1: The reference #/components/parameters/Gone leads nowhere.',
      ...Array.from({ length: 3 }, () => '1: GET /a: a parameter has no name or no known place.'),
      '1: GET /a: the parameter q has no schema.',
    ]);
  });

  it('are those of its path as well, unless it has them itself, with their places', async () => {
    const [own, general] = [
      { name: 'q', in: 'query', schema },
      { name: 'X-A', in: 'header', schema },
    ];
    const get = { parameters: [own, { $ref: '#/components/parameters/Session' }] };
    const item = { parameters: [{ ...own, required: true }, general], get };
    const components = { parameters: { Session: { name: 'sid', in: 'cookie', schema } } };
    const { operations } = await read(openApi({ '/a': item }, { components }));
    const path = `${MAIN}#/paths/~1a`;
    assert.deepEqual(
      operations[0]?.parameters,
      [
        ['q', 'query', `${path}/get/parameters/0`],
        ['sid', 'cookie', `${MAIN}#/components/parameters/Session`],
        ['X-A', 'header', `${path}/parameters/1`],
      ].map(([name, place, at]) => ({
        ...{ name, in: place, required: false, at },
        schema: { $ref: `${at}/schema` },
      })),
    );
  });

  it('may have one name in two places', async () => {
    const parameters = ['query', 'header', 'cookie', 'query'].map((place) => ({
      name: 'a',
      in: place,
      schema,
    }));
    assert.deepEqual(await names(parameters), ['query a', 'header a', 'cookie a']);
  });

  it('have no headers that OpenAPI ignores, whatever their case', async () => {
    const ignored = ['Accept', 'content-type', 'AUTHORIZATION'];
    const of = (place: string) => names(ignored.map((name) => ({ name, in: place, schema })));
    assert.deepEqual(await of('header'), []);
    assert.deepEqual(await of('query'), ['query Accept', 'query content-type', 'query AUTHORIZATION']);
  });

  it('are required in a path, which names them in braces, described or not', async () => {
    const cases: readonly (readonly [
      path: string,
      parameters: readonly unknown[],
      found: readonly string[],
    ])[] = [
      ['/a/{id}', [{ name: 'id', in: 'path', schema }], ['path id!']],
      ['/a/{id}', [{ name: 'id', in: 'query', schema }], ['query id', 'path id!']],
      ['/a/{id}/{no}', [{ name: 'no', in: 'path', schema }], ['path no!', 'path id!']],
      ['/a}/{id}-{no}.x/{id}', [], ['path id!', 'path no!']],
      ['/a/{id', [], []],
      ['/a/{ид}', [], ['path ид!']],
    ];
    for (const [path, parameters, found] of cases)
      assert.deepEqual(await names(parameters, { path }), found, path);
  });

  it('have a description as plain text, and say whether they are deprecated', async () => {
    const { found } = await parametersOf([
      { name: 'a', in: 'query', schema, required: true, deprecated: true, description: 'The **first** one.' },
      { name: 'b', in: 'query', schema, required: 'yes', deprecated: false, description: ' ' },
    ]);
    assert.deepEqual(found, [
      { name: 'a', in: 'query', required: true, deprecated: true, description: 'The first one.' },
      { name: 'b', in: 'query', required: false },
    ]);
  });

  it('have the style that is written, and no other', async () => {
    const of = async (more: object) =>
      (await parametersOf([{ name: 'a', in: 'query', schema, ...more }])).found;
    const plain = { name: 'a', in: 'query', required: false };
    assert.deepEqual(await of({}), [plain]);
    assert.deepEqual(await of({ style: 5, explode: 'no' }), [plain]);
    assert.deepEqual(await of({ style: 'form', explode: false }), [
      { ...plain, style: 'form', explode: false },
    ]);
    assert.deepEqual(await of({ type: 'array', collectionFormat: 'multi' }), [plain], 'those of Swagger 2.0');
  });

  it('have a schema, or that of their first content', async () => {
    const content = { 'application/json': { schema }, 'text/plain': { schema } };
    const { schemas } = await parametersOf([
      { name: 'a', in: 'query', content },
      { name: 'b', in: 'query', content, schema },
      { name: 'c', in: 'query', content: { 'text/plain': {} } },
    ]);
    assert.deepEqual(schemas, [
      'parameters/0/content/application~1json/schema',
      'parameters/1/schema',
      undefined,
    ]);
  });
});

describe('The parameters of Swagger 2.0', () => {
  const old = true;

  it('are their own schemas; bodies and forms are none', async () => {
    const { found, schemas, remarks } = await parametersOf(
      [
        { name: 'a', in: 'query', type: 'string' },
        { name: 'b', in: 'query', schema },
        { name: 'c', in: 'body', schema },
        { name: 'd', in: 'formData', type: 'string' },
        { name: 'e', in: 'formData', type: 'string' },
        { in: 'formData', type: 'string' },
      ],
      { old },
    );
    assert.deepEqual(
      found.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.deepEqual(schemas, ['parameters/0', undefined]);
    assert.deepEqual(remarks, [
      '1: GET /a: the parameter b has no schema.',
      '1: GET /a: a parameter has no name or no known place.',
    ]);
  });

  it('are lists by their format', async () => {
    const cases: readonly (readonly [type: string, format: unknown, style: object])[] = [
      ['string', 'multi', {}],
      ['array', undefined, { explode: false }],
      ['array', 'csv', { explode: false }],
      ['array', 'unknown', { explode: false }],
      ['array', 'constructor', { explode: false }],
      ['array', 'multi', { explode: true }],
      ['array', 'ssv', { style: 'spaceDelimited', explode: false }],
      ['array', 'tsv', { style: 'tabDelimited', explode: false }],
      ['array', 'pipes', { style: 'pipeDelimited', explode: false }],
    ];
    for (const [type, collectionFormat, style] of cases) {
      const parameter = { name: 'a', in: 'query', type, collectionFormat, style: 'form', explode: true };
      const { found } = await parametersOf([parameter], { old });
      assert.deepEqual(found, [{ name: 'a', in: 'query', required: false, ...style }]);
    }
  });
});
