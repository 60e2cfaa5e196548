import type { Handlers } from '../../commands/commands';
import type { Services } from '../../services/services';
import { environmentOf } from '../../commands/arguments';
import { commandTitle } from '../../commands/titles';
import { isObject } from '../../util/objects';
import { confirmModally } from '../../ui/questions/confirm';
import { showMessage } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { leaveRows } from '../../ui/views/leaving';
import { requireExchanges, type Exchanges } from '../exchange/exchanges';
import { askFilter } from './filterQuestion';
import { readFilter } from './requestFilter';
import type { DayNode } from './requestNodes';
import type { RequestFilter } from '../../commands/table/commandTypes';
import type { RequestTree } from './requestsTree';
import { t } from '../../util/text';

const MOST_PATHS = 200;

/** Of the rows that a menu was called on, those that are among the pinned ones. */
function pinnedRows(target: unknown, selection: unknown): unknown[] {
  const rows: unknown[] = Array.isArray(selection) ? selection : [target];
  return rows.filter((row) => isObject(row) && row['isAmongPinned'] === true);
}

/** What is done to the history, and to how it is shown. */
export function createHistoryCommands(
  { environments, storage }: Services,
  exchanges: Exchanges,
  tree: RequestTree,
) {
  const clear = async (environment: string): Promise<{ count: number }> => {
    const { history } = await storage.get();
    const count = history.clear(environment);
    exchanges.forget(environment);
    return { count };
  };
  const kept = async (target: unknown, selection: unknown): Promise<string[]> => {
    const ids = requireExchanges(target, selection);
    for (const id of ids) await exchanges.getKept(id);
    return ids;
  };
  const pin = async (target: unknown, selection: unknown, isPinned: boolean) => {
    const ids = await kept(target, selection);
    if (!isPinned) await leaveRows('requests', pinnedRows(target, selection));
    (await storage.get()).history.pin(ids, isPinned);
    return { data: { count: ids.length } };
  };
  const forget = async (target: unknown, selection: unknown) => {
    const ids = await kept(target, selection);
    await leaveRows('requests', Array.isArray(selection) ? selection : [target]);
    const { history } = await storage.get();
    const { count, undo } = history.forget(ids);
    for (const id of ids) exchanges.letGo(id);
    const message = t('Requests removed from the history: {0}. Nothing changes on the service.', count);
    showMessage('info', message, [{ title: t('Undo'), run: undo }]);
    return { data: { count } };
  };
  const grouped = async (byDay: boolean) => {
    await tree.setGrouped(byDay);
    return { data: {} };
  };

  /** What is typed shows at once; dismissed, the view is as it was before. */
  const ask = async (): Promise<RequestFilter> => {
    const before = tree.filter;
    const shown = before.environment ?? environments.active.id;
    const { history } = await storage.get();
    const choices = {
      methods: [...new Set(history.recentPaths(shown, MOST_PATHS).map(({ method }) => method))].sort(),
      days: history.days(shown).map(({ key }) => key),
      environments: environments.all.map((each) => ({ id: each.id, title: environmentTitle(each) })),
    };
    try {
      return await askFilter(before, choices, (typed) => tree.setFilter(typed));
    } catch (error) {
      tree.setFilter(before);
      throw error;
    }
  };

  return {
    async clearHistory(given) {
      const id = environmentOf(given);
      // What is kept for an environment that is gone from the settings can be cleared as well.
      const isKept = id !== undefined && (await storage.get()).isKnown(id);
      return { data: await clear(isKept ? id : environments.get(id).id) };
    },

    // What menus and the palette offer: there is no way back, so a person is asked and a caller is not.
    async askToClearHistory() {
      const environment = environments.active;
      const count = (await storage.get()).history.count({ environment: environment.id });
      await confirmModally(
        t('Clear the requests kept for {1} ({0})?', count, environmentTitle(environment)),
        t('You cannot find their request ids here afterwards. Nothing changes on the service.'),
        commandTitle('clearHistory'),
      );
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
    async clearRequestFilter(node) {
      await leaveRows('requests', [node]);
      tree.setFilter({});
      return { data: {} };
    },
    pinRequest: (target, selection) => pin(target, selection, true),
    unpinRequest: (target, selection) => pin(target, selection, false),
    forgetRequest: forget,
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
  } satisfies Partial<Handlers>;
}
