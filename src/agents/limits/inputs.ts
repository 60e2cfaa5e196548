import * as z from '../../api/model/zod';
import { PreflightError } from '../../api/model/errors';
import { PURPOSES } from '../../api/rules/limits';
import { SCENARIOS, scenarioWords } from '../../sandbox/server/data/scenarios';

/** What the tools take. The JSON Schemas of the manifest are made from these; a test compares the two. */

const text = (description: string, longest = 1000) =>
  z.string().check(z.minLength(1), z.maxLength(longest), z.describe(description));

const environment = z.optional(
  text('Id of the environment, from payments_list_environments. The active one unless given.', 200),
);
const query = (description: string) =>
  z.optional(z.string().check(z.maxLength(1000), z.describe(description)));
const exchangeId = text('The exchangeId of an earlier outcome.', 200);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const INPUTS = {
  payments_list_environments: z.strictObject({}),
  payments_describe_api: z.strictObject({}),
  payments_find_operations: z.strictObject({
    query: query('Words of a path, an operation id, a summary or a tag. All operations unless given.'),
  }),
  payments_describe_operation: z.strictObject({
    method: text('HTTP method, as payments_find_operations gives it.', 40),
    path: text('Path as payments_find_operations gives it, with names in braces.', 8000),
  }),
  payments_upload_files: z.strictObject({
    files: z
      .array(text('Path of one file, relative to a folder of the workspace.', 4000))
      .check(
        z.minLength(1),
        z.describe('Files of the workspace: PNG, JPEG, PDF or Word (.docx), 5 MB at most each.'),
      ),
    purpose: z
      .enum(PURPOSES)
      .check(
        z.describe(
          'payment_evidence: supporting documents for payments, such as invoices and receipts. business_entity_documents: files for business entity verification.',
        ),
      ),
    environment,
  }),
  payments_get_file: z.strictObject({ fileId: text('Id of the file, as the service gave it.'), environment }),
  payments_find_files: z.strictObject({
    query: query('Words to look for in names, ids, purposes and types. All files unless given.'),
    environment,
  }),
  payments_top_up_sandbox: z.strictObject({
    amount: z.number().check(z.positive(), z.describe('Amount to add, in units of the currency.')),
    currency: text('ISO currency code of three letters, such as EUR.', 20),
    environment,
  }),
  payments_send_request: z.strictObject({
    method: z.optional(
      text('HTTP method. GET unless given, POST with a body. All but GET and HEAD are writes.', 40),
    ),
    path: text('Path relative to the API address, such as /files/{id}. No address of a host.', 8000),
    query: z.optional(
      z
        .record(z.string(), z.union([scalar, z.array(scalar)]))
        .check(z.describe('Query parameters by name. limit is from 1 to 100.')),
    ),
    headers: z.optional(
      z
        .record(z.string(), z.string())
        .check(z.describe('Further headers by name. Authorization is added by the extension.')),
    ),
    body: z.optional(z.unknown().check(z.describe('Body of a write, as JSON.'))),
    environment,
  }),
  payments_next_page: z.strictObject({ exchangeId }),
  payments_find_request: z.strictObject({
    requestId: text('The x-request-id of a response.', 500),
  }),
  payments_support_report: z.strictObject({ exchangeId }),
  payments_copy_as_code: z.strictObject({
    exchangeId,
    target: text('One of curl, http, fetch, python, go, java, csharp, php, ruby and powershell.', 100),
  }),
  payments_set_sandbox_scenario: z.strictObject({
    scenario: z.enum(SCENARIOS).check(z.describe(scenarioText())),
  }),
} as const satisfies Record<string, z.ZodMiniType>;

/** The tools, as the manifest declares them. */
export type AgentTool = keyof typeof INPUTS;

export type ToolInput<T extends AgentTool> = z.infer<(typeof INPUTS)[T]>;

/** The JSON Schema of a tool's input, as the manifest holds it. */
export function inputSchema(tool: AgentTool): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(INPUTS[tool]);
  return schema;
}

/**
 * Checks what an agent gave to a tool.
 * @throws PreflightError that names the fields that do not fit
 */
export function readInput<T extends AgentTool>(tool: T, given: unknown): ToolInput<T> {
  const result = INPUTS[tool].safeParse(given ?? {});
  if (result.success) return result.data as ToolInput<T>;
  const fields = result.error.issues.slice(0, 10).map(({ path, code, message }) => ({
    fieldName: path.map(String).join('.'),
    code,
    message,
  }));
  const names = fields.map(({ fieldName }) => fieldName).filter((name) => name !== '');
  const where = names.length === 0 ? '' : ` Look at: ${names.join(', ').slice(0, 300)}.`;
  throw new PreflightError({
    message: `The input of ${tool} does not fit its schema.${where} Nothing was done; correct the input and call again.`,
    fields,
  });
}

function scenarioText(): string {
  return SCENARIOS.map((id) => `${id}: ${scenarioWords(id).description}.`).join(' ');
}
