import assert from 'node:assert/strict';
import { FOLDER, MAIN, openApi, read, readFiles, remarksOf } from '../reading';

describe('The operations of a document', () => {
  it('have what is described of them, and nothing else', async () => {
    const { operations } = await read(
      openApi({
        '/a': {
          get: {},
          put: {
            operationId: 'writeA',
            summary: 'Write *a*',
            description: 'Writes `a`.',
            tags: ['one', 5, '', 'two'],
            deprecated: true,
            security: [],
          },
        },
      }),
    );
    const common = { path: '/a', service: 'api', parameters: [], answers: [], source: MAIN, line: 0 };
    assert.deepEqual(operations, [
      { ...common, id: 'GET /a', method: 'GET', summary: '', tags: [] },
      {
        ...{ ...common, id: 'writeA', operationId: 'writeA', method: 'PUT', tags: ['one', 'two'] },
        ...{ summary: 'Write *a*', description: 'Writes a.', deprecated: true, security: 'none' },
      },
    ]);
  });

  it('have the beginning of their description where there is no summary', async () => {
    const of = async (texts: object) =>
      (await read(openApi({ '/a': { get: texts } }))).operations[0]?.summary;
    const long = 'x'.repeat(300);
    assert.equal(await of({ description: 'All of it' }), 'All of it');
    assert.equal(await of({ summary: ' ', description: 'All of it' }), 'All of it');
    assert.equal(await of({ description: long }), `${'x'.repeat(99)}…`);
    assert.equal(await of({ summary: long, description: 'All of it' }), `${'x'.repeat(199)}…`);
  });

  it('are under paths that begin with a slash; others are reported, but for extensions', async () => {
    const description = await read(
      'openapi: 3.1.0\npaths:\n  x-own: {}\n  a: {get: {}}\n  ax-: {}\n  /a: {get: {}}',
    );
    assert.deepEqual(
      description.operations.map(({ path }) => path),
      ['/a'],
    );
    assert.deepEqual(remarksOf(description), [
      '4: The path a does not begin with a slash.',
      '5: The path ax- does not begin with a slash.',
    ]);
  });

  it('are objects; other values are reported', async () => {
    const description = await read(
      'openapi: 3.1.0\npaths:\n  /a:\n    get: text\n    put: null\n    post: {}',
    );
    assert.deepEqual(
      description.operations.map(({ id, line }) => [id, line]),
      [['POST /a', 5]],
    );
    assert.deepEqual(remarksOf(description), ['4: GET /a is no operation.', '5: PUT /a is no operation.']);
  });

  it('may be kept in another place or file, and have no body where they read', async () => {
    const content = { 'application/json': { schema: {} } };
    const kept = { operationId: 'kept', requestBody: { content }, parameters: [{ $ref: '#/p' }] };
    const description = await readFiles({
      'api.json': JSON.stringify(openApi({ '/a': { get: { $ref: 'a.json' }, put: { $ref: 'a.json' } } })),
      'a.json': JSON.stringify({ ...kept, p: { name: 'n', in: 'query', schema: {} } }),
    });
    assert.deepEqual(
      description.operations.map(({ method, operationId, parameters, body }) => [
        ...[method, operationId, parameters.length, body !== undefined],
      ]),
      [
        ['GET', 'kept', 1, false],
        ['PUT', 'kept', 1, true],
      ],
    );
    assert.deepEqual(remarksOf(description), []);
  });

  it('have bodies and answers in other files', async () => {
    const { operations, facts, resolver } = await readFiles({
      'api.yaml': JSON.stringify(openApi({ '/a': { $ref: 'parts/item.yaml' } })),
      'parts/item.yaml': [
        'post:',
        '  requestBody: { $ref: "../bodies.yaml#/A~1b" }',
        '  responses: { 200: { $ref: "#/answers/ok" } }',
        'answers: { ok: { description: fine, headers: { X-Page: { required: true } } } }',
      ].join('\n'),
      'bodies.yaml': 'A/b: { required: true, content: { application/json: { schema: { type: object } } } }',
    });
    const { body, answers } = operations[0] ?? assert.fail();
    assert.deepEqual(
      [body?.required, answers[0]?.description, answers[0]?.headers?.length],
      [true, 'fine', 1],
    );
    const { $ref } = (body ?? assert.fail()).schema as { $ref: string };
    assert.deepEqual(resolver.resolve($ref, MAIN)?.value, { type: 'object' });
    assert.deepEqual(facts.files, [`${FOLDER}parts/item.yaml`, `${FOLDER}bodies.yaml`]);
  });

  it('are the same with and without /v1, and with other names in braces', async () => {
    const cases: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
      ['/v1/a', '/a', true],
      ['/a/{long}/b', '/a/{x}/b', true],
      ['/a/{x}', '/a/{y}/{z}', false],
      ['/a/{x}', '/a/x', false],
      ['/a/{x}', '/a/', false],
      ['/x/v1/a', '/x/a', false],
      ['/v10/a', '/0/a', false],
      ['/v1', '/', false],
    ];
    for (const [one, other, isSame] of cases) {
      const description = await read(openApi({ [one]: { get: {} }, [other]: { get: {} } }));
      const reported = isSame ? [`1: GET ${other} is there twice. The first one counts.`] : [];
      assert.deepEqual(remarksOf(description), reported);
      assert.equal(description.operations.length, isSame ? 1 : 2);
    }
  });

  it('of a path with a reference are those of both, its own first', async () => {
    const { operations } = await readFiles({
      'api.yaml': JSON.stringify(
        openApi({
          '/a': { $ref: 'item.yaml', get: { operationId: 'own' } },
          '/b': { $ref: 'gone.yaml', get: { operationId: 'alone' } },
        }),
      ),
      'item.yaml': 'get: { operationId: other }\nput: { operationId: added }',
    });
    assert.deepEqual(
      operations.map(({ id, path }) => `${path} ${id}`),
      ['/a own', '/a added', '/b alone'],
    );
  });

  it('none at all is reported', async () => {
    for (const paths of [{}, [], null, 'x', { '/a': null }])
      assert.deepEqual(remarksOf(await read(openApi(paths))), ['1: No operations are described.']);
    assert.deepEqual(remarksOf(await read(openApi({ '/a': { get: {} } }))), []);
  });
});

describe('The answers of an operation', () => {
  const answersOf = async (responses: unknown) =>
    (await read(openApi({ '/a': { get: { responses } } }))).operations[0]?.answers ?? assert.fail();

  it('have a status, a class of them, or all others', async () => {
    const written = [
      '200',
      '4xx',
      '5XX',
      'default',
      '2000',
      'x200',
      '20',
      '600',
      '000',
      'xdefault',
      'defaultx',
    ];
    const answers = await answersOf(Object.fromEntries(written.map((status) => [status, {}])));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['200', '4XX', '5XX', 'default']);
  });

  it('have their status, and no more, where their reference leads nowhere', async () => {
    const answers = await answersOf({ 404: { $ref: 'https://a.example/b.yaml#/Gone' }, 200: {} });
    assert.deepEqual(
      answers.map(({ status, contents }) => [status, contents]),
      [
        ['200', []],
        ['404', []],
      ],
    );
  });

  it('have their contents, headers and description, where there are any', async () => {
    const schema = { type: 'string' };
    const answers = await answersOf({
      200: {
        description: 'All **fine**',
        content: { 'text/plain': { schema }, 'text/xml': {} },
        headers: {
          'X-A': { required: true, schema },
          'X-B': {},
          'X-C': { $ref: '#/gone' },
          'Content-Type': { required: true },
        },
      },
      201: { headers: { 'content-type': {} } },
    });
    const place = `${MAIN}#/paths/~1a/get/responses`;
    const header = (name: string) => `${place}/200/headers/X-${name}`;
    assert.deepEqual(answers, [
      {
        status: '200',
        at: `${place}/200`,
        description: 'All fine',
        contents: [
          {
            contentType: 'text/plain',
            at: `${place}/200/content/text~1plain`,
            schema: { $ref: `${place}/200/content/text~1plain/schema` },
          },
          { contentType: 'text/xml', at: `${place}/200/content/text~1xml` },
        ],
        headers: [
          { name: 'X-A', required: true, at: header('A'), schema: { $ref: `${header('A')}/schema` } },
          { name: 'X-B', required: false, at: header('B') },
        ],
      },
      { status: '201', at: `${place}/201`, contents: [] },
    ]);
  });

  it('of Swagger 2.0 have the media types that the operation produces, else the document, else JSON', async () => {
    const responses = { 200: { schema: { type: 'string' } }, 204: {} };
    const cases: readonly (readonly [own: unknown, general: unknown, types: readonly string[]])[] = [
      [['text/xml', 5], ['text/plain'], ['text/xml']],
      [undefined, ['text/plain', 'text/xml'], ['text/plain', 'text/xml']],
      [undefined, undefined, ['application/json']],
      ['text/xml', undefined, ['application/json']],
    ];
    for (const [own, general, types] of cases) {
      const paths = { '/a': { get: { produces: own, responses } } };
      const { operations } = await read({ swagger: '2.0', produces: general, paths });
      const at = `${MAIN}#/paths/~1a/get/responses/200`;
      assert.deepEqual(
        operations[0]?.answers.map(({ contents }) => contents),
        [types.map((contentType) => ({ contentType, at, schema: { $ref: `${at}/schema` } })), []],
      );
    }
  });
});
