import assert from 'node:assert/strict';
import { DOCUMENTED } from '../../../../src/api/model/operations';
import { documentedApi } from '../../../../src/descriptions/export/documented';
import { countOperations } from '../../../../src/descriptions/export/openApi';
import { call, cleanUp, postJson, start, upload, uploaded, type Answer } from '../../sandbox/support';
import { assertIsOpenApi, checkerOf } from './outsideReaders';

describe('The interface as OpenAPI', () => {
  afterEach(cleanUp);

  it('is OpenAPI 3.1 for readers that are not ours', async () => await assertIsOpenApi(documentedApi()));

  it('is fitted by what the Local Sandbox answers', async () => {
    const sandbox = await start();
    const fileId = await uploaded(sandbox);
    const topUp = '/balances/sandbox/top-up';
    const faults = (path: string, method: string, response: string, { headers, body }: Answer) => {
      assert.ok(headers.has('x-request-id'));
      const place = ['paths', path, method, 'responses', response, 'content', 'application/json', 'schema'];
      return checkerOf(documentedApi())(place, body) ?? ['no such place'];
    };
    const done = [
      faults('/files/upload', 'post', '2XX', await upload(sandbox)),
      faults('/files/{fileId}', 'get', '2XX', await call(sandbox, `/files/${fileId}`)),
      faults(topUp, 'post', '2XX', await postJson(sandbox, topUp, { amount: 1, currency: 'EUR' })),
      faults('/files/upload', 'post', '401', await upload(sandbox, { purpose: 'none' })),
      faults(topUp, 'post', '401', await postJson(sandbox, topUp, { amount: -1 })),
      faults('/files/{fileId}', 'get', '401', await call(sandbox, '/files/unknown')),
    ];
    assert.deepEqual(done.flat(), []);
    // The check itself can fail: this is no record of a file.
    const wrong = faults('/files/{fileId}', 'get', '2XX', await upload(sandbox));
    assert.match(wrong.join(), /data must have required property 'name'/);
  });

  it('says what a request must hold', () => {
    const faultsAt = checkerOf(documentedApi());
    const topUp = ['components', 'schemas', 'topUpBody'];
    assert.deepEqual(faultsAt(topUp, { amount: 100, currency: 'EUR' }), []);
    assert.equal(faultsAt(topUp, { amount: 0, currency: 'EU' })?.length, 2);
    const form = ['components', 'schemas', 'uploadForm'];
    assert.equal(faultsAt(form, { file: 'x', purpose: 'taxes' })?.length, 1);
  });

  it('says of each operation what it takes and gives', () => {
    const { paths } = documentedApi();
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const answer = (description: string, schema: object) => ({
      description,
      headers: { 'x-request-id': { $ref: '#/components/headers/requestId' } },
      content: { 'application/json': { schema } },
    });
    const responses = (data: object) => ({
      '2XX': answer('The operation was done.', { allOf: [ref('envelope'), { properties: { data } }] }),
      401: answer('The API key is missing or invalid.', ref('errorBody')),
      default: { $ref: '#/components/responses/error' },
    });
    const types = 'image/png, image/jpeg, application/pdf';
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const expected = {
      '/files/upload': {
        post: {
          operationId: 'uploadFile',
          summary: 'Upload a file',
          tags: ['files'],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: ref('uploadForm'),
                encoding: { file: { contentType: `${types}, ${word}` } },
              },
            },
          },
          responses: responses(ref('uploadRecord')),
        },
      },
      '/files/{fileId}': {
        get: {
          operationId: 'getFile',
          summary: 'Read a file’s details',
          tags: ['files'],
          parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: responses(ref('fileRecord')),
        },
      },
      '/balances/sandbox/top-up': {
        post: {
          operationId: 'topUp',
          summary: 'Top up a sandbox balance',
          description: 'Available only in the sandbox environment; it cannot be used in production.',
          tags: ['balances'],
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: ref('topUpBody'), example: { amount: 100, currency: 'EUR' } },
            },
          },
          responses: responses({ type: 'object', maxProperties: 0 }),
        },
      },
    };
    const shown = Object.keys(expected).map((path) => [path, paths[path]]);
    assert.deepEqual(Object.fromEntries(shown), expected);
    assert.equal(countOperations(documentedApi()), DOCUMENTED.length);
    const { responses: kept } = documentedApi().components ?? {};
    const error = answer('The request is wrong (4xx), or the service failed (5xx).', ref('errorBody'));
    assert.deepEqual(kept, { error });
  });

  it('says how to authenticate, and what each answer and page has', () => {
    const { servers, security, info, components = {} } = documentedApi();
    const url = '/v1';
    const description = 'Below the address of the API; operations on files below the files address.';
    assert.deepEqual(
      [info, servers, security],
      [{ title: 'Payments API', version: 'v1' }, [{ url, description }], [{ apiKey: [] }]],
    );
    assert.deepEqual(components['securitySchemes'], {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word `ApiKey`, a space, and the API key.',
      },
    });
    assert.deepEqual(components['headers'], {
      requestId: {
        description: 'Names the request in enquiries.',
        required: true,
        schema: { type: 'string' },
      },
    });
    assert.deepEqual(components['parameters'], {
      page: {
        name: 'page',
        in: 'query',
        description: 'Cursor token taken from `paging.nextPage` or `paging.previousPage`.',
        schema: { type: 'string' },
      },
      limit: {
        name: 'limit',
        in: 'query',
        description: 'Items per page.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
    });
  });

  it('leaves open what an answer holds besides, and says what a form takes', () => {
    const schemas = documentedApi().components?.['schemas'] as Record<string, Record<string, unknown>>;
    for (const schema of Object.values(schemas))
      assert.deepEqual([schema['$schema'], schema['additionalProperties']], [undefined, undefined]);
    assert.deepEqual(schemas['uploadForm']?.['properties'], {
      file: { description: 'the file: PNG, JPEG, PDF or DOCX, up to 5 MB' },
      purpose: {
        type: 'string',
        description: '`payment_evidence` or `business_entity_documents`',
        enum: ['payment_evidence', 'business_entity_documents'],
      },
    });
  });
});
