import { DOCUMENTED, type ApiOperation, type OperationSchema } from '../../api/model/operations';
import { jsonSchema, SCHEMA_NAMES, type SchemaName } from '../../api/model/schemas';
import { FILE_TYPES, PAGE_LIMIT, PURPOSES } from '../../api/rules/limits';
import { OPENAPI, SECURITY, SECURITY_SCHEMES, SERVERS, type OpenApi } from './openApi';

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';

/** Every answer carries it ("Conventions" in docs/api.md). */
const HEADERS = { 'x-request-id': { $ref: '#/components/headers/requestId' } };

/**
 * The interface of docs/api.md as OpenAPI 3.1, made from its operations and shapes. What the interface does not show,
 * such as the status of an upload, is left open.
 */
export function documentedApi(): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of DOCUMENTED) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = described(operation);
  }
  return {
    openapi: OPENAPI,
    info: { title: 'Payments API', version: 'v1' },
    servers: SERVERS,
    security: SECURITY,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: {
        requestId: {
          description: 'Names the request in enquiries.',
          required: true,
          schema: { type: 'string' },
        },
      },
      parameters: PAGE_PARAMETERS,
      responses: {
        error: answer('The request is wrong (4xx), or the service failed (5xx).', ref('errorBody')),
      },
      schemas: Object.fromEntries(SCHEMA_NAMES.map((name) => [name, shape(name)])),
    },
  };
}

function described({ id, summary, tags, parameters, body, answers, environments }: ApiOperation): Json {
  return {
    operationId: id,
    summary,
    ...(environments !== undefined && {
      description: 'Available only in the sandbox environment; it cannot be used in production.',
    }),
    tags,
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ schema = { type: 'string' }, ...parameter }) => ({
        ...parameter,
        schema: toSchema(schema),
      })),
    }),
    ...(body !== undefined && {
      requestBody: {
        required: body.required,
        content: {
          [body.contentType]: {
            schema: toSchema(body.schema ?? {}),
            ...(body.example !== undefined && { example: body.example }),
            ...(body.contentType === 'multipart/form-data' && { encoding: FILE_ENCODING }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        answers.map(({ status, data }) => [status, answer('The operation was done.', enveloped(data))]),
      ),
      '401': answer('The API key is missing or invalid.', ref('errorBody')),
      default: { $ref: '#/components/responses/error' },
    },
  };
}

/** @param data its shape in the envelope; an empty object without one */
function enveloped(data: OperationSchema | undefined): Json {
  const empty = { type: 'object', maxProperties: 0 };
  return {
    allOf: [ref('envelope'), { properties: { data: data === undefined ? empty : toSchema(data) } }],
  };
}

function answer(description: string, schema: Json): Json {
  return { description, headers: HEADERS, content: { [JSON_TYPE]: { schema } } };
}

const toSchema = (schema: OperationSchema): Json => (typeof schema === 'string' ? ref(schema) : schema);
const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/** Which endpoints have pages is not shown, so that no operation names these. */
const PAGE_PARAMETERS = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Cursor token taken from `paging.nextPage` or `paging.previousPage`.',
    schema: { type: 'string' },
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Items per page.',
    schema: { type: 'integer', ...PAGE_LIMIT },
  },
};

const FILE_ENCODING = {
  file: {
    contentType: Object.values(FILE_TYPES)
      .map(({ mimeType }) => mimeType)
      .join(', '),
  },
};

/** A shape as a component. A form says more in OpenAPI than among the shapes: what is a file, and what may be chosen. */
function shape(name: SchemaName): Json {
  const schema = without(jsonSchema(name), 'additionalProperties');
  if (name !== 'uploadForm') return schema;
  const { file, purpose } = schema['properties'] as Record<string, Json>;
  return {
    ...schema,
    properties: { file: without(file ?? {}, 'type'), purpose: { ...purpose, enum: PURPOSES } },
  };
}

function without(schema: Json, omitted: string): Json {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== omitted));
}
