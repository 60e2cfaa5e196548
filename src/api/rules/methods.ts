import { ConfigurationError } from '../model/errors';
import { t } from '../../util/text';

/** The methods offered to a user, in this order. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Methods that the network stacks treat specially or refuse. */
const UNUSABLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Whether a method only reads, so that a request may be repeated and needs no consent. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether the network stacks refuse this method (in upper case). */
export function isUnusableMethod(method: string): boolean {
  return UNUSABLE.has(method);
}

/** The refusal of a write, by somebody who may only read there. @param environment its id */
export function onlyReads(environment: string, name: string): ConfigurationError {
  const message = t(
    'Only GET and HEAD requests may be sent to the environment "{0}" from here. Nothing was sent.',
    name,
  );
  return new ConfigurationError(message, { environment });
}
