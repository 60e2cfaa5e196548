import assert from 'node:assert/strict';
import { sampleRequest, type RequestSample } from '../../../../src/descriptions/sample/requestOf';
import { openApi } from '../reading';
import { describeDocument } from '../support';

/** What a request with these parameters is filled in with. */
async function sampled(parameters: readonly object[], more: object = {}): Promise<RequestSample> {
  const { resolver, ...described } = await describeDocument(
    openApi({ '/things/{id}': { get: { parameters, responses: {} } } }, more),
  );
  return sampleRequest(described.match('GET', '/things/x'), { resolver, direction: 'request' });
}

const required = (place: string, name: string, more: object) => ({
  in: place,
  name,
  required: true,
  ...more,
});
const contentOf = (type: string, media: object) => ({ content: { [type]: media } });

describe('A parameter of a new request', () => {
  for (const [type, example, written] of [
    ['text/plain', 'a b', 'a b'],
    ['text/plain', 7, '7'],
    ['application/xml', '<a/>', '<a/>'],
    ['text/plain', { a: 1 }, '{"a":1}'],
    ['application/json', 'a', '"a"'],
    ['Application/Vnd.X+JSON; v=1', 'a', '"a"'],
    ['text/json-like', 'a', 'a'],
  ] as const) {
    it(`is written as ${type} says: ${written}`, async () => {
      const { headers } = await sampled([
        required('header', 'X-A', contentOf(type, { schema: {}, example })),
      ]);
      assert.deepEqual(headers, [{ name: 'X-A', value: written }]);
    });
  }

  it('has an example of its content, also one that is kept elsewhere', async () => {
    const examples = { first: { value: 1 }, kept: { $ref: '#/components/examples/Kept' } };
    const content = contentOf('text/plain', { schema: { type: 'string' }, examples });
    const components = { examples: { Kept: { value: 'kept' } } };
    const { query } = await sampled([required('query', 'q', content)], { components });
    assert.equal(query, 'q=kept');
  });

  it('is its name in braces where nothing fits, and nothing in a query', async () => {
    const nothing = { schema: false };
    const { path, headers, query } = await sampled([
      required('path', 'id', nothing),
      required('header', 'X-A', nothing),
      required('header', 'X-B', contentOf('text/plain', nothing)),
      required('query', 'q', nothing),
      required('query', 'r', { schema: { const: 1 } }),
      required('query', 'empty', { schema: { type: 'object', maxProperties: 0 } }),
    ]);
    assert.deepEqual(
      [path, headers, query],
      [
        [{ name: 'id', value: '{id}' }],
        ['X-A', 'X-B'].map((name) => ({ name, value: `{${name}}` })),
        'q=&r=1',
      ],
    );
  });
});
