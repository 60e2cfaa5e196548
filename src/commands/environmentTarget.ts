import { invalidArgument } from '../api/model/errors';
import { isObject } from '../util/objects';

/**
 * Reads which environment a menu or a caller named: an id, or a row of the Environments view.
 * @returns undefined when none was named
 * @throws PreflightError when it is something else
 */
export function readEnvironmentTarget(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (isObject(value) && typeof value['environmentId'] === 'string') return value['environmentId'];
  throw invalidArgument('environment', 'string');
}

/** The address of the row that a menu passed, if the row is one of an address. */
export function readAddressTarget(value: unknown): string | undefined {
  return isObject(value) && typeof value['address'] === 'string' ? value['address'] : undefined;
}
