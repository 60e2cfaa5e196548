import { invalidArgument } from '../../api/model/errors';
import type { Query, RequestInput } from '../../api/model/clientTypes';
import type { HeaderList } from '../../api/model/exchange';
import type { RequestPlan } from '../../api/model/requestPlan';
import { planRequest } from '../../api/rules/plan';
import { isRecord } from '../../util/objects';
import { plainText } from '../../util/plainText';

type Given = Readonly<Record<string, unknown>>;

/**
 * A request as it was handed to a command. Only its shape is checked here; the rules are those of the library.
 * @param anyLimit a person may send a `limit` that is out of range, such as that of a link of the service
 * @throws PreflightError with what is wrong with it
 */
export function readRequest(given: Given, anyLimit = false, service?: RequestInput['service']): RequestPlan {
  const { path, query, body, headers } = given;
  if (typeof path !== 'string') throw invalidArgument('path', 'string');
  return planRequest({
    // Checked with the rest.
    method: methodOf(given) as string,
    path,
    service,
    body,
    anyLimit,
    ...(query !== undefined && query !== null && { query: readQuery(query) }),
    ...(headers !== undefined && headers !== null && { headers: readHeaders(headers) }),
  });
}

/**
 * A request whose path a person typed, with what the caller gave of the rest: that is not asked for again.
 * @returns undefined where the caller gave nothing of it
 * @throws as `readRequest`
 */
export function readTyped(
  given: Given,
  { method, path, service, anyLimit }: Omit<RequestInput, 'query' | 'headers' | 'body'>,
): RequestPlan | undefined {
  const { query, headers, body } = given;
  if (body === undefined && (query ?? headers ?? undefined) === undefined) return undefined;
  return readRequest({ ...given, method, path }, anyLimit, service);
}

/** The method that a caller means. */
export function methodOf({ method, body }: Given): unknown {
  return method ?? (body === undefined ? 'GET' : 'POST');
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
