import assert from 'node:assert/strict';
import { MAIN, openApi, read, readFiles, remarksOf } from './reading';

const place = (pointer: string) => ({ $ref: `${MAIN}#${pointer}` });

describe('YAML 1.2', () => {
  it('reads statuses that are numbers, `no` as a text, merge keys, and a byte order mark', async () => {
    const { operations, facts } = await read(
      [
        '\uFEFFopenapi: 3.1.0',
        'info: { title: no, version: 1.10 }',
        'x-common: &common',
        '  tags: [yes]',
        '  summary: from the anchor',
        'paths:',
        '  /a:',
        '    get:',
        '      <<: *common',
        '      responses:',
        '        200: { description: OK }',
        '        4XX: { description: wrong }',
        '        default: { description: else }',
      ].join('\r\n'),
    );
    assert.equal(facts.title, 'no');
    const [operation] = operations;
    assert.deepEqual(operation?.tags, ['yes']);
    assert.equal(operation.summary, 'from the anchor');
    assert.deepEqual(
      operation.answers.map(({ status }) => status),
      ['200', '4XX', 'default'],
    );
    assert.equal(operation.line, 7);
  });
});

describe('The operations of a description', () => {
  it('have parameters of their path, unless they have them themselves; some headers are ignored', async () => {
    const schema = { type: 'string' };
    const { operations } = await read(
      openApi(
        {
          '/a/{id}': {
            parameters: [
              { name: 'id', in: 'path', required: true, schema },
              { name: 'q', in: 'query', required: true, schema },
              { name: 'authorization', in: 'header', schema },
              { name: 'X-Trace', in: 'header', schema },
            ],
            get: {
              parameters: [
                { name: 'q', in: 'query', schema, style: 'pipeDelimited', explode: false, deprecated: true },
                { $ref: '#/components/parameters/Session' },
                { name: 'filter', in: 'query', content: { 'application/json': { schema } } },
              ],
            },
          },
        },
        { components: { parameters: { Session: { name: 'sid', in: 'cookie', schema } } } },
      ),
    );
    const path = '/paths/~1a~1%7Bid%7D';
    assert.deepEqual(operations[0]?.parameters, [
      {
        name: 'q',
        in: 'query',
        required: false,
        deprecated: true,
        style: 'pipeDelimited',
        explode: false,
        at: `${MAIN}#${path}/get/parameters/0`,
        schema: place(`${path}/get/parameters/0/schema`),
      },
      {
        name: 'sid',
        in: 'cookie',
        required: false,
        at: `${MAIN}#/components/parameters/Session`,
        schema: place('/components/parameters/Session/schema'),
      },
      {
        name: 'filter',
        in: 'query',
        required: false,
        at: `${MAIN}#${path}/get/parameters/2`,
        schema: place(`${path}/get/parameters/2/content/application~1json/schema`),
      },
      {
        name: 'id',
        in: 'path',
        required: true,
        at: `${MAIN}#${path}/parameters/0`,
        schema: place(`${path}/parameters/0/schema`),
      },
      {
        name: 'X-Trace',
        in: 'header',
        required: false,
        at: `${MAIN}#${path}/parameters/3`,
        schema: place(`${path}/parameters/3/schema`),
      },
    ]);
  });

  it('follow references to path items, parameters, bodies and answers, also into other files', async () => {
    const { operations, facts, resolver } = await readFiles({
      'api.yaml': JSON.stringify(openApi({ '/a': { $ref: 'parts/item.yaml' } })),
      'parts/item.yaml': [
        'post:',
        '  operationId: makeA',
        '  requestBody: { $ref: "../bodies.yaml#/A~1b" }',
        '  responses: { 200: { $ref: "#/answers/ok" } }',
        'answers: { ok: { description: fine, headers: { X-Page: { required: true, schema: { type: integer } } } } }',
      ].join('\n'),
      'bodies.yaml': 'A/b: { required: true, content: { application/json: { schema: { type: object } } } }',
    });
    const [operation] = operations;
    assert.equal(operation?.operationId, 'makeA');
    assert.equal(operation.body?.required, true);
    assert.equal(operation.answers[0]?.description, 'fine');
    assert.deepEqual(
      operation.answers[0].headers?.map(({ name, required }) => [name, required]),
      [['X-Page', true]],
    );
    const { $ref } = operation.body.schema as { $ref: string };
    assert.deepEqual(resolver.resolve($ref, MAIN)?.value, { type: 'object' });
    assert.deepEqual(facts.files, ['file:///work/api/parts/item.yaml', 'file:///work/api/bodies.yaml']);
  });

  it('choose JSON of several media types, and keep the others', async () => {
    const content = {
      'text/xml': {},
      'multipart/form-data': {},
      'application/vnd.x+json': {},
      'application/json': {},
    };
    const { operations } = await read(openApi({ '/a': { post: { requestBody: { content } } } }));
    const body = operations[0]?.body;
    assert.equal(body?.contentType, 'application/json');
    assert.equal(body.required, false);
    assert.deepEqual(
      body.others?.map(({ contentType }) => contentType),
      ['application/vnd.x+json', 'multipart/form-data', 'text/xml'],
    );
  });

  it('have their security as a text: their own, else that of the document', async () => {
    const { operations } = await read(
      openApi(
        {
          '/a': {
            get: {},
            put: { security: [] },
            post: { security: [{ Key: [], OAuth: ['read', 'write'] }, {}] },
          },
        },
        { security: [{ Key: [] }] },
      ),
    );
    assert.deepEqual(
      operations.map(({ security }) => security),
      ['Key', 'none', 'Key + OAuth (read, write) | none'],
    );
  });

  it('tell what is not used: other paths of servers, webhooks, callbacks and links', async () => {
    const description = await read(
      openApi(
        {
          '/a': {
            post: {
              callbacks: { paid: {} },
              responses: { 200: { links: { next: {} } } },
            },
          },
        },
        {
          servers: [
            { url: 'https://example.com/v1/' },
            { url: '{s}/api', variables: { s: { default: 'https://x' } } },
          ],
          webhooks: { paid: {} },
        },
      ),
    );
    assert.deepEqual(remarksOf(description), [
      '1: The path /api of its servers is not used: requests go to the API address of the environment.',
      '1: Not used: 1 webhooks, 1 callbacks and 1 links.',
    ]);
  });

  it('of 3.2 are read as 3.1, with one remark', async () => {
    const description = await read({ ...openApi({ '/a': { get: {} } }), openapi: '3.2.0' });
    assert.equal(description.facts.dialect, '3.1');
    assert.deepEqual(remarksOf(description), ['1: OpenAPI 3.2.0 is read as 3.1.']);
    assert.equal(description.operations.length, 1);
  });
});

describe('Swagger 2.0', () => {
  const document = (post: object, more: object = {}) => ({
    swagger: '2.0',
    info: {},
    paths: { '/a': { post } },
    ...more,
  });

  it('gives a body by the media types it consumes, and answers by those it produces', async () => {
    const { operations, facts } = await read(
      document(
        {
          produces: ['application/vnd.x+json'],
          parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/A' } }],
          responses: { 200: { schema: { type: 'array' } }, 204: { description: 'nothing' } },
        },
        { consumes: ['application/xml', 'application/json'], definitions: { A: { type: 'object' } } },
      ),
    );
    assert.equal(facts.dialect, '2.0');
    const [operation] = operations;
    assert.equal(operation?.body?.contentType, 'application/json');
    assert.equal(operation.body.required, true);
    assert.deepEqual(operation.body.schema, place('/paths/~1a/post/parameters/0/schema'));
    assert.deepEqual(
      operation.answers.map(({ status, contents }) => [
        status,
        contents?.map(({ contentType }) => contentType),
      ]),
      [
        ['200', ['application/vnd.x+json']],
        ['204', []],
      ],
    );
    assert.deepEqual(operation.parameters, []);
  });

  it('gives forms, with files as multipart', async () => {
    const field = { name: 'a', in: 'formData', type: 'string', required: true };
    const file = { name: 'doc', in: 'formData', type: 'file' };
    const form = (await read(document({ parameters: [field] }))).operations[0]?.body;
    assert.equal(form?.contentType, 'application/x-www-form-urlencoded');
    const nameless = { in: 'formData', type: 'string', required: true };
    const upload = (await read(document({ parameters: [field, file, nameless] }))).operations[0]?.body;
    assert.equal(upload?.contentType, 'multipart/form-data');
    assert.deepEqual(upload.schema, {
      type: 'object',
      properties: { a: place('/paths/~1a/post/parameters/0'), doc: place('/paths/~1a/post/parameters/1') },
      required: ['a'],
    });
  });

  it('writes a form as it is consumed, a file always as parts, and a body as JSON where nothing is said', async () => {
    const parts = 'multipart/form-data';
    const urlencoded = 'application/x-www-form-urlencoded';
    const field = { name: 'a', in: 'formData', type: 'string' };
    const file = { name: 'a', in: 'formData', type: 'file' };
    const body = { name: 'b', in: 'body' };
    const cases: [parameters: object[], own: unknown, general: unknown, contentType: string | undefined][] = [
      [[field], [parts], undefined, parts],
      [[field], ['application/json', urlencoded, parts], [parts], urlencoded],
      [[field], undefined, [1, 'text/plain', parts], parts],
      [[field], ['text/plain'], undefined, urlencoded],
      [[file], [urlencoded], undefined, parts],
      [[{ name: 'q', in: 'query', type: 'string' }], [parts], undefined, undefined],
      [[body], undefined, undefined, 'application/json'],
      [[body], ['text/plain'], ['application/json'], 'text/plain'],
    ];
    for (const [parameters, own, general, contentType] of cases) {
      const { operations } = await read(document({ parameters, consumes: own }, { consumes: general }));
      assert.equal(operations[0]?.body?.contentType, contentType);
    }
    const [operation] = (await read(document({ parameters: [field] }))).operations;
    const properties = { a: place('/paths/~1a/post/parameters/0') };
    assert.deepEqual(operation?.body, {
      contentType: urlencoded,
      required: false,
      schema: { type: 'object', properties },
    });
  });

  it('has lists in parameters by their format', async () => {
    const list = (collectionFormat?: string) => ({
      name: collectionFormat ?? 'none',
      in: 'query',
      type: 'array',
      collectionFormat,
    });
    const { operations } = await read(
      document({ parameters: [list(), list('csv'), list('multi'), list('pipes')] }),
    );
    assert.deepEqual(
      operations[0]?.parameters.map(({ style, explode }) => [style, explode]),
      [
        [undefined, false],
        [undefined, false],
        [undefined, true],
        ['pipeDelimited', false],
      ],
    );
  });
});
