import { readReference } from './answers';
import { placeholdersIn } from './parse/lines';
import type { HttpFile, HttpRequest } from './parse/model';
import { definitionFor } from './resolve';

/** The requests of the file that a request takes values from, itself not counted. */
export function neededBy(file: HttpFile, request: HttpRequest): HttpRequest[] {
  const own = file.placeholders.filter(
    ({ span }) => span.line >= request.line && span.line <= request.lastLine,
  );
  const open = own.map(({ expression }) => expression);
  const seen = new Set(open);
  const names = new Set<string>();
  for (const expression of open) {
    const name = readReference(expression)?.request;
    if (name !== undefined) names.add(name);
    const { value = '' } = definitionFor(file, request.line, expression) ?? {};
    for (const { expression: next } of placeholdersIn(value, 0)) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return file.requests
    .filter(({ name }) => name !== undefined && names.has(name))
    .filter((each) => each !== request);
}

/**
 * The order in which requests of a file are sent: that of the file, but for those that others take values from. They go
 * before them, also where they were not asked for.
 */
export function inSendingOrder(file: HttpFile, wanted: readonly HttpRequest[]): HttpRequest[] {
  const order = new Set<HttpRequest>();
  const path = new Set<HttpRequest>();
  const add = (request: HttpRequest): void => {
    // Two that need each other go in the order of the file, and the first says what is missing.
    if (order.has(request) || path.has(request)) return;
    path.add(request);
    neededBy(file, request).forEach(add);
    path.delete(request);
    order.add(request);
  };
  wanted.toSorted((a, b) => a.line - b.line).forEach(add);
  return [...order];
}
