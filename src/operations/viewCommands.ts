import * as vscode from 'vscode';
import { NotFoundError } from '../api/model/errors';
import type { ApiOperation } from '../api/model/operations';
import { optionsOf } from '../commands/arguments';
import type { Handlers } from '../commands/commands';
import type { Services } from '../services/services';
import { plainText } from '../util/plainText';
import { askParameters } from './askParameters';
import { knownValues } from './knownValues';
import { isAskable } from './view/operationNodes';
import type { OperationsTree } from './view/operationsTree';
import { askFilterText } from '../ui/questions/filterText';
import { t } from '../util/text';

/** What the API view needs of other commands. */
export type RequestHandlers = Pick<Handlers, 'sendRequest' | 'newRequest' | 'filterRequests'>;

/**
 * The commands of the API view's rows and title.
 * @param read gives the operation that a row or a caller means
 */
export function createOperationViewCommands(
  { environments, storage }: Services,
  tree: OperationsTree,
  read: (given: unknown) => ApiOperation,
  { sendRequest, newRequest, filterRequests }: RequestHandlers,
) {
  return {
    async filterOperations() {
      await askFilterText(tree, {
        title: t('Filter operations'),
        placeholder: t('Words of a path, an operation, a summary or a tag'),
      });
      return { data: {} };
    },

    clearOperationFilter() {
      tree.setFilter('');
      return Promise.resolve({ data: {} });
    },

    loadMoreOperations(id) {
      if (typeof id === 'string') tree.loadMore(id);
      return Promise.resolve({ data: {} });
    },

    async sendOperation(given, options) {
      const operation = read(given);
      const { method, path, source } = operation;
      const environment = environments.get(optionsOf(options)['environment']).id;
      if (!isAskable(operation)) return newRequest({ method, path, source }, { environment });
      const target = await askParameters(operation, knownValues(await storage.get(), environment, operation));
      const { reveal } = optionsOf(options);
      return sendRequest({ method, path: target, environment, interactive: true, reveal: reveal !== false });
    },

    async showOperationRequests(given) {
      const { method, path } = read(given);
      const done = await filterRequests({ method, path });
      await vscode.commands.executeCommand('paymentsApi.requests.focus');
      return done;
    },

    async showInDescription(given) {
      const { method, path, source, line } = read(given);
      if (line === undefined) {
        const name = plainText(`${method} ${path}`, 200);
        throw new NotFoundError({
          message: t('{0} comes from no document that was added.', name),
        });
      }
      const place = new vscode.Range(line, 0, line, 0);
      await vscode.window.showTextDocument(vscode.Uri.parse(source), { selection: place });
      return { data: { uri: source, line } };
    },

    async copyOperation(given) {
      const { method, path } = read(given);
      const text = `${method} ${path}`;
      await vscode.env.clipboard.writeText(text);
      return { data: text };
    },
  } satisfies Partial<Handlers>;
}
