import { NotFoundError, invalidArgument } from '../api/model/errors';
import { isBuiltIn, type ApiOperation } from '../api/model/operations';
import { withoutVersion } from '../api/rules/matchOperation';
import { refuse } from '../commands/arguments';
import type { Operations } from '../services/descriptions/operations';
import { isObject } from '../util/objects';
import { plainText } from '../util/plainText';
import { t } from '../util/text';

/**
 * The operation that a caller or a row means: by its id, or by its method and path, of the document named where one is.
 * @throws PreflightError for anything else, and for an id of several documents; NotFoundError for one that is not known
 */
export function readOperation(operations: Operations, given: unknown): ApiOperation {
  const { method, path, source } = isObject(given) ? given : {};
  const isNamed = typeof method === 'string' && typeof path === 'string';
  if (typeof given !== 'string' && !isNamed) {
    throw invalidArgument('operation', 'string | { method: string; path: string }');
  }
  const isMeant = (each: ApiOperation) =>
    isNamed
      ? each.method === method.toUpperCase() &&
        withoutVersion(each.path) === withoutVersion(path) &&
        (source === undefined || each.source === source)
      : each.id === given;
  // The documented ones come first, then the documents as they were added.
  const [found, ...others] = operations.all().filter(isMeant);
  if (found !== undefined) {
    if (!isNamed && !isBuiltIn(found) && others.some((other) => other.source !== found.source)) {
      const id = plainText(found.id, 200);
      throw refuse(
        t('Several documents have an operation {0}. Give its method, path and source. Nothing was done.', id),
      );
    }
    return found;
  }
  const name = isNamed ? `${method} ${path}` : String(given);
  throw new NotFoundError(t('No operation {0} is known.', plainText(name, 200)));
}
