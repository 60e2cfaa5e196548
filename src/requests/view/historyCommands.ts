import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import type { Handlers } from '../../commands/commands';
import type { Environments } from '../../services/environments';
import type { Storage } from '../../storage/types';
import { optionsOf } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { askModal } from '../../ui/confirm';
import { environmentTitle } from '../../ui/progress';
import type { Exchanges } from '../exchange/exchanges';
import { askFilter, readFilter } from './filterQuestion';
import type { DayNode } from './exchangeRows';
import type { RequestTree } from './requestsTree';

export interface HistoryParts {
  readonly environments: Environments;
  readonly storage: () => Promise<Storage>;
  readonly exchanges: Exchanges;
  readonly tree: RequestTree;
}

/** The commands about the history as a whole. */
export type HistoryCommands = Pick<
  Handlers,
  | 'clearHistory'
  | 'askToClearHistory'
  | 'filterRequests'
  | 'clearRequestFilter'
  | 'groupRequestsByDay'
  | 'ungroupRequests'
  | 'loadMoreRequests'
  | 'refreshRequests'
>;

/** What is done to the history, and to how it is shown. */
export function createHistoryCommands(parts: HistoryParts): HistoryCommands {
  const { environments, exchanges, tree } = parts;
  const clear = async (environment: string): Promise<{ count: number }> => {
    const { history } = await parts.storage();
    const count = history.clear(environment);
    exchanges.forget(environment);
    return { count };
  };
  const grouped = async (byDay: boolean) => {
    await tree.setGrouped(byDay);
    return { data: {} };
  };

  return {
    async clearHistory(given) {
      const id = optionsOf(given)['environment'];
      // What is kept for an environment that is gone from the settings can be cleared as well.
      const isKept = typeof id === 'string' && (await parts.storage()).isKnown(id);
      return { data: await clear(isKept ? id : environments.get(id).id) };
    },

    // What menus and the palette offer: there is no way back, so a person is asked and a caller is not.
    async askToClearHistory() {
      const environment = environments.active;
      const count = (await parts.storage()).history.count({ environment: environment.id });
      const action = vscode.l10n.t('Clear');
      const answer = await askModal(
        vscode.l10n.t('Clear the {0} requests kept for {1}?', count, environmentTitle(environment)),
        vscode.l10n.t('You cannot find their request ids here afterwards. Nothing changes on the service.'),
        action,
      );
      if (answer !== action) throw cancelled(vscode.l10n.t('Cancelled: no request was forgotten.'));
      return { data: await clear(environment.id) };
    },

    async filterRequests(given) {
      const filter = given === undefined ? await askFilter(tree.filter) : readFilter(given);
      tree.setFilter(filter);
      return { data: filter };
    },
    clearRequestFilter() {
      tree.setFilter({});
      return Promise.resolve({ data: {} });
    },
    groupRequestsByDay: () => grouped(true),
    ungroupRequests: () => grouped(false),
    loadMoreRequests(node) {
      tree.loadMore(isObject(node) ? (node['parent'] as DayNode | undefined) : undefined);
      return Promise.resolve({ data: {} });
    },
    refreshRequests() {
      tree.refresh();
      return Promise.resolve({ data: {} });
    },
  };
}
