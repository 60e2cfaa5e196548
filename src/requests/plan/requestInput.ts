import { invalidArgument } from '../../api/model/errors';
import type { Query } from '../../api';
import type { HeaderList } from '../../api/model/exchange';
import type { RequestPlan } from '../../api/model/requestPlan';
import { planRequest } from '../../api/rules/plan';
import { isRecord } from '../../util/objects';
import { plainText } from '../../util/plainText';

/**
 * A request as it was handed to a command. Only its shape is checked here; the rules are those of the library.
 * @param anyLimit a person may send a `limit` that is out of range, such as that of a link of the service
 * @throws PreflightError with what is wrong with it
 */
export function readRequest(given: Readonly<Record<string, unknown>>, anyLimit = false): RequestPlan {
  const { path, query, body, headers } = given;
  if (typeof path !== 'string') throw invalidArgument('path', 'string');
  return planRequest({
    // Checked with the rest.
    method: (given['method'] ?? (body === undefined ? 'GET' : 'POST')) as string,
    path,
    body,
    anyLimit,
    ...(query !== undefined && query !== null && { query: readQuery(query) }),
    ...(headers !== undefined && headers !== null && { headers: readHeaders(headers) }),
  });
}

function readQuery(query: unknown): Query {
  if (!isRecord(query)) throw invalidArgument('query', 'Record<string, string>');
  return query as Query;
}

function readHeaders(given: unknown): HeaderList {
  if (!isRecord(given)) throw invalidArgument('headers', 'Record<string, string>');
  return Object.entries(given).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    throw invalidArgument(`headers.${plainText(name, 100)}`, 'string');
  });
}
