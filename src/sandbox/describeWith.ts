import { isBuiltIn, type ApiOperation } from '../api/model/operations';
import type { DescriptionsWorker } from '../descriptions/worker/client';
import type { Describe } from './server/described';

/**
 * Lets the worker of descriptions answer: a document of others cannot hold the process that serves it.
 * @param match finds the operation of a request among those that are described
 */
export function describeWith(
  worker: Pick<DescriptionsWorker, 'run'>,
  match: (method: string, path: string) => ApiOperation | undefined,
): Describe {
  return async (request, item) => {
    const operation = match(request.method, request.path);
    if (operation === undefined || isBuiltIn(operation)) return undefined;
    const { source, method, path } = operation;
    return worker.run('mock', { source, method, path }, request, item);
  };
}
