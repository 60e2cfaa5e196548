import assert from 'node:assert/strict';
import { misfitsOf } from '../../../../src/descriptions/sample/misfits';
import { openApi, read } from '../reading';

const schema = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, at: { format: 'date' } },
};
const body = (example: unknown, contentType = 'application/json') => ({
  content: { [contentType]: { schema, example } },
});

describe('Examples of an operation that do not fit their schemas', () => {
  it('are named, with what is wrong', async () => {
    const { operations, resolver } = await read(
      openApi({
        '/a': {
          post: {
            parameters: [
              { name: 'limit', in: 'query', schema: { type: 'integer' }, example: 'ten' },
              { name: 'page', in: 'query', schema: { type: 'integer' }, examples: { one: { value: 1 } } },
              // What only an answer has is left out of a request, and is no fault of an example.
              { name: 'some', in: 'query', schema, example: { id: 1, at: '2026-01-01' } },
            ],
            requestBody: body({ id: 1, at: 'today' }),
            responses: {
              200: body({ id: 'x', at: 'today' }),
              201: body({ at: '2026-01-01' }),
              202: body('<id>x</id>', 'application/xml'),
            },
          },
        },
      }),
    );
    assert.deepEqual(
      operations
        .flatMap((operation) => misfitsOf(operation, resolver))
        .map(({ message, line }) => [line, message]),
      [
        'limit: an example does not fit its schema and is not used. integer is expected, not string.',
        'body: an example does not fit its schema and is not used. at: The value does not have the format date.',
        '200: an example does not fit its schema and is not used. id: integer is expected, not string.',
      ].map((text) => [operations[0]?.line, `POST /a, ${text}`]),
    );
  });

  /** What is said of one operation, without its name. */
  async function remarksOf(operation: object): Promise<string[]> {
    const { operations, resolver } = await read(openApi({ '/a': { post: operation } }));
    return operations
      .flatMap((each) => misfitsOf(each, resolver))
      .map(({ message }) =>
        message
          .replace('POST /a, ', '')
          .replace(': an example does not fit its schema and is not used.', ' |'),
      );
  }

  it('are named for each body, whichever way it goes', async () => {
    const secret = {
      ...schema,
      required: ['pin'],
      properties: { ...schema.properties, pin: { writeOnly: true } },
    };
    const other = { schema: secret, example: { at: '2026-01-01' } };
    const written = { schema: secret, example: { pin: 1, at: '2026-01-01' } };
    const content = {
      'application/json': { schema: { type: 'string' }, examples: { a: { value: 'a' }, b: { value: 1 } } },
      'application/x-www-form-urlencoded': other,
      'multipart/form-data; x=y': other,
      'application/merge-patch+json ; v=1': { schema: { type: 'string' }, example: 2 },
      'text/json-like': { schema: { type: 'string' }, example: 3 },
      'x-multipart/form-data': { schema: { type: 'string' }, example: 4 },
      'application/csv': { schema: { type: 'string' }, example: 5 },
      'application/JSON': written,
    };
    assert.deepEqual(
      await remarksOf({
        requestBody: { content },
        responses: { 200: { content: { 'a/json': written, 'b/json': other } } },
      }),
      [
        'body | string is expected, not number.',
        'body | string is expected, not number.',
        'body | pin: This is missing.',
        'body | pin: This is missing.',
      ],
    );
  });

  it('are named by the place that is wrong', async () => {
    const list = { type: 'array', items: { properties: { 'body x': { type: 'integer' } } } };
    const parameter = { name: 'q', in: 'query', schema: list, example: [{ 'body x': 'y' }] };
    assert.deepEqual(await remarksOf({ parameters: [parameter] }), [
      'q | [0]["body x"]: integer is expected, not string.',
    ]);
    const answered = { ...schema, required: ['id'] };
    const partial = { name: 'q', in: 'query', schema: answered, example: { at: 'today' } };
    assert.deepEqual(await remarksOf({ parameters: [partial] }), [
      'q | at: The value does not have the format date.',
    ]);
  });

  it('are none where there is nothing to compare', async () => {
    const parameters = [{ name: 'q', in: 'query', example: 1 }];
    assert.deepEqual(
      await remarksOf({ parameters, responses: { 200: { content: { 'a/json': { example: 1 } } }, 204: {} } }),
      [],
    );
    const { operations, resolver } = await read(openApi({ '/a/{id}': { get: { responses: { 200: {} } } } }));
    assert.deepEqual(
      operations.flatMap((each) => misfitsOf({ ...each, answers: [{ status: '200' }] }, resolver)),
      [],
    );
  });

  it('have no line where the operation has none', async () => {
    const bad = { name: 'q', in: 'query', schema: { type: 'integer' }, example: 'x' };
    const { operations, resolver } = await read(openApi({ '/a': { get: { parameters: [bad] } } }));
    const [remark] = operations.flatMap(({ line: _, ...operation }) => misfitsOf(operation, resolver));
    assert.deepEqual(Object.keys(remark ?? {}), ['message']);
  });
});
