import assert from 'node:assert/strict';
import { mockAnswer, type MadeItem, type MockAnswer } from '../../../../src/descriptions/mock/mockAnswer';
import type { MockRequest } from '../../../../src/descriptions/mock/checkRequest';
import { describeDocument } from '../support';

const JSON_TYPE = 'application/json';
const content = (schema: unknown, more: object = {}) => ({ content: { [JSON_TYPE]: { schema, ...more } } });

const THING = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', maxLength: 5 },
    size: { type: 'number' },
    secret: { type: 'string', writeOnly: true },
  },
  required: ['id', 'name'],
};

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Made up', version: '1' },
  components: { schemas: { Thing: THING } },
  paths: {
    '/things': {
      post: {
        operationId: 'makeThing',
        requestBody: { required: true, ...content({ $ref: '#/components/schemas/Thing' }) },
        responses: {
          400: { description: '' },
          201: {
            description: '',
            ...content({ $ref: '#/components/schemas/Thing' }, { example: { id: 'thg_7a', name: 'one' } }),
          },
          default: { description: '' },
        },
      },
      get: {
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 50 } },
          { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { open: { type: 'boolean' } } },
          },
          { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        responses: {
          200: {
            description: '',
            ...content({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }),
          },
        },
      },
    },
    '/things/{thingId}': {
      parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string', minLength: 3 } }],
      get: {
        responses: {
          200: {
            description: '',
            ...content(
              { $ref: '#/components/schemas/Thing' },
              { example: { id: 'thg_7a', name: 'one', size: 1 } },
            ),
          },
        },
      },
      delete: { responses: { 204: { description: '' } } },
    },
    '/forms': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  count: { type: 'integer' },
                  all: { type: 'array', items: { type: 'boolean' } },
                },
                required: ['count'],
              },
            },
          },
        },
        responses: {
          '2XX': { description: '', content: { 'text/csv': { schema: { type: 'string' }, example: 'a;b' } } },
        },
      },
    },
    '/notes': {
      post: {
        responses: {
          200: {
            description: '',
            ...content(
              { type: 'object', properties: { id: { type: 'string' } } },
              { example: { text: 'a' } },
            ),
          },
        },
      },
    },
    '/notes/{noteId}': { get: { responses: { 200: { description: '' } } } },
    '/accounts': {
      post: {
        responses: {
          200: {
            description: '',
            ...content({
              type: 'object',
              properties: { accountId: { type: 'integer' } },
              required: ['accountId'],
            }),
          },
        },
      },
    },
    '/accounts/{accountId}': { get: { responses: { 200: { description: '' } } } },
  },
};

const TRACE = ['x-trace', '123e4567-e89b-42d3-a456-426614174000'] as const;

async function ask(
  method: string,
  target: string,
  {
    body = '',
    headers = [[...TRACE]],
    item,
    type = JSON_TYPE,
  }: Partial<Pick<MockRequest, 'body' | 'headers'>> & { item?: MadeItem; type?: string } = {},
): Promise<MockAnswer> {
  const { operations, resolver, ...document } = await describeDocument(DOCUMENT);
  const [path = '', query = ''] = target.split('?');
  const operation = document.match(method, path);
  const sent = [...headers, ['content-type', type] as const];
  const request = { method, path, query, headers: sent, body, mayBeIncomplete: true };
  return mockAnswer(operation, operations, request, item, resolver);
}

const fieldsOf = (answer: MockAnswer) =>
  answer.kind === 'refused'
    ? answer.faults.map(({ fieldName, code }) => `${fieldName} ${code}`)
    : answer.status;
const bodyOf = (answer: MockAnswer): unknown =>
  answer.kind === 'example' && answer.body !== undefined ? JSON.parse(answer.body) : undefined;

describe('An answer that the Local Sandbox makes from a description', () => {
  it('is the example of the lowest 2xx', async () => {
    const answer = await ask('GET', '/things/abc');
    assert.deepEqual([fieldsOf(answer), bodyOf(answer)], [200, { id: 'thg_7a', name: 'one', size: 1 }]);
    const list = await ask('GET', '/things?limit=5');
    assert.deepEqual(bodyOf(list), [{ id: 'string', name: 'strin', size: 1 }]);
    const form = await ask('POST', '/forms', { body: 'count=1', type: 'application/x-www-form-urlencoded' });
    assert.ok(form.kind === 'example' && form.body === 'a;b' && form.contentType === 'text/csv');
    assert.equal(fieldsOf(await ask('DELETE', '/things/abc')), 204);
  });

  it('refuses what does not fit, and names the fields', async () => {
    assert.deepEqual(fieldsOf(await ask('GET', '/things', { headers: [] })), [
      'limit required',
      'X-Trace required',
    ]);
    assert.deepEqual(
      fieldsOf(await ask('GET', '/things?limit=51&ids=1,x&filter[open]=2', { headers: [['x-trace', '1']] })),
      ['limit maximum', 'ids[1] type', 'filter.open type', 'X-Trace format'],
    );
    assert.deepEqual(fieldsOf(await ask('GET', '/things/ab')), ['thingId minLength']);
    assert.deepEqual(fieldsOf(await ask('POST', '/things')), ['body required']);
    assert.deepEqual(fieldsOf(await ask('POST', '/things', { body: '{' })), ['body json']);
    assert.deepEqual(fieldsOf(await ask('POST', '/things', { body: 'x', type: 'text/plain' })), [
      'Content-Type content_type',
    ]);
    assert.deepEqual(fieldsOf(await ask('POST', '/things', { body: '{"id":"x","name":"too long"}' })), [
      'id readOnly',
      'name maxLength',
    ]);
    const form = 'application/x-www-form-urlencoded';
    assert.deepEqual(fieldsOf(await ask('POST', '/forms', { body: 'count=x&all=true&all=7', type: form })), [
      'count type',
      'all[1] type',
    ]);
    assert.equal(fieldsOf(await ask('POST', '/forms', { body: 'count=3&all=true', type: form })), 200);
  });

  it('has a new id of its type for what was made', async () => {
    const body = '{"name":"two","size":12345678901234567890.5,"secret":"s"}';
    const answers = [await ask('POST', '/things', { body }), await ask('POST', '/things', { body })];
    const ids = answers.map((answer) => (bodyOf(answer) as { id: string }).id);
    assert.match(ids.join(), /^thg_\w{16},thg_\w{16}$/);
    assert.ok(
      answers[0]?.kind === 'example' && answers[0].made?.id === ids[0] && answers[0].made?.fields === body,
    );
    assert.deepEqual({ ...(bodyOf(answers[0]) as object), id: '' }, { id: '', name: 'one' });
    const bare = await ask('POST', '/notes');
    assert.match((bodyOf(bare) as { id: string }).id, /^\w{24}$|^[\da-f-]{36}$/);
    const account = await ask('POST', '/accounts');
    assert.ok(account.kind === 'example' && account.made?.idField === 'accountId');
    assert.ok(Number.isInteger((bodyOf(account) as { accountId: unknown }).accountId));
  });

  it('gives back what was sent, but for what an answer does not have', async () => {
    const item = {
      idField: 'id',
      id: 'thg_new',
      fields: '{"name":"two","size":12345678901234567890.5,"secret":"s"}',
    };
    const answer = await ask('GET', '/things/thg_new', { item });
    assert.ok(answer.kind === 'example');
    assert.equal(answer.body, '{"id":"thg_new","name":"two","size":12345678901234567890.5}');
  });

  it('lacks a required field where it is to be malformed', async () => {
    const answer = await ask('GET', '/things/abc');
    assert.ok(answer.kind === 'example');
    assert.equal(answer.incomplete, '{"name":"one","size":1}');
  });
});
