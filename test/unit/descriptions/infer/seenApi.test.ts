import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countOperations, type OpenApi } from '../../../../src/descriptions/export/openApi';
import { SeenApi } from '../../../../src/descriptions/infer/seenApi';
import { exchange, JSON_TYPE, type Call } from './exchanges';
import { assertIsOpenApi, checkerOf } from '../export/outsideReaders';

/** @param calls method and target, with what was answered */
function describeCalls(calls: readonly (readonly [call: string, about: Call])[]): OpenApi {
  const seen = new SeenApi({ knownPath: () => undefined, isKnownId: (text) => text.startsWith('file_') });
  for (const [call, about] of calls) {
    const [method = '', target = ''] = call.split(' ');
    seen.add(exchange(method, about), target);
  }
  return seen.document('Seen');
}

const record = (fields: object) => ({ answer: { success: true, message: 'x', data: fields } });

function schemaOf(document: OpenApi, path: string, method = 'get', status = '200'): unknown {
  const operation = document.paths[path]?.[method] as {
    readonly responses: Record<string, { readonly content: Record<string, { readonly schema: unknown }> }>;
  };
  return operation.responses[status]?.content[JSON_TYPE]?.schema;
}

describe('A description of what was seen', () => {
  it('holds names and types, and no value', () => {
    const calls: [string, Call][] = [
      ['GET /payments?page=secret-one&limit=7', record({ records: [{ id: 'pay_1', sum: 1, note: null }] })],
      [
        'GET /payments',
        record({ records: [{ id: 'pay_2', sum: 1.5, note: 'secret-two' }, { id: 'pay_3' }] }),
      ],
      ['GET /payments', { status: 429, answer: { success: false, retry: 'secret-three' } }],
      ['POST /payments', { ...record({ pay_1234567890abcdef: { sum: 4711 } }), body: { to: 'secret-four' } }],
    ];
    const document = describeCalls(calls);
    assert.doesNotMatch(JSON.stringify(document), /secret-|4711|pay_/);
    assert.deepEqual(schemaOf(document, '/payments'), {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            records: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'string' },
                  sum: { type: 'number' },
                  note: { type: ['null', 'string'] },
                },
                required: ['id'],
              },
            },
          },
          required: ['records'],
        },
      },
      required: ['success', 'message', 'data'],
    });
    assert.equal(countOperations(document), 2);
  });

  it('says its version and how a request authenticates, and counts operations', () => {
    const document = describeCalls([['GET /payments/7', record({ sum: 1 })]]);
    assert.deepEqual(document.info, { title: 'Seen', version: '1' });
    assert.deepEqual(Object.keys(document.components?.['securitySchemes'] ?? {}), ['apiKey']);
    assert.deepEqual(Object.keys(document.paths['/payments/{paymentId}'] ?? {}), ['parameters', 'get']);
    assert.equal(countOperations(document), 1);
  });

  it('says media types as they were, and says nothing of a body that is not JSON', () => {
    const document = describeCalls([
      ['GET /report', { answer: 'a', type: 'text/csv' }],
      ['GET /report', { answer: { a: 1 }, type: 'application/problem+json' }],
      ['GET /report', { status: 204 }],
    ]);
    const operation = document.paths['/report']?.['get'] as { responses: Record<string, object> };
    const { 200: ok, 204: empty } = operation.responses;
    assert.deepEqual(Object.keys((ok as { content: object }).content), [
      'text/csv',
      'application/problem+json',
    ]);
    assert.ok(empty !== undefined && !('content' in empty));
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
      { numRuns: 15 },
    );
  });
});
