import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countOperations, type OpenApi } from '../../../../src/descriptions/export/openApi';
import { SeenApi } from '../../../../src/descriptions/infer/seenApi';
import { assertIsOpenApi, checkerOf } from '../export/outsideReaders';
import { exchange, JSON_TYPE, type Call } from './exchanges';

interface Item {
  readonly parameters?: unknown;
  readonly get?: unknown;
  readonly post?: unknown;
}

/** @param calls method and target, with what was answered */
function describeCalls(
  calls: readonly (readonly [call: string, about: Call])[],
  knownPath: (method: string, path: string) => string | undefined = () => undefined,
): OpenApi {
  const seen = new SeenApi({ knownPath, isKnownId: (text) => text.startsWith('file_') });
  for (const [call, about] of calls) {
    const [method = '', target = ''] = call.split(' ');
    seen.add(exchange(method, about), target);
  }
  return seen.document('Seen');
}

const pathsOf = (...given: Parameters<typeof describeCalls>): Readonly<Record<string, Item>> =>
  describeCalls(...given).paths;

const OK = { description: 'OK' };
const content = (schema: object) => ({ content: { [JSON_TYPE]: { schema } } });
const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });

describe('An operation that was seen', () => {
  it('has the names of its query once, from all requests', () => {
    const calls = [
      ['GET /a?x=1&y=2', {}],
      ['get /a?y=3&z=4', {}],
      ['GET /a', {}],
    ] as const;
    const parameters = ['x', 'y', 'z'].map(query);
    assert.deepEqual(pathsOf(calls), { '/a': { get: { parameters, responses: { 200: OK } } } });
  });

  it('requires a body where each request had one', () => {
    const body = { a: 1 };
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const described = (required: boolean) => ({
      '/a': { post: { requestBody: { required, ...content(schema) }, responses: { 200: OK } } },
    });
    assert.deepEqual(
      pathsOf([
        ['POST /a', { body }],
        ['POST /a', { body }],
      ]),
      described(true),
    );
    assert.deepEqual(
      pathsOf([
        ['POST /a', { body }],
        ['POST /a', {}],
      ]),
      described(false),
    );
    assert.deepEqual(pathsOf([['POST /a', {}]]), { '/a': { post: { responses: { 200: OK } } } });
  });

  it('has each status with its name and what was answered', () => {
    const calls = [
      ['GET /a', { status: 404, answer: 'x' }],
      ['GET /a', { status: 299 }],
      ['GET /a', { answer: 1 }],
      ['GET /a', { answer: null }],
      ['GET /a', { answer: 'a', type: 'text/csv' }],
    ] as const;
    const ofJson = content({ type: ['integer', 'null'] }).content;
    assert.deepEqual(pathsOf(calls)['/a']?.get, {
      responses: {
        200: { ...OK, content: { ...ofJson, 'text/csv': { schema: {} } } },
        299: { description: '' },
        404: { description: 'Not Found', ...content({ type: 'string' }) },
      },
    });
  });

  it('is joined with those of the same template', () => {
    const calls = [
      ['GET /a/7?x=1', { answer: 1 }],
      ['GET /a/8?y=1', { answer: 1.5 }],
      ['POST /a/7', { body: 1 }],
      ['POST /a/8', {}],
      ['GET /a/9', { status: 404, answer: 'x' }],
    ] as const;
    assert.deepEqual(pathsOf(calls), {
      '/a/{aId}': {
        parameters: [pathParameter('aId')],
        get: {
          parameters: [query('x'), query('y')],
          responses: {
            200: { ...OK, ...content({ type: 'number' }) },
            404: { description: 'Not Found', ...content({ type: 'string' }) },
          },
        },
        post: {
          requestBody: { required: false, ...content({ type: 'integer' }) },
          responses: { 200: OK },
        },
      },
    });
  });

  it('is distinguished from others by its successful answers alone', () => {
    const failed = { status: 400, answer: { error: 'x' } };
    const moved = { status: 300, answer: { error: 'x' } };
    const calls = [
      ['GET /a/7/x', { answer: { f: 1 } }],
      ['GET /a/7/y', { answer: { g: 1 } }],
      ...(['GET /a/7/x', 'GET /a/7/y'] as const).flatMap((call) => [
        [call, failed] as const,
        [call, moved] as const,
      ]),
    ] as const;
    assert.deepEqual(Object.keys(pathsOf(calls)), ['/a/{aId}/x', '/a/{aId}/y']);
    const other = { status: 299, answer: { f: 1 } };
    assert.deepEqual(Object.keys(pathsOf([...calls, ['GET /a/7/y', other]])), ['/a/{aId}/{id}']);
  });

  it('has the names of parameters that are known, if they fit', () => {
    const known = (path: string | undefined) => (method: string) => (method === 'GET' ? path : undefined);
    const calls = [
      ['GET /a/7/8', {}],
      ['POST /a/7/8', {}],
    ] as const;
    for (const [path, template] of [
      ['/v1/a/{one}/{two}', '/a/{one}/{two}'],
      ['/a/{one}/{two}', '/a/{one}/{two}'],
      ['/v1/a/{one}/{one}', '/a/{aId}/{id}'],
      [undefined, '/a/{aId}/{id}'],
    ] as const)
      assert.deepEqual(Object.keys(pathsOf(calls, known(path))), [template], path);
    const inner = [['GET /x/v1/7', {}]] as const;
    assert.deepEqual(Object.keys(pathsOf(inner, known('/x/v1/{one}'))), ['/x/v1/{one}']);
    assert.deepEqual(Object.keys(pathsOf(calls, known('/v1/a/{one}/8'))), ['/a/{one}/8', '/a/{aId}/{id}']);
    const [item] = Object.values(pathsOf(calls, known('/v1/a/{one}/{two}')));
    assert.deepEqual(item?.parameters, [pathParameter('one'), pathParameter('two')]);
    assert.deepEqual(
      pathsOf([['GET /v1/x', {}]], () => '/v1/v1/x'),
      { '/v1/x': { get: { responses: { 200: OK } } } },
    );
  });

  it('is distinguished from one with the same letters', () => {
    assert.deepEqual(
      Object.keys(
        pathsOf([
          ['GET /a/bc', {}],
          ['GET /ab/c', {}],
        ]),
      ),
      ['/a/bc', '/ab/c'],
    );
  });

  it('is not there where nothing was answered', () => {
    const seen = new SeenApi({ knownPath: () => undefined, isKnownId: () => false });
    seen.add({ ...exchange('GET', {}), attempts: [{ startedAt: 0, durationMs: 0, waitedMs: 0 }] }, '/a');
    assert.deepEqual(seen.document('Seen').paths, {});
  });

  it('takes ids of all answers for parameters, and for no names', () => {
    const answer = { id: 'ann1', list: { ann1: 1, file_x: 2, bob: 3 } };
    const paths = pathsOf([
      ['GET /people/ann1', { answer }],
      ['GET /people/ann1', { answer }],
    ]);
    assert.deepEqual(Object.keys(paths), ['/people/{peopleId}']);
    assert.doesNotMatch(JSON.stringify(paths), /ann1|file_x/);
    const body = { ann1: 1 };
    const sent = pathsOf([
      ['GET /people', { answer }],
      ['POST /people', { body }],
    ]);
    assert.doesNotMatch(JSON.stringify(sent), /ann1/);
  });
});

const record = (fields: object) => ({ answer: { success: true, message: 'x', data: fields } });

describe('A description of what was seen', () => {
  it('holds names and types, and no value', () => {
    const calls: [string, Call][] = [
      ['GET /payments?page=secret-one&limit=7', record({ records: [{ id: 'pay_1', note: 'secret-two' }] })],
      ['GET /payments', { status: 429, answer: { success: false, retry: 'secret-three' } }],
      ['POST /payments', { ...record({ pay_1234567890abcdef: { sum: 4711 } }), body: { to: 'secret-four' } }],
    ];
    const document = describeCalls(calls);
    assert.doesNotMatch(JSON.stringify(document), /secret-|4711|pay_/);
    assert.equal(countOperations(document), 2);
  });

  it('says its version and how a request authenticates', () => {
    const document = describeCalls([['GET /payments/7', record({ sum: 1 })]]);
    assert.deepEqual(document.info, { title: 'Seen', version: '1' });
    assert.deepEqual(Object.keys(document.components?.['securitySchemes'] ?? {}), ['apiKey']);
    assert.equal(countOperations(document), 1, 'the parameters of a path are none');
  });

  it('leaves out methods that OpenAPI has no place for', async () => {
    const calls = ['PROPFIND /things', 'QUERY /others', 'OPTIONS /things', 'get /things'];
    const document = describeCalls(calls.map((call) => [call, record({ a: 1 })]));
    assert.deepEqual(Object.keys(document.paths['/things'] ?? {}), ['options', 'get']);
    assert.deepEqual(Object.keys(document.paths), ['/things']);
    assert.equal(countOperations(document), 2);
    await assertIsOpenApi(document);
  });

  it('is OpenAPI for others, and every answer seen fits it', async () => {
    const segment = fc.constantFrom('payments', 'ann', 'bob', '7', 'file_1', '{x}', 'a%20b', 'item');
    const path = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`);
    const body = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
    const call = fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      path,
      status: fc.constantFrom(200, 201, 404),
      answer: fc.oneof(
        body,
        body.map((data) => ({ success: true, data })),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
        const document = describeCalls(
          calls.map((each) => [`${each.method} ${each.path.replace(/[{}]/g, '%7B')}`, each]),
        );
        await assertIsOpenApi(document);
        const faultsAt = checkerOf(document);
        for (const { method, path: called, status, answer } of calls) {
          const template = Object.keys(document.paths).filter((known) => {
            const pattern = known.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part));
            return new RegExp(`^${pattern.join('/')}$`).test(called.replace(/[{}]/g, '%7B'));
          });
          const fits = template.some((known) => {
            const place = ['paths', known, method.toLowerCase(), 'responses', String(status)];
            return faultsAt([...place, 'content', JSON_TYPE, 'schema'], answer)?.length === 0;
          });
          assert.ok(fits, `${method} ${called} ${status}: ${JSON.stringify(answer)} fits no schema`);
        }
      }),
      { numRuns: 8 },
    );
  });
});
