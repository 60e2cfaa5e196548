import * as z from '../../api/model/zod';
import { PreflightError } from '../../api/model/errors';
import { PURPOSES } from '../../api/rules/limits';
import { SCENARIOS } from '../../sandbox/server/data/scenarios';

/** What the tools take. The manifest declares the same as JSON Schema, and says what each is; a test compares the two. */

const text = (longest = 1000) => z.string().check(z.minLength(1), z.maxLength(longest));

const environment = z.optional(text(200));
const query = z.optional(z.string().check(z.maxLength(1000)));
const exchangeId = text(200);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const INPUTS = {
  payments_list_environments: z.strictObject({}),
  payments_describe_api: z.strictObject({}),
  payments_find_operations: z.strictObject({ query }),
  payments_describe_operation: z.strictObject({ method: text(40), path: text(8000) }),
  payments_upload_files: z.strictObject({
    files: z.array(text(4000)).check(z.minLength(1)),
    purpose: z.enum(PURPOSES),
    environment,
  }),
  payments_get_file: z.strictObject({ fileId: text(), environment }),
  payments_find_files: z.strictObject({ query, environment }),
  payments_top_up_sandbox: z.strictObject({
    amount: z.number().check(z.positive()),
    currency: text(20),
    environment,
  }),
  payments_send_request: z.strictObject({
    method: z.optional(text(40)),
    path: text(8000),
    query: z.optional(z.record(z.string(), z.union([scalar, z.array(scalar)]))),
    headers: z.optional(z.record(z.string(), z.string())),
    body: z.optional(z.unknown()),
    environment,
  }),
  payments_next_page: z.strictObject({ exchangeId }),
  payments_find_request: z.strictObject({ requestId: text(500) }),
  payments_support_report: z.strictObject({ exchangeId }),
  payments_copy_as_code: z.strictObject({ exchangeId, target: text(100) }),
  payments_set_sandbox_scenario: z.strictObject({ scenario: z.enum(SCENARIOS) }),
} as const satisfies Record<string, z.ZodMiniType>;

/** The tools, as the manifest declares them. */
export type AgentTool = keyof typeof INPUTS;

export type ToolInput<T extends AgentTool> = z.infer<(typeof INPUTS)[T]>;

/**
 * Checks what an agent gave to a tool.
 * @throws PreflightError that names the fields that do not fit
 */
export function readInput<T extends AgentTool>(tool: T, given: unknown): ToolInput<T> {
  const result = INPUTS[tool].safeParse(given ?? {});
  if (result.success) return result.data as ToolInput<T>;
  const fields = result.error.issues
    .flatMap((issue) => {
      // Unknown fields are one issue of the whole.
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.')];
      return names.map((fieldName) => ({ fieldName, code: issue.code, message: issue.message }));
    })
    .slice(0, 10);
  const names = fields.map(({ fieldName }) => fieldName).filter((name) => name !== '');
  const where = names.length === 0 ? '' : ` Look at: ${names.join(', ').slice(0, 300)}.`;
  throw new PreflightError({
    message: `The input of ${tool} does not fit its schema.${where} Nothing was done; correct the input and call again.`,
    fields,
  });
}
