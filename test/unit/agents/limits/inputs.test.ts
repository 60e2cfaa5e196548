import assert from 'node:assert/strict';
import manifest from '../../../../package.json';
import { type AgentTool, INPUTS, readInput } from '../../../../src/agents/limits/inputs';
import { PaymentsError } from '../../../../src/api/model/errors';
import * as z from '../../../../src/api/model/zod';
import { SCENARIOS, scenarioWords } from '../../../../src/sandbox/server/data/scenarios';

const declared = manifest.contributes.languageModelTools;

/** A JSON Schema without what its fields are for, which only the manifest says. */
function shapeOf(schema: object): unknown {
  const isWord = (keyword: string) => keyword === 'description' || keyword === '$schema';
  return JSON.parse(
    JSON.stringify(schema, (keyword, value: unknown) => (isWord(keyword) ? undefined : value)),
  );
}

function refusalOf(tool: AgentTool, given: unknown) {
  try {
    readInput(tool, given);
  } catch (error) {
    if (error instanceof PaymentsError) return error.facts;
  }
  return assert.fail('It was taken');
}

describe('what the tools of agents take', () => {
  it('is what the manifest declares', () => {
    const tools = Object.keys(INPUTS) as AgentTool[];
    assert.deepEqual(
      declared.map(({ name, inputSchema }) => [name, shapeOf(inputSchema)]),
      tools.map((tool) => [tool, shapeOf(z.toJSONSchema(INPUTS[tool]))]),
    );
  });

  it('is described in the manifest, field by field and scenario by scenario', () => {
    for (const { name, inputSchema } of declared) {
      for (const [field, { description }] of Object.entries<{ description: string }>(inputSchema.properties))
        assert.ok(description.length > 10, `${name}: ${field}`);
    }
    const scenarios = SCENARIOS.map((id) => `${id}: ${scenarioWords(id).description}.`);
    const { inputSchema } = declared.find(({ name }) => name === 'payments_set_sandbox_scenario') ?? {};
    assert.equal(inputSchema?.properties.scenario?.description, scenarios.join(' '));
  });

  it('is taken as it is, and nothing is an object without fields', () => {
    assert.deepEqual(readInput('payments_find_files', undefined), {});
    assert.deepEqual(readInput('payments_find_files', { query: 'a', environment: 'b' }), {
      query: 'a',
      environment: 'b',
    });
  });

  it('is refused with the names of the fields that do not fit', () => {
    const { message, fields = [] } = refusalOf('payments_top_up_sandbox', { amount: -1, currency: '' });
    assert.equal(
      message,
      'The input of payments_top_up_sandbox does not fit its schema. Look at: amount, currency. Nothing was done; correct the input and call again.',
    );
    assert.deepEqual(
      fields.map(({ fieldName, code }) => [fieldName, code]),
      [
        ['amount', 'too_small'],
        ['currency', 'too_small'],
      ],
    );
    const inner = refusalOf('payments_upload_files', { files: ['a', ''], purpose: 'payment_evidence' });
    assert.equal(inner.fields?.[0]?.fieldName, 'files.1');
    const unknown = refusalOf('payments_find_files', { query: 'a', limit: 1, duplicates: 'skip' });
    assert.match(unknown.message, /Look at: limit, duplicates\./);
    const whole = refusalOf('payments_list_environments', []);
    assert.equal(
      whole.message,
      'The input of payments_list_environments does not fit its schema. Nothing was done; correct the input and call again.',
    );
    assert.ok((whole.fields?.[0]?.message.length ?? 0) > 10);
  });

  it('is refused in short, however much is wrong', () => {
    const long = 'n'.repeat(500);
    const query = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}${long}`, null]));
    const { message, fields = [] } = refusalOf('payments_send_request', { path: '/a', query });
    assert.equal(fields.length, 10);
    assert.ok(message.length < 450, message);
  });
});
