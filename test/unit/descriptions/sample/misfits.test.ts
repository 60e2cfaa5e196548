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
            ],
            // What only an answer has is left out of a request, and is no fault of the example.
            requestBody: body({ id: 1, at: '2026-01-01' }),
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
        '200: an example does not fit its schema and is not used. id: integer is expected, not string.',
      ].map((text) => [operations[0]?.line, `POST /a, ${text}`]),
    );
  });
});
