import { headerFault } from '../../api/rules/headerRules';
import { HttpRefusal } from './parse/model';
import { KEY_MARK } from './resolve';

/** A resolved header of a file. */
export interface Resolved {
  readonly name: string;
  readonly value: string;
}

/**
 * The headers of a file that are sent as they are: without those that are made while sending, which must not say
 * anything else than what will be made.
 * @param hosts host names and ports of the environment
 * @param key the key of the environment where it is known
 * @throws HttpRefusal for one that cannot be sent
 */
export function ownHeaders(
  headers: readonly Resolved[],
  hosts: readonly string[],
  key: string | undefined,
): (readonly [name: string, value: string])[] {
  return headers.flatMap(({ name, value }) => {
    const lower = name.toLowerCase();
    if (lower === 'authorization') {
      if (isOurAuthorization(value, key)) return [];
      throw new HttpRefusal('authorization');
    }
    if (lower === 'host') {
      if (hosts.includes(value.trim().toLowerCase())) return [];
      throw new HttpRefusal('host', [value]);
    }
    if (lower === 'content-length') return [];
    if (lower === 'x-request-type' && /graphql/i.test(value)) throw new HttpRefusal('unsupported-graphql');
    const fault = headerFault(name, value);
    if (fault !== undefined) throw new HttpRefusal(fault, [name]);
    return [[name, value] as const];
  });
}

function isOurAuthorization(value: string, key: string | undefined): boolean {
  const text = value.trim();
  if (!/^apikey\s/i.test(text)) return false;
  const credentials = text.slice('apikey'.length).trim();
  return credentials === KEY_MARK || credentials === key;
}
