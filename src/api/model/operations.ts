/**
 * The operations of docs/api.md, one row each. From these rows come completion, Send Request, the routes of the Local
 * Sandbox, what agents get to know, and the table in docs/api.md. An API description adds rows of the same type.
 */
import type { EnvironmentType } from './addresses';
import type { SchemaName } from './schemas';
import { t } from '../../util/text';

/**
 * The name of a shape in `schemas.ts`; or a JSON Schema, that of a description mostly a `$ref` to the place where it is.
 */
export type OperationSchema = SchemaName | Readonly<Record<string, unknown>>;

export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: OperationSchema;
  /** How lists and objects are written; as OpenAPI has it by default unless given. */
  readonly style?: string;
  readonly explode?: boolean;
  /** Where it is in its description (`Located.at`). */
  readonly at?: string;
}

/** What a body is in one media type. */
export interface OperationContent {
  readonly contentType: string;
  readonly schema?: OperationSchema;
  readonly example?: unknown;
  /** Where it is in its description. */
  readonly at?: string;
}

export interface OperationBody extends OperationContent {
  readonly required: boolean;
  /** The body in other media types. */
  readonly others?: readonly OperationContent[];
}

export type OperationHeader = Pick<OperationParameter, 'name' | 'required' | 'schema' | 'at'>;

export interface OperationAnswer {
  /** A number, a class such as `4XX`, or `default`. */
  readonly status: string;
  /** The shape of `data` in the envelope, of the documented operations; absent for an empty object. */
  readonly data?: OperationSchema;
  readonly description?: string;
  /** The body of an answer of a description, by media type. None for one without a body. */
  readonly contents?: readonly OperationContent[];
  readonly headers?: readonly OperationHeader[];
  /** Where it is in its description. */
  readonly at?: string;
}

/** One operation, as the interface or an API description shows it. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  /** After `/v1`; a name in braces is filled in. */
  readonly path: string;
  /** Which address of the environment serves it. */
  readonly service: 'api' | 'files';
  /** In the user's language. */
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  /** What an API description says of its security, as text; nothing decides by it. */
  readonly security?: string;
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
  readonly answers: readonly OperationAnswer[];
  /** The types of environment that have it; absent for all. */
  readonly environments?: readonly EnvironmentType[];
  /** `documented`, `local-sandbox`, or the address of the description that it comes from. */
  readonly source: string;
  /** The name that its description gives it; `id` is one that every operation has. */
  readonly operationId?: string;
  readonly description?: string;
  /** Its line in the description, from 0. */
  readonly line?: number;
}

const json = 'application/json';

/** The operations of the interface. */
export const OPERATIONS = {
  uploadFile: {
    id: 'uploadFile',
    method: 'POST',
    path: '/files/upload',
    service: 'files',
    get summary() {
      return t('Upload a file');
    },
    tags: ['files'],
    parameters: [],
    body: { contentType: 'multipart/form-data', required: true, schema: 'uploadForm' },
    // The interface shows no status for an upload.
    answers: [{ status: '2XX', data: 'uploadRecord' }],
    source: 'documented',
  },
  getFile: {
    id: 'getFile',
    method: 'GET',
    path: '/files/{fileId}',
    service: 'files',
    get summary() {
      return t('Read a file’s details');
    },
    tags: ['files'],
    parameters: [{ name: 'fileId', in: 'path', required: true }],
    answers: [{ status: '2XX', data: 'fileRecord' }],
    source: 'documented',
  },
  topUp: {
    id: 'topUp',
    method: 'POST',
    path: '/balances/sandbox/top-up',
    service: 'api',
    get summary() {
      return t('Top up a sandbox balance');
    },
    tags: ['balances'],
    parameters: [],
    body: {
      contentType: json,
      required: true,
      schema: 'topUpBody',
      example: { amount: 100, currency: 'EUR' },
    },
    answers: [{ status: '2XX' }],
    environments: ['local', 'sandbox'],
    source: 'documented',
  },
} as const satisfies Record<string, ApiOperation>;

export type OperationId = keyof typeof OPERATIONS;

/** The operations of the interface, in their order. */
export const DOCUMENTED: readonly ApiOperation[] = Object.values(OPERATIONS);

const sample = (id: string, path: string, summary: () => string): ApiOperation => ({
  id,
  method: 'GET',
  path: `/local-sandbox/${path}`,
  service: 'api',
  get summary() {
    return summary();
  },
  tags: ['local-sandbox'],
  parameters: [],
  answers: [{ status: '2XX' }],
  environments: ['local'],
  source: 'local-sandbox',
});

/** What only the Local Sandbox serves, for trying things out. No part of the interface. */
export const LOCAL_SANDBOX_OPERATIONS: readonly ApiOperation[] = [
  sample('listSamples', 'samples', () => t('List sample payments, page by page')),
  sample('listFiles', 'files', () => t('List uploaded files, page by page')),
  sample('listBalances', 'balances', () => t('List balances')),
  sample('getScenario', 'scenario', () => t('Read the scenario')),
];

/** Whether an operation is known from the start, and comes from no document that a person added. */
export function isBuiltIn({ source }: Pick<ApiOperation, 'source'>): boolean {
  return source === 'documented' || source === 'local-sandbox';
}

/** What a call is for: one of the operations, any other request, or the content of a file. */
export type Operation = OperationId | 'request' | 'content';

export const OPERATION_NAMES = [...(Object.keys(OPERATIONS) as OperationId[]), 'request', 'content'] as const;
