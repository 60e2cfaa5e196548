import type { ApiOperation } from '../api/model/operations';
import { matchOperation } from '../api/rules/matchOperation';
import type { WrittenRequest } from '../commands/table/commandTypes';
import type { DescriptionChanges } from '../descriptions/document/changes';
import type { DescribedDocument } from '../services/descriptions/descriptions';

/** A request, and the operation that it concerns. */
export interface Concerned {
  readonly request: WrittenRequest;
  readonly operation: ApiOperation;
}

/**
 * The requests whose operation was added, changed or removed with a document, which is given as it was before.
 * @param match finds the operation of a request among those of now
 */
export function concernedBy(
  { uri, operations }: Pick<DescribedDocument, 'uri' | 'operations'>,
  { added, changed, gone: removed }: DescriptionChanges,
  match: (method: string, path: string) => ApiOperation | undefined,
  written: readonly WrittenRequest[],
): Concerned[] {
  const keyOf = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>) => `${method} ${path}`;
  const gone = new Set(removed.map(keyOf));
  const all = new Set([...gone, ...[...added, ...changed].map(keyOf)]);
  const earlier = operations.filter((operation) => gone.has(keyOf(operation)));
  return written.flatMap((request) => {
    const { method } = request;
    // A file may have another name for the address.
    const path = request.path.replace(/^\{\{[^{}]*\}\}/, '');
    const now = match(method, path);
    const operation = matchOperation([...(now === undefined ? [] : [now]), ...earlier], method, path);
    const isConcerned = operation?.source === uri && all.has(keyOf(operation));
    return isConcerned ? [{ request, operation }] : [];
  });
}
