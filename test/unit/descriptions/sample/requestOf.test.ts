import assert from 'node:assert/strict';
import { openApi } from '../reading';
import { requestFor } from './sampling';

/** What a request with these parameters is filled in with. */
const sampled = (parameters: readonly object[], more: object = {}) =>
  requestFor(openApi({ '/things/{id}': { get: { parameters } } }, more));

const required = (place: string, name: string, more: object) => ({
  ...{ in: place, name, required: true },
  ...more,
});
const contentOf = (type: string, media: object) => ({ content: { [type]: media } });

describe('What a new request is filled in with', () => {
  it('is path, required query and headers, each by its style', async () => {
    const Trace = required('header', 'X-Trace', { schema: { type: 'array' }, example: ['a', 1] });
    const whole = { type: 'integer' };
    const get = {
      parameters: [
        { $ref: '#/components/parameters/Trace' },
        required('header', 'accept', { schema: { type: 'string' } }),
        required('path', 'id', { schema: whole, examples: { one: { value: 'x' }, two: { value: 5 } } }),
        required('query', 'ids', { explode: false, schema: { type: 'array', items: whole, minItems: 2 } }),
        required('query', 'filter', {
          style: 'deepObject',
          schema: { type: 'object', properties: { open: { default: true } } },
        }),
        required('query', 'where', contentOf('application/json', { schema: { const: { a: 1 } } })),
        required('cookie', 'sid', { schema: { const: 's1' } }),
        required('cookie', 'n', { schema: whole }),
        { in: 'cookie', name: 'left', schema: { const: 'out' } },
        { in: 'query', name: 'page', schema: { type: 'string' }, example: 'not required' },
      ],
    };
    const parameters = [
      required('path', 'id', { schema: { type: 'string' }, example: 'replaced' }),
      required('path', 'kind', { schema: { enum: ['a b'] } }),
    ];
    const paths = { '/things/{kind}/{id}': { parameters, get } };
    assert.deepEqual(await requestFor(openApi(paths, { components: { parameters: { Trace } } })), {
      path: [
        { name: 'id', value: '5' },
        { name: 'kind', value: 'a%20b' },
      ],
      query: 'ids=1,1&filter[open]=true&where=%7B%22a%22%3A1%7D',
      headers: [
        { name: 'X-Trace', value: 'a,1' },
        { name: 'Cookie', value: 'sid=s1; n=1' },
      ],
    });
  });

  for (const [type, example, written] of [
    ['text/plain', 'a b', 'a b'],
    ['text/plain', 7, '7'],
    ['application/xml', '<a/>', '<a/>'],
    ['text/plain', { a: 1 }, '{"a":1}'],
    ['application/json', 'a', '"a"'],
    ['Application/Vnd.X+JSON; v=1', 'a', '"a"'],
    ['text/json-like', 'a', 'a'],
  ] as const) {
    it(`is a parameter that is written as ${type} says: ${written}`, async () => {
      const { headers } = await sampled([
        required('header', 'X-A', contentOf(type, { schema: {}, example })),
      ]);
      assert.deepEqual(headers, [{ name: 'X-A', value: written }]);
    });
  }

  it('is a parameter with an example of its content, also one that is kept elsewhere', async () => {
    const examples = { first: { value: 1 }, kept: { $ref: '#/components/examples/Kept' } };
    const content = contentOf('text/plain', { schema: { type: 'string' }, examples });
    const components = { examples: { Kept: { value: 'kept' } } };
    const { query } = await sampled([required('query', 'q', content)], { components });
    assert.equal(query, 'q=kept');
  });

  it('is a name in braces where nothing fits, and nothing in a query', async () => {
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

  it('is a key of its own where a service takes two requests with one key for one', async () => {
    const text = { schema: { type: 'string' } };
    const keys = [
      required('header', 'Idempotency-Key', { ...text, example: 'a' }),
      required('header', 'X-Idempotency-Key', { schema: { type: 'string', maxLength: 1 }, example: 'a' }),
      required('header', 'X-Key', text),
    ];
    const found = (await sampled(keys)).headers.map(({ name, isNew = false }) => [name, isNew]);
    assert.deepEqual(found, [
      ['Idempotency-Key', true],
      ['X-Idempotency-Key', false],
      ['X-Key', false],
    ]);
  });
});
