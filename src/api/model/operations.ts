/**
 * Every operation of the client, with its endpoint as docs/api.md shows it. The client, the messages of its errors, HAR
 * files and the description for agents read this table.
 */
import type { SchemaName } from './schemas';

/** What messages call an operation. Each has whole sentences of its own, see call/sentences.ts. */
export type OperationNoun = 'upload' | 'top-up' | 'download' | 'request';

export interface Endpoint {
  readonly method: string;
  /** After `/v1`; a name in braces is filled in. */
  readonly path: string;
  readonly service: 'api' | 'files';
  readonly contentType?: string;
  readonly body?: SchemaName;
  /** The shape of `data` in the answer; absent for an empty object. */
  readonly data?: SchemaName;
}

interface OperationEntry {
  readonly noun: OperationNoun;
  /** Absent where the caller gives method and address. */
  readonly endpoint?: Endpoint;
}

export const OPERATIONS = {
  uploadFile: {
    noun: 'upload',
    endpoint: {
      method: 'POST',
      path: '/files/upload',
      service: 'files',
      contentType: 'multipart/form-data',
      data: 'uploadRecord',
    },
  },
  // A detail of a file is a request like any other.
  getFile: {
    noun: 'request',
    endpoint: { method: 'GET', path: '/files/{fileId}', service: 'files', data: 'fileRecord' },
  },
  topUp: {
    noun: 'top-up',
    endpoint: {
      method: 'POST',
      path: '/balances/sandbox/top-up',
      service: 'api',
      contentType: 'application/json',
      body: 'topUpBody',
    },
  },
  request: { noun: 'request' },
  content: { noun: 'download' },
} as const satisfies Record<string, OperationEntry>;

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[];

/** The endpoint of an operation; undefined where the caller gives method and address. */
export function endpointOf(operation: Operation): Endpoint | undefined {
  const entry: OperationEntry = OPERATIONS[operation];
  return entry.endpoint;
}
