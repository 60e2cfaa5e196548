/** The envelope of every answer ("Conventions" in docs/api.md), and how a request is refused. */
import { randomUUID } from 'node:crypto';
import type { FieldError } from '../../../api/model/errors';

/** Error groups that the interface names ("Conventions" in docs/api.md). */
export type ErrorCode = 'invalid_request' | 'unsupported_action' | 'too_many_requests' | 'internal_error';

/** Says of an answer that it comes from a description: `example`, or `refused`, which is not checked. */
export const EXAMPLE_HEADER = 'x-local-sandbox';

/** A successful answer's body. */
export function success(message: string, data: object) {
  return { success: true, message, data } as const;
}

/** Thrown by anything that handles a request: the request is answered with this error and changes nothing. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429 | 500;
  readonly body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: Refusal['status'],
    code: ErrorCode,
    message: string,
    data: object = {},
    headers: Refusal['headers'] = {},
  ) {
    super(message);
    this.status = status;
    this.body = { success: false, code, message, data } as const;
    this.headers = headers;
  }
}

/**
 * A validation failure: code `invalid_request`, with a detail item for each thing that is wrong ("Conventions" in
 * docs/api.md). The statuses of validation failures are not shown; 400 is "missing or invalid data".
 */
export function invalid(...details: FieldError[]): Refusal {
  return new Refusal(400, 'invalid_request', details.map(({ message }) => message).join(' '), details);
}

/**
 * Something that does not exist. The interface gives the status 404 but not the code that goes with it;
 * `invalid_request` is this sandbox's choice.
 */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'invalid_request', message);
}

/** A value for `x-request-id`, unique to one response. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}
