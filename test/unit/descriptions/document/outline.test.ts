import assert from 'node:assert/strict';
import { OperationTasks } from '../../../../src/descriptions';
import { outlineOf } from '../../../../src/descriptions/document/outline';
import { Operations } from '../../../../src/services/descriptions/operations';
import { openApi, read, readOne } from '../reading';

async function outline(schemas: Readonly<Record<string, unknown>>, schema: unknown) {
  const get = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } },
  };
  const { operation, resolver } = await readOne(
    openApi({ '/things/{id}': { get } }, { components: { schemas } }),
  );
  return outlineOf(operation, resolver);
}

describe('An operation in short', () => {
  it('is there for each that is known, also those that only the Local Sandbox has', () => {
    const tasks = new OperationTasks();
    for (const operation of new Operations().all()) {
      const { method, path, summary } = tasks.outline(operation);
      assert.deepEqual([method, path], [operation.method, operation.path]);
      assert.notEqual(summary, '');
    }
  });

  it('has its parameters and answers, with references unfolded', async () => {
    const { parameters, answers } = await outline(
      {
        Thing: { type: 'object', example: 1, properties: { example: { $ref: '#/components/schemas/Name' } } },
        Name: { type: 'string' },
      },
      { $ref: '#/components/schemas/Thing' },
    );
    assert.deepEqual(parameters, [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]);
    assert.deepEqual(answers, [
      {
        status: '200',
        description: 'Found',
        contentType: 'application/json',
        schema: { type: 'object', properties: { example: { type: 'string' } } },
      },
    ]);
  });

  it('ends where a schema holds itself, and where one unfolds without bound', async () => {
    const self = { $ref: '#/components/schemas/Node' };
    const node = {
      type: 'object',
      properties: { left: self, right: self, more: { type: 'array', items: self } },
    };
    const text = JSON.stringify(await outline({ Node: node }, self));
    assert.ok(text.includes('…'));
    assert.ok(text.length < 40_000, `${text.length} characters`);
  });

  it('has what is said of its body, its security and its answers, and nothing that is not', async () => {
    const post = {
      ...{ summary: 'Make one', deprecated: true, security: [{ Key: [] }] },
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'x'.repeat(300) }, 201: { content: { 'text/plain': {} } } },
    };
    const { operations, resolver } = await read(openApi({ '/a': { post, get: {} } }));
    const [get, made] = operations.map((operation) => outlineOf(operation, resolver));
    assert.deepEqual(get, { method: 'GET', path: '/a', summary: '', parameters: [], answers: [] });
    assert.deepEqual(made, {
      ...{
        method: 'POST',
        path: '/a',
        summary: 'Make one',
        deprecated: true,
        security: 'Key',
        parameters: [],
      },
      body: { contentType: 'application/json', required: true, schema: { type: 'object' } },
      answers: [
        { status: '200', description: `${'x'.repeat(199)}…` },
        { status: '201', contentType: 'text/plain' },
      ],
    });
    const known = { ...(operations[0] ?? assert.fail()), answers: [{ status: '2XX' }], deprecated: false };
    assert.deepEqual(outlineOf(known, resolver), { ...get, answers: [{ status: '2XX' }] });
  });

  const shown = async (schema: unknown, schemas: Readonly<Record<string, unknown>> = {}) =>
    (await outline(schemas, schema)).answers[0]?.schema;

  it('has no examples and extensions, but fields of any name', async () => {
    const text = { type: 'string', example: 'x', 'x-own': 1 };
    const plain = { type: 'string' };
    assert.deepEqual(
      await shown({ items: text, allOf: [text], properties: { properties: text, 'x-a': text } }),
      {
        ...{ items: plain, allOf: [plain] },
        properties: { properties: plain, 'x-a': plain },
      },
    );
    assert.deepEqual(await shown({ properties: { $defs: { properties: { title: text }, title: 'x' } } }), {
      properties: { $defs: { properties: { title: plain } } },
    });
    assert.deepEqual(await shown({ 'a-x-': 1, xml: {}, title: 'x', externalDocs: {} }), { 'a-x-': 1 });
  });

  it('has schemas that are true or false, values of each kind, and short texts', async () => {
    const schema = { enum: ['x'.repeat(300), 5, null, true], not: false, items: true };
    assert.deepEqual(await shown(schema), { ...schema, enum: [`${'x'.repeat(199)}…`, 5, null, true] });
    assert.equal(await shown({ $ref: '#/components/schemas/None' }, { None: false }), false);
    assert.equal(await shown({ $ref: '#/components/schemas/Any' }, { Any: true }), true);
    assert.equal(await shown({ $ref: '#/components/schemas/Odd' }, { Odd: 'text' }), false);
    assert.equal(await shown({ $ref: '#/components/schemas/Gone' }), '…');
  });

  it('is six levels deep, and 400 parts large', async () => {
    const nested = (depth: number, inner: unknown): unknown =>
      depth === 0 ? inner : { items: nested(depth - 1, inner) };
    assert.deepEqual(await shown(nested(6, { type: 'null' })), nested(6, { type: 'null' }));
    assert.deepEqual(await shown(nested(7, { type: 'null' })), nested(7, '…'));
    // The schema of the parameter, this one and its `properties` are parts as well.
    const fields = (count: number) => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, {}])),
    });
    assert.deepEqual(await shown(fields(397)), fields(397));
    assert.deepEqual(await shown(fields(398)), { properties: { ...fields(398).properties, f397: '…' } });
  });
});
