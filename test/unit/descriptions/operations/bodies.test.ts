import assert from 'node:assert/strict';
import { MAIN, openApi, read } from '../reading';

describe('The body of a request', () => {
  const bodyOf = async (requestBody: unknown) =>
    (await read(openApi({ '/a': { post: { requestBody } } }))).operations[0]?.body;

  it('is none where no media type is described', async () => {
    for (const body of [undefined, {}, { content: {} }, { $ref: '#/gone' }])
      assert.equal(await bodyOf(body), undefined);
  });

  it('is JSON, else what is written like it, else a form, else the first one; the others are kept', async () => {
    const inOrder = [
      'Application/JSON; charset=utf-8',
      'application/vnd.x+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/xml',
      'a+json/b',
    ];
    const written = ['text/xml', 'multipart/form-data', 'a+json/b', ...inOrder.slice(0, 3).toReversed()];
    const body = await bodyOf({
      required: true,
      content: Object.fromEntries(written.map((type) => [type, {}])),
    });
    assert.ok(body);
    const { others = [], ...first } = body;
    assert.deepEqual(
      [first, ...others].map(({ contentType }) => contentType),
      inOrder,
    );
    assert.equal(body.required, true);
    const place = `${MAIN}#/paths/~1a/post/requestBody/content/text~1xml`;
    assert.deepEqual(await bodyOf({ content: { 'text/xml': {} } }), {
      contentType: 'text/xml',
      at: place,
      required: false,
    });
  });

  it('of Swagger 2.0 has the schema of its parameter, in each media type that is consumed', async () => {
    const schema = { type: 'string' };
    const parameters = [{ name: 'b', in: 'body', required: true, schema }];
    const paths = { '/a': { post: { consumes: ['text/plain', 'application/json'], parameters } } };
    const { operations } = await read({ swagger: '2.0', paths });
    const at = `${MAIN}#/paths/~1a/post/parameters/0`;
    const rest = { at, schema: { $ref: `${at}/schema` } };
    assert.deepEqual(operations[0]?.body, {
      ...{ contentType: 'application/json', required: true, ...rest },
      others: [{ contentType: 'text/plain', ...rest }],
    });
  });

  it('of Swagger 2.0 that is a form requires what its fields require', async () => {
    const field = (name: string | undefined, required?: boolean) => ({
      ...{ name, in: 'formData', type: 'string', required },
    });
    const of = async (parameters: unknown) =>
      (await read({ swagger: '2.0', paths: { '/a': { post: { parameters } } } })).operations[0]?.body;
    const schemaOf = async (...fields: unknown[]) => (await of(fields))?.schema as Record<string, unknown>;
    assert.deepEqual((await schemaOf(field('a'), field('b', true), field('c', true)))['required'], [
      'b',
      'c',
    ]);
    assert.deepEqual(await schemaOf(field('a', false), field(undefined, true)), {
      type: 'object',
      properties: { a: { $ref: `${MAIN}#/paths/~1a/post/parameters/0` } },
    });
    assert.equal((await of([field('a', true)]))?.required, true);
    assert.equal((await of([field('a')]))?.required, false);
    assert.deepEqual(
      await of([field('a'), { name: 'q', in: 'query', type: 'file' }]).then((body) => body?.contentType),
      'application/x-www-form-urlencoded',
    );
  });

  it('of Swagger 2.0 is written as it is consumed, a file always as parts, and JSON where nothing is said', async () => {
    const [form, multipart, json] = [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json',
    ];
    const field = { name: 'a', in: 'formData', type: 'string' };
    const file = { ...field, type: 'file' };
    const body = { name: 'b', in: 'body' };
    const cases: readonly (readonly [
      parameter: object,
      own: readonly string[] | undefined,
      types: readonly string[] | undefined,
      general?: readonly unknown[],
    ])[] = [
      [field, ['text/x', multipart, form], [form, multipart], [multipart]],
      [field, [multipart], [multipart]],
      [field, ['text/x'], [form]],
      [field, undefined, [multipart], [1, 'text/plain', multipart]],
      [file, [form, multipart], [multipart]],
      [file, [form], [multipart]],
      [[field, { ...file, name: 'b' }], [form], [multipart]],
      [{ name: 'q', in: 'query', type: 'string' }, [multipart], undefined],
      [body, undefined, [json]],
      [body, ['text/plain'], ['text/plain'], [json]],
    ];
    for (const [parameter, consumes, types, general] of cases) {
      const paths = { '/a': { post: { consumes, parameters: [parameter].flat() } } };
      const { operations } = await read({ swagger: '2.0', consumes: general, paths });
      const found = operations[0]?.body;
      const all = found && [found, ...(found.others ?? [])];
      assert.deepEqual(
        all?.map(({ contentType }) => contentType),
        types,
      );
      assert.equal(
        new Set(all?.map((each) => JSON.stringify(each.schema))).size,
        types === undefined ? 0 : 1,
      );
    }
  });
});
