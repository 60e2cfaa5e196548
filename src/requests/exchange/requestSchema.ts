import type { SchemaName } from '../../api';
import { t } from '../../util/text';

/** What is known of the bodies of requests, by path ("Operations" in docs/api.md). */
export const KNOWN_REQUESTS: readonly {
  readonly method: string;
  readonly path: string;
  readonly body?: SchemaName;
  readonly example?: unknown;
}[] = [
  { method: 'GET', path: '/files/{fileId}' },
  {
    method: 'POST',
    path: '/balances/sandbox/top-up',
    body: 'topUpBody',
    example: { amount: 100, currency: 'EUR' },
  },
];

/** Paths that only the Local Sandbox serves, beside the interface's own. */
export const LOCAL_REQUESTS: readonly { readonly method: string; readonly path: string }[] = [
  { method: 'GET', path: '/local-sandbox/samples' },
  { method: 'GET', path: '/local-sandbox/files' },
  { method: 'GET', path: '/local-sandbox/balances' },
  { method: 'GET', path: '/local-sandbox/scenario' },
];

/** The example body of a request that the interface shows, if it shows one. */
export function exampleBody(method: string, path: string): unknown {
  const bare = path.replace(/^\/?v1(?=\/)/, '');
  return KNOWN_REQUESTS.find((known) => known.method === method && known.path === bare)?.example;
}

/** JSON Schema of a request file, with the bodies that the interface shows, made from the schemas of the library. */
export async function jsonSchemaOfRequests(): Promise<Record<string, unknown>> {
  const { jsonSchema } = await import('../../api');
  const text = (description: string) => ({ type: 'string', description });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: t('Request to the payments API'),
    type: 'object',
    required: ['method', 'path'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      method: {
        ...text(t('HTTP method. All but GET and HEAD count as writes.')),
        examples: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      },
      path: {
        ...text(t('Relative to the address of the API, with or without /v1.')),
        pattern: '^(?![a-zA-Z][a-zA-Z0-9+.-]*:)(?!//)[^\\\\#]+$',
        examples: [...KNOWN_REQUESTS, ...LOCAL_REQUESTS].map(({ path }) => path),
      },
      query: {
        type: 'object',
        description: t('Query parameters; a list repeats its name.'),
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, description: t('Items per page.') },
          page: text(t('Cursor token taken from paging.nextPage or paging.previousPage.')),
        },
      },
      body: { description: t('Sent as JSON. Leave it out for GET and HEAD.') },
      environment: text(t('Id of an environment. Without it, the active one.')),
    },
    allOf: KNOWN_REQUESTS.flatMap(({ method, path, body }) =>
      body === undefined
        ? []
        : [
            {
              if: {
                required: ['method', 'path'],
                properties: {
                  method: { const: method },
                  path: { enum: [path, `/v1${path}`, path.slice(1)] },
                },
              },
              then: { required: ['body'], properties: { body: embedded(jsonSchema(body)) } },
            },
          ],
    ),
  };
}

/** The editor's checks know draft 7; what the schemas here use is the same there. */
function embedded(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
