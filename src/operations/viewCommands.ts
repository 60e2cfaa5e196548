import * as vscode from 'vscode';
import { NotFoundError } from '../api/model/errors';
import type { ApiOperation, OperationParameter } from '../api/model/operations';
import { environmentOf, optionsOf } from '../commands/arguments';
import type { Handlers } from '../commands/commands';
import { commandTitle } from '../commands/titles';
import { pathText } from '../descriptions/sample/serialize';
import type { Services } from '../services/services';
import { askValue, type KnownValue } from '../ui/questions/askValue';
import { plainText } from '../util/plainText';
import { knownValues } from './knownValues';
import { isAskable } from './view/operationNodes';
import type { OperationsTree } from './view/operationsTree';
import { askFilterText } from '../ui/questions/filterText';
import { t } from '../util/text';
import { showDocument } from '../ui/documents/showDocument';

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
        title: commandTitle('filterOperations'),
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
      const { method, path, source, service } = operation;
      const environment = environments.get(environmentOf(options)).id;
      if (!isAskable(operation)) return newRequest({ method, path, source }, { environment });
      const target = await askParameters(operation, knownValues(await storage.get(), environment, operation));
      const { reveal } = optionsOf(options);
      const asked = { method, path: target, environment, interactive: true, reveal: reveal !== false };
      return sendRequest({ ...asked, service });
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
        throw new NotFoundError(t('{0} comes from no document that was added.', name));
      }
      const place = new vscode.Range(line, 0, line, 0);
      await showDocument(vscode.Uri.parse(source), { selection: place });
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

/**
 * Asks for what an operation needs: its path parameters first, then the required ones of its query.
 * @param known gives values that are known here for a parameter
 * @returns path and query, as they are sent
 * @throws CancelledError when a question was dismissed
 */
async function askParameters(
  { method, path, parameters }: ApiOperation,
  known: (parameter: OperationParameter) => readonly KnownValue[],
): Promise<string> {
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required));
  const ordered = needed.toSorted((one, other) => Number(one.in === 'query') - Number(other.in === 'query'));
  let target = path;
  const query = new URLSearchParams();
  for (const [index, parameter] of ordered.entries()) {
    const title = `${plainText(method, 20)} ${plainText(target, 100)}`;
    const { name, description, in: place } = parameter;
    const step = [index + 1, ordered.length] as const;
    const value = await askValue({ title, name, place, description, step }, known(parameter));
    if (parameter.in === 'query') query.append(parameter.name, value);
    else target = target.replaceAll(`{${parameter.name}}`, pathText(parameter, value));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}
