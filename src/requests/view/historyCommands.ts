import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import type { Handlers } from '../../commands/commands';
import type { Environments } from '../../services/environments';
import type { Storage } from '../../storage/types/storageTypes';
import { optionsOf } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { askModal } from '../../ui/confirm';
import { environmentTitle } from '../../ui/progress';
import { leaveRows } from '../../ui/views/leaving';
import { readExchangeTargets, type Exchanges } from '../exchange/exchanges';
import { requireExchange } from '../exchange/exchanges';
import { askFilter, readFilter } from './filterQuestion';
import type { DayNode } from './requestNodes';
import type { RequestFilter } from './requestFilter';
import type { RequestTree } from './requestsTree';

const MOST_PATHS = 200;

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
  | 'pinRequest'
  | 'unpinRequest'
  | 'refreshRequests'
>;

/** Of the rows that a menu was called on, those that are among the pinned ones. */
function pinnedRows(target: unknown, selection: unknown): unknown[] {
  const rows: unknown[] = Array.isArray(selection) ? selection : [target];
  return rows.filter((row) => isObject(row) && row['isAmongPinned'] === true);
}

/** What is done to the history, and to how it is shown. */
export function createHistoryCommands(parts: HistoryParts): HistoryCommands {
  const { environments, exchanges, tree } = parts;
  const clear = async (environment: string): Promise<{ count: number }> => {
    const { history } = await parts.storage();
    const count = history.clear(environment);
    exchanges.forget(environment);
    return { count };
  };
  const pin = async (target: unknown, selection: unknown, isPinned: boolean) => {
    const named = readExchangeTargets(target, selection);
    const ids = named.length > 0 ? named : [requireExchange(target)];
    // One that is not kept cannot be pinned.
    for (const id of ids) await exchanges.getKept(id);
    if (!isPinned) await leaveRows('requests', pinnedRows(target, selection));
    (await parts.storage()).history.pin(ids, isPinned);
    return { data: { count: ids.length } };
  };
  const grouped = async (byDay: boolean) => {
    await tree.setGrouped(byDay);
    return { data: {} };
  };

  /** What is typed shows at once; dismissed, the view is as it was before. */
  const ask = async (): Promise<RequestFilter> => {
    const before = tree.filter;
    const shown = before.environment ?? environments.active.id;
    const { history } = await parts.storage();
    const choices = {
      methods: [...new Set(history.recentPaths(shown, MOST_PATHS).map(({ method }) => method))].sort(),
      days: history.days(shown).map(({ key }) => key),
      environments: environments.all.map((each) => ({ id: each.id, title: environmentTitle(each) })),
    };
    try {
      return await askFilter(before, choices, (typed) => {
        tree.setFilter(typed);
      });
    } catch (error) {
      tree.setFilter(before);
      throw error;
    }
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
      if (answer !== action) throw cancelled(vscode.l10n.t('Cancelled: no request was deleted.'));
      return { data: await clear(environment.id) };
    },

    async filterRequests(given) {
      const filter =
        given === undefined
          ? await ask()
          : readFilter(given, (id) => environments.all.some((environment) => environment.id === id));
      tree.setFilter(filter);
      return { data: filter };
    },
    async clearRequestFilter() {
      // The row of the view that does this is selected then.
      const isOwnRow = (row: unknown): boolean => isObject(row) && row['kind'] === 'clearFilter';
      await leaveRows('requests', tree.selection.filter(isOwnRow));
      tree.setFilter({});
      return { data: {} };
    },
    pinRequest: (target, selection) => pin(target, selection, true),
    unpinRequest: (target, selection) => pin(target, selection, false),
    groupRequestsByDay: () => grouped(true),
    ungroupRequests: () => grouped(false),
    async loadMoreRequests(node) {
      await leaveRows('requests', [node]);
      tree.loadMore(isObject(node) ? (node['parent'] as DayNode | undefined) : undefined);
      return { data: {} };
    },
    refreshRequests() {
      tree.refresh();
      return Promise.resolve({ data: {} });
    },
  };
}
