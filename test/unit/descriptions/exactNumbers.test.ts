import assert from 'node:assert/strict';
import { Tasks } from '../../../src/descriptions/worker/tasks';
import { parseExactly } from '../../../src/util/exactJson';
import { openApi } from './reading';

const URI = 'memfs://x/api.json';
const LONG = '9007199254740993';
const ID = '12345678901234567890';
const [long, id] = [parseExactly(LONG), parseExactly(ID)];
const POST = { source: URI, method: 'POST', path: '/things' };
const BODY = {
  type: 'object',
  required: ['choice', 'only', 'limited', 'step'],
  properties: {
    choice: { enum: [long] },
    only: { const: long },
    limited: { type: 'integer', minimum: long, maximum: long },
    step: { type: 'integer', multipleOf: long, minimum: 1 },
    noted: { type: 'integer', example: id },
    readable: { type: 'string', readOnly: true },
  },
};
const THING = { type: 'object', properties: { id: { type: 'integer' }, at: { type: 'number' } } };
const json = (schema: unknown, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
});
const form = (example: unknown) => ({ content: { 'application/x-www-form-urlencoded': { example } } });
const documentWith = (title: unknown = 'x', more: object = {}) => ({
  ...openApi({
    '/things': {
      post: {
        parameters: [{ name: 'n', in: 'query', required: true, schema: { type: 'integer' }, example: id }],
        requestBody: json(BODY),
        responses: { 200: json(THING, { example: { id, at: parseExactly('0.12345678901234567890') } }) },
        ...more,
      },
    },
    '/things/{id}': { get: { parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }] } },
    '/written': { post: { requestBody: json(BODY, { example: { ...EXAMPLE, readable: 'x' } }) } },
    '/form': { post: { requestBody: form({ a: id, list: [id, 1] }) } },
    '/text': { post: { requestBody: { content: { 'text/plain': { example: id } } } } },
  }),
  info: { title, version: id },
});
const EXAMPLE = { choice: long, only: long, limited: long, step: long };
const textOf = (value: unknown) => JSON.stringify(value, undefined, 2);

describe('Numbers of a description that a double would round', () => {
  let document: unknown;
  let tasks: Tasks;

  const check = (body: unknown) => {
    const headers = [['content-type', 'application/json']] as const;
    const request = { method: 'POST', path: '/things', query: 'n=1', headers, body: JSON.stringify(body) };
    return tasks.checkRequest(POST, request).map(({ fieldName, message }) => `${fieldName}: ${message}`);
  };
  /** As another thread receives it. */
  const sample = (path: string) => structuredClone(tasks.sample({ ...POST, path }));

  beforeEach(async () => {
    document = documentWith();
    tasks = new Tasks(() => ({
      read: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(document))),
    }));
    await tasks.open(URI);
  });

  it('are compared exactly, and reported as they are', () => {
    assert.deepEqual(check(EXAMPLE), []);
    const lower = 9_007_199_254_740_992;
    assert.deepEqual(check({ choice: lower, only: lower, limited: lower, step: lower }), [
      `choice: One of these is expected: ${LONG}.`,
      `only: One of these is expected: ${LONG}.`,
      `limited: The number must be ≥ ${LONG}.`,
      `step: The number is no multiple of ${LONG}.`,
    ]);
    assert.deepEqual(check({ ...EXAMPLE, limited: parseExactly('9007199254740994') }), [
      `limited: The number must be ≤ ${LONG}.`,
    ]);
  });

  it('are written into requests, and given in answers', () => {
    const { query, body } = sample('/things');
    assert.equal(query, `n=${ID}`);
    assert.deepEqual(body?.content, { kind: 'json', text: textOf(EXAMPLE) });
    assert.deepEqual(sample('/written').body?.content, { kind: 'json', text: textOf(EXAMPLE) });
    assert.deepEqual(sample('/form').body?.content, {
      kind: 'form',
      pairs: [`a=${ID}`, `list=${ID}`, 'list=1'],
    });
    assert.deepEqual(sample('/text').body?.content, { kind: 'text', text: ID });
    const headers = [['content-type', 'application/json']] as const;
    const request = { method: 'POST', path: '/things', query: 'n=1', headers, body: textOf(EXAMPLE) };
    const answer = tasks.mock(POST, request, undefined);
    assert.ok(answer.kind === 'example');
    assert.match(answer.body ?? '', /^\{"id":\d{1,10},"at":0\.12345678901234567890\}$/);
    assert.equal(answer.made?.fields, JSON.stringify(EXAMPLE));
    assert.deepEqual(tasks.misfits(URI, 0, 9), []);
  });

  it('are reported while one writes, in short, and as the version', async () => {
    const { facts } = await tasks.open(URI);
    assert.equal(facts.version, ID);
    const { values } = tasks.bodyPart(POST, 'application/json', ['noted']);
    assert.deepEqual([values, tasks.bodyPart(POST, '', ['choice']).values], [[ID], [LONG]]);
    const { schema } = structuredClone(tasks.outline(POST)).body ?? {};
    assert.match(JSON.stringify(schema), /"choice":\{"enum":\["9007199254740993"\]\}/);
    assert.match(JSON.stringify(schema), /"minimum":"9007199254740993"/);
  });

  it('are what changed', async () => {
    assert.deepEqual(tasks.changes(URI).changed, []);
    document = documentWith('x', { 'x-limit': id });
    await tasks.open(URI);
    document = documentWith('x', { responses: { 200: json({ maximum: long }) } });
    await tasks.open(URI);
    assert.equal(tasks.changes(URI).changed.length, 1);
    document = documentWith('x', { responses: { 200: json({ maximum: 2 ** 53 }) } });
    await tasks.open(URI);
    assert.equal(tasks.changes(URI).changed.length, 1);
  });
});
