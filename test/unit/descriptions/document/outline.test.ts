import assert from 'node:assert/strict';
import { OperationTasks } from '../../../../src/descriptions';
import { describe as describeDocument } from '../../../../src/descriptions/document/describe';
import { outlineOf } from '../../../../src/descriptions/document/outline';
import { Operations } from '../../../../src/services/descriptions/operations';

const URI = 'file:///api.json';

function outline(schemas: Readonly<Record<string, unknown>>, schema: unknown) {
  const value = {
    openapi: '3.1.0',
    info: { title: 'Made up', version: '1' },
    paths: {
      '/things/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas },
  };
  const files = new Map([[URI, { value }]]);
  const { operations, resolver } = describeDocument(URI, { files, references: new Map(), remarks: [] });
  const [operation] = operations;
  assert.ok(operation);
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

  it('has its parameters and answers, with references unfolded', () => {
    const { parameters, answers } = outline(
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

  it('ends where a schema holds itself, and where one unfolds without bound', () => {
    const self = { $ref: '#/components/schemas/Node' };
    const node = {
      type: 'object',
      properties: { left: self, right: self, more: { type: 'array', items: self } },
    };
    const text = JSON.stringify(outline({ Node: node }, self));
    assert.ok(text.includes('…'));
    assert.ok(text.length < 40_000, `${text.length} characters`);
  });
});
