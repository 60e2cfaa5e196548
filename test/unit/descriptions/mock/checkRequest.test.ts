import assert from 'node:assert/strict';
import { checkRequest, type MockRequest } from '../../../../src/descriptions/mock/checkRequest';
import { openApi, readOne } from '../reading';

const json = { 'application/json': { schema: { type: 'integer' } } };
const text = { 'text/plain': { schema: { type: 'string', maxLength: 3 } } };
const BODY = {
  type: 'object',
  properties: { a: { type: 'array', items: { type: 'integer' } }, b: { type: 'string', readOnly: true } },
};

/** One operation with what is given, at a path. */
async function check(path: string, operation: object, request: Partial<MockRequest>) {
  const { operation: row, resolver } = await readOne(openApi({ [path]: { post: operation } }));
  return checkRequest(row, { method: 'POST', path, query: '', headers: [], body: '', ...request }, resolver);
}

/** What is wrong, as `place name fieldName code`. */
const faultsOf = async (...given: Parameters<typeof check>) =>
  (await check(...given)).faults.map((each) => [each.in, each.name, each.fieldName, each.code].join(' '));

const withBody = (content: object, required = false) => ({ requestBody: { required, content } });
const sent = (type: string, body: string): Partial<MockRequest> => ({
  headers: [
    ['x-other', 'text/other'],
    ['content-type', type],
  ],
  body,
});

describe('A request to a described operation', () => {
  it('is compared with each parameter at its place', async () => {
    const integer = { type: 'integer' };
    const parameters = [
      { name: 'q', in: 'query', required: true, schema: integer },
      { name: 'other', in: 'query', schema: { type: 'object', additionalProperties: { type: 'boolean' } } },
      { name: 'X-H', in: 'header', schema: integer },
      { name: 'sid', in: 'cookie', schema: integer },
    ];
    const faults = (query: string, ...headers: [string, string][]) =>
      faultsOf('/a', { parameters }, { query, headers });
    assert.deepEqual(await faults('q=1', ['x-h', '2'], ['cookie', 'id=x; sid=3;']), []);
    assert.deepEqual(await faults('', ['sid', 'x'], ['q', '1']), ['query q q required']);
    assert.deepEqual(await faults('q=x&r=true&X-H=1', ['x-h', 'x'], ['cookie', 'a=1; sid=x']), [
      'query q q type',
      'query other other.X-H type',
      'header X-H X-H type',
      'cookie sid sid type',
    ]);
    const limited = { parameters: [{ name: 'n', in: 'query', schema: { ...integer, maximum: 2 ** 53 } }] };
    for (const [n, faults] of [
      ['9007199254740992', []],
      ['9007199254740993', ['query n n maximum']],
      ['1e400', ['query n n maximum']],
    ] as const)
      assert.deepEqual(await faultsOf('/a', limited, { query: `n=${n}` }), faults);
    const [missing] = (await check('/a', { parameters }, {})).faults;
    assert.deepEqual(missing, {
      code: 'required',
      fieldName: 'q',
      message: 'This is missing.',
      in: 'query',
      name: 'q',
      path: [],
    });
  });

  it('may have lists whose items hold what keeps them apart', async () => {
    const schema = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 };
    const parameters = [
      { name: 'q', in: 'query', explode: false, schema },
      { name: 'p', in: 'path', required: true, schema },
    ];
    assert.deepEqual(await faultsOf('/a/{p}', { parameters }, { path: '/a/b,%2C', query: 'q=a%2Cb,c' }), []);
    assert.deepEqual(await faultsOf('/a/{p}', { parameters }, { path: '/a/b', query: 'q=a,b,c' }), [
      'query q q maxItems',
      'path p p minItems',
    ]);
  });

  it('may have a parameter without a value, where that is described', async () => {
    const parameters = ['q', 'r'].map((name) => ({
      ...{ name, in: 'query', schema: { type: 'boolean' } },
      allowEmptyValue: name === 'q',
    }));
    assert.deepEqual(await faultsOf('/a', { parameters }, { query: 'q=&r=' }), ['query r r type']);
    assert.deepEqual(await faultsOf('/a', { parameters }, { query: 'q=x' }), ['query q q type']);
  });

  it('may have parameters that are JSON, and is refused where one is not', async () => {
    const faults = (query: string, required = false, content: object = json) =>
      faultsOf('/a', { parameters: [{ name: 'q', in: 'query', required, content }] }, { query });
    assert.deepEqual(await faults('p=x&q=1'), []);
    assert.deepEqual(await faults('p=1'), []);
    assert.deepEqual(await faults('p=1', true), ['query q q required']);
    assert.deepEqual(await faults('p=1&q="x"'), ['query q q type']);
    assert.deepEqual(await faults('q=x'), ['query q q json']);
    const inPath = { parameters: [{ name: 'p', in: 'path', content: json }] };
    assert.deepEqual(await faultsOf('/a/{p}', inPath, { path: '/a/%31' }), []);
    assert.deepEqual(await faultsOf('/a/{p}', inPath, { path: '/a/x' }), ['path p p json']);
    const answered = { 'application/json': { schema: BODY } };
    assert.deepEqual(await faults('q={"b":""}', false, answered), ['query q q.b readOnly']);
    const { faults: reported } = await check(
      '/a',
      { parameters: [{ name: 'q', in: 'query', content: json }] },
      { query: 'q=' },
    );
    assert.deepEqual(reported, [
      { code: 'json', fieldName: 'q', message: 'This is not valid JSON.', in: 'query', name: 'q', path: [] },
    ]);
  });

  it('may have parameters of another media type, which are texts', async () => {
    const parameters = [{ name: 'q', in: 'query', required: true, content: text }];
    assert.deepEqual(await faultsOf('/a', { parameters }, { query: 'q=abc' }), []);
    assert.deepEqual(await faultsOf('/a', { parameters }, { query: 'q=abcd' }), ['query q q maxLength']);
  });

  it('has the values of its path between the literals', async () => {
    const cases: [template: string, path: string, expected: Record<string, string>][] = [
      ['/v1/a/{x}', '/a/b%20c', { x: 'b c' }],
      ['/a/{x}', '/a/b%252Cc', { x: 'b%2Cc' }],
      ['/a/{x}.json', '/a/b%252Cc%2Ejson', { x: 'b%2Cc' }],
      ['/a/b c{x}', '/a/b%20cd', { x: 'd' }],
      ['/b/v1/{x}', '/b/v1/c', { x: 'c' }],
      ['/v1{x}/c', '/v1b/c', { x: 'b' }],
      ['/a/{x}-{y}.json', '/a/b-c-d.json', { x: 'b', y: 'c-d' }],
      ['/a/n{x}.json', '/a/n1.json.json', { x: '1.json' }],
      ['/a/{x}{y}', '/a/bcd', { x: 'b', y: 'cd' }],
      ['/a/{x}/{y}', '/a/b', { x: 'b', y: '' }],
    ];
    for (const [template, path, expected] of cases) {
      const parameters = Object.entries(expected).map(([name, value]) => ({
        name,
        in: 'path',
        schema: { const: value },
      }));
      assert.deepEqual(await faultsOf(template, { parameters }, { path }), [], template);
      const wrong = parameters.map((each) => ({ ...each, schema: { const: `${each.schema.const}!` } }));
      assert.equal((await faultsOf(template, { parameters: wrong }, { path })).length, parameters.length);
    }
    assert.deepEqual(await faultsOf('/a/{x}', {}, { path: '/a/b' }), [], 'not described');
  });

  it('is refused for a body that does not fit, with the place in it', async () => {
    const content = { 'application/json': { schema: BODY }, 'text/plain': {}, 'image/*': {} };
    assert.deepEqual(await check('/a', withBody(content, true), sent('application/json', '')), {
      faults: [
        { code: 'required', fieldName: 'body', message: 'This is missing.', in: 'body', name: '', path: [] },
      ],
    });
    assert.deepEqual(await check('/a', withBody(content), sent('Application/JSON; charset=utf-8', '{')), {
      faults: [
        {
          code: 'json',
          fieldName: 'body',
          message: 'The body is not valid JSON.',
          in: 'body',
          name: '',
          path: [],
        },
      ],
    });
    const message = 'The content type must be one of: application/json, text/plain, image/*.';
    for (const request of [sent('application/json5', 'x'), sent('images/x', 'x'), { body: 'x' }]) {
      assert.deepEqual((await check('/a', withBody(content), request)).faults, [
        {
          code: 'content_type',
          fieldName: 'Content-Type',
          message,
          in: 'header',
          name: 'Content-Type',
          path: [],
        },
      ]);
    }
    const faults = await faultsOf('/a', withBody(content), sent('application/json', '{"a":[1,"x"],"b":""}'));
    assert.deepEqual(faults, ['body  a[1] type', 'body  b readOnly']);
    assert.deepEqual(await faultsOf('/a', withBody(content), sent('application/json', '[]')), [
      'body  body type',
    ]);
    const list = withBody({ 'application/json': { schema: { items: BODY } } });
    assert.deepEqual(await faultsOf('/a', list, sent('application/json', '[{"b":""}]')), [
      'body  [0].b readOnly',
    ]);
  });

  it('gives its body as a value where it is JSON or a form', async () => {
    const form = 'application/x-www-form-urlencoded';
    const all = { 'application/json': { schema: BODY }, [form]: { schema: BODY }, '*/*': {} };
    const cases: [name: string, operation: object, request: Partial<MockRequest>, body: unknown][] = [
      ['no body', withBody(all), {}, undefined],
      ['JSON', withBody(all), sent('application/json', '{"a":[]}'), { a: [] }],
      ['JSON without a schema', withBody({ '*/*': {} }), sent('application/x+json', '{"a":1}'), { a: 1 }],
      ['JSON where no body is described', {}, sent('application/json', '{"a":1}'), { a: 1 }],
      ['lines of JSON', withBody(all), sent('application/json-seq', '{}'), undefined],
      ['a text', withBody(all), sent('text/plain', 'x'), undefined],
      [
        'a text with a schema',
        withBody({ 'text/*': text['text/plain'] }),
        sent('text/plain', 'x'),
        undefined,
      ],
      ['a form', withBody(all), sent(form, 'a=1&a=2'), { a: [1, 2] }],
      ['a form without fields', withBody(all, true), sent(form, ''), {}],
      [
        'parts',
        withBody({ 'multipart/*': { schema: BODY } }),
        {
          ...sent('multipart/form-data', ''),
          parts: [
            ['a', '1'],
            ['c', 'x+%20'],
          ],
        },
        { a: [1], c: 'x+%20' },
      ],
    ];
    for (const [name, operation, request, body] of cases) {
      const checked = await check('/a', operation, request);
      assert.deepEqual(checked.faults, [], name);
      assert.equal(JSON.stringify(checked.body), JSON.stringify(body), name);
    }
  });

  it('may have files, of which nothing is asked that is asked of a text', async () => {
    const text = { type: 'string', minLength: 1, pattern: 'x', format: 'uuid' };
    const schema = { properties: { a: text, b: text, c: { type: 'array', minItems: 3, items: text } } };
    const parts = ['a', 'b', 'c', 'c'].map((name) => [name, ''] as const);
    const request = { ...sent('multipart/form-data', ''), parts, files: ['a', 'c', 'c'] };
    assert.deepEqual(await faultsOf('/a', withBody({ 'multipart/form-data': { schema } }), request), [
      ...['format', 'minLength', 'pattern'].map((code) => `body  b ${code}`),
      'body  c minItems',
    ]);
  });

  it('has lists of a form by their style', async () => {
    const form = 'application/x-www-form-urlencoded';
    const schema = {
      properties: { ids: { type: 'array', items: { type: 'integer' } }, n: { type: 'integer' } },
    };
    const media = (how: object) => ({ schema, encoding: { ids: how, n: { explode: false } } });
    const off = { explode: false };
    for (const [how, body, ids] of [
      [{}, 'ids=1&ids=2', [1, 2]],
      [off, 'ids=1,2&n=3', [1, 2]],
      [off, 'ids=1%2C2&n=3', [1, 2]],
      [off, 'ids=', []],
      [off, 'ids=%5B1,2%5D', [1, 2]],
      [{ style: 'pipeDelimited' }, 'ids=1|2', [1, 2]],
      [{ style: 'spaceDelimited' }, 'ids=1+2', [1, 2]],
      [{ style: 'deepObject', ...off }, 'ids[]=1&ids[]=2', [1, 2]],
    ] as const) {
      const checked = await check('/a', withBody({ [form]: media(how) }), sent(form, body));
      assert.deepEqual(checked.faults, [], body);
      assert.deepEqual((checked.body as { ids: unknown }).ids, ids);
    }
    const wrong = await faultsOf('/a', withBody({ [form]: media({}) }), sent(form, 'ids=1,2'));
    assert.deepEqual(wrong, ['body  ids[0] type']);
    const parts = [
      ['ids', '1,2'],
      ['n', '3'],
    ] as const;
    const whole = { 'multipart/form-data': media(off) };
    const request = { ...sent('multipart/form-data', ''), parts };
    assert.deepEqual((await check('/a', withBody(whole), request)).body, { ids: [1, 2], n: 3 });
  });
});
