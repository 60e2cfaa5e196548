import type { Services } from '../services/services';
import { createDescriptionCommands } from './descriptionCommands';
import { createExportCommand, type Filtered } from './exportDescription';
import { createOperationCommands } from './operationCommands';
import { readOperation } from './readOperation';
import { reportChanges } from './changedOperations';
import type { WrittenRequest } from '../commands/table/commandTypes';
import { OperationsTree } from './view/operationsTree';
import { createOperationViewCommands, type RequestHandlers } from './viewCommands';

/**
 * The operations that are known: finding them, the API view, and requests for them.
 * @param known gives the requests that people have written and kept, and those that the Requests view is narrowed to
 */
export function createOperationsFeature(
  services: Services,
  requests: Omit<RequestHandlers, 'newRequest'>,
  known: { readonly written: () => Promise<readonly WrittenRequest[]>; readonly filtered: Filtered },
) {
  const tree = new OperationsTree(services);
  services.context.subscriptions.push(tree, reportChanges(services, known.written));
  const commands = createOperationCommands(services);
  const read = (given: unknown) => readOperation(services.operations, given);
  return {
    handlers: {
      ...commands,
      ...createDescriptionCommands(services, (uri) => tree.show(uri)),
      ...createExportCommand(services, known.filtered),
      ...createOperationViewCommands(services, tree, read, { ...requests, newRequest: commands.newRequest }),
    },
    view: tree.content,
    /** What an operation takes and gives. @throws NotFoundError for one that is not known */
    outline: async (target: { readonly method: string; readonly path: string }) => {
      await services.descriptions.ready();
      return services.descriptions.worker.run('outline', read(target));
    },
  };
}
