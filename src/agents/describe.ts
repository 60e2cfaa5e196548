import { DOCUMENTED, type ApiOperation, type OperationSchema } from '../api/model/operations';
import { CURRENCY_LENGTH, FILE_SIZE, FILE_TYPES, PAGE_LIMIT } from '../api/rules/limits';
import { jsonSchema } from '../api/model/schemas';
import type { AgentTool } from './limits/inputs';

/** The operations that have a tool of their own. payments_send_request reaches the others. */
const TOOLS: Readonly<Record<string, AgentTool>> = {
  uploadFile: 'payments_upload_files',
  getFile: 'payments_get_file',
  topUp: 'payments_top_up_sandbox',
};

/**
 * The interface of the payments API as far as it is known, from the schemas that the client itself uses.
 * @param operations how many are known, those of added descriptions too
 */
export function describeApi(operations: number): Readonly<Record<string, unknown>> {
  return {
    operations: `${operations} operations are known here, those of API descriptions that the user added too: payments_find_operations finds them, payments_describe_operation says what one takes and gives.`,
    addresses:
      'Each environment has an API address and a files address, both with the version /v1. Paths are given to payments_send_request without them.',
    authentication:
      'Header "Authorization: ApiKey <key>". The extension adds it; agents never see a key. A missing or invalid key gives 401.',
    everyResponse: 'Carries the header x-request-id. Keep it: support asks for it.',
    endpoints: DOCUMENTED.map(describeOperation),
    envelope: jsonSchema('envelope'),
    pagination: {
      data: jsonSchema('pageData'),
      query: {
        limit: `integer from ${PAGE_LIMIT.minimum} to ${PAGE_LIMIT.maximum}`,
        page: 'a token of data.paging; none for the first page',
      },
      tool: 'payments_next_page',
    },
    errors: {
      body: jsonSchema('errorBody'),
      statuses: {
        400: 'missing or invalid data',
        401: 'API key missing or invalid',
        404: 'endpoint or resource does not exist',
        409: 'conflict with the current state, or the resource exists already',
        429: 'rate limit; Retry-After is obeyed by the extension',
        500: 'fault of the service',
      },
      codes: {
        invalid_request: 'a required field is missing or has the wrong format; data lists the fields',
        unsupported_action: 'no access to a product or function',
        too_many_requests: 'requests are made too fast',
        internal_error: 'fault of the service',
      },
    },
    limits: {
      fileSize: `5 MB: more than ${FILE_SIZE.rejected} bytes is refused here, more than ${FILE_SIZE.warned} may be refused by the service`,
      fileTypes: Object.fromEntries(
        Object.entries(FILE_TYPES).map(([type, { mimeType }]) => [type, mimeType]),
      ),
      pageSize: [PAGE_LIMIT.minimum, PAGE_LIMIT.maximum],
      currencyLength: CURRENCY_LENGTH,
    },
    notKnown: [
      'All other endpoints: payments, balances other than the sandbox top-up, onboarding, webhooks (events, payloads, signatures).',
      'Which endpoints are paginated.',
      'Downloading the content of a file at its content link.',
      'The status and code of the errors of file operations, and which status belongs to which code.',
      'The numbers of the rate limit; whether 5 MB is 5,000,000 or 5,242,880 bytes.',
      'How keys are issued and scoped; idempotency of writes.',
    ],
    localSandbox:
      'The environment "local" serves all of this on this machine. Only there, paths under /local-sandbox exist, such as /local-sandbox/samples, a list to try paging on. payments_set_sandbox_scenario makes it fail on purpose.',
  };
}

function describeOperation(operation: ApiOperation): Readonly<Record<string, unknown>> {
  const { id, method, path, summary, service, parameters, body, answers, environments } = operation;
  const data = answers.find(({ status }) => status.startsWith('2'))?.data;
  return {
    method,
    path,
    summary,
    host: service === 'files' ? 'files' : 'API',
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { contentType: body.contentType, body: shapeOf(body.schema) }),
    data: data === undefined ? 'an empty object' : shapeOf(data),
    ...(environments !== undefined && { environments: `only those of type ${environments.join(' or ')}` }),
    tool: TOOLS[id] ?? 'payments_send_request',
  };
}

function shapeOf(schema: OperationSchema | undefined): Readonly<Record<string, unknown>> {
  return typeof schema === 'string' ? jsonSchema(schema) : (schema ?? {});
}
