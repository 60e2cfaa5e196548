import { commandTitle } from '../../commands/titles';
import { invalidArgument } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { ExchangeQuery, RequestHistory } from '../../storage';
import { isDay, localDayRange } from '../../storage/types/days';
import { dayInWords } from '../../ui/formats/days';
import { shownLanguage, t } from '../../util/text';
import { pickOne } from '../../ui/questions/answered';

/** What goes into an archive: exchanges that were chosen, or those that a query finds. */
export type HarScope =
  | { readonly ids: readonly string[] }
  | Omit<ExchangeQuery, 'environment' | 'limit' | 'after'>;

const FAILED = { outcome: 'failed' } as const;
/** So many days are offered. */
const DAYS = 30;
const PAGE = 500;

/** Asks what to export, where there is a choice. @throws CancelledError when it was dismissed */
export async function askHarScope(
  history: RequestHistory,
  environment: string,
  selected: readonly string[],
): Promise<HarScope> {
  const failed = history.count({ environment, outcome: 'failed' });
  const days = history.days(environment).slice(0, DAYS);
  const item = (label: string, found: number, value: HarScope) => {
    return { label, description: t('Requests: {0}', found.toLocaleString(shownLanguage())), value };
  };
  const items = [
    ...(selected.length > 1 ? [item(t('The selected requests'), selected.length, { ids: selected })] : []),
    item(t('All requests of this environment'), history.count({ environment }), {}),
    ...(failed > 0 ? [item(t('Failed only'), failed, FAILED)] : []),
    ...days.map(({ key, count }) => item(dayInWords(key), count, localDayRange(key))),
  ];
  return pickOne(items, { title: commandTitle('exportHar') });
}

/** What a caller asks for: `day` (YYYY-MM-DD), `failed` or `exchangeIds`. @throws PreflightError for anything else */
export function readHarScope(options: Readonly<Record<string, unknown>>): HarScope {
  const { day, failed, exchangeIds } = options;
  if (exchangeIds !== undefined) {
    if (Array.isArray(exchangeIds) && exchangeIds.every((id) => typeof id === 'string'))
      return { ids: exchangeIds };
    throw invalidArgument('exchangeIds', 'string[]');
  }
  if (failed !== undefined && typeof failed !== 'boolean') throw invalidArgument('failed', 'boolean');
  if (day !== undefined && !isDay(day)) throw invalidArgument('day', 'YYYY-MM-DD');
  return { ...(day !== undefined && localDayRange(day)), ...(failed === true && FAILED) };
}

/** The ids of a scope, oldest first. */
export function idsIn(history: RequestHistory, environment: string, scope: HarScope): string[] {
  if ('ids' in scope) {
    // Only the times are held, not the bodies.
    const all = scope.ids.flatMap((id) => {
      const found = history.get(id);
      return found === undefined ? [] : [{ id, startedAt: found.startedAt }];
    });
    return all.toSorted((a, b) => a.startedAt - b.startedAt).map(({ id }) => id);
  }
  const pages = [...history.pages({ environment, ...scope, limit: PAGE })];
  return pages.flatMap((page) => page.map(({ id }) => id)).reverse();
}

/**
 * The exchanges themselves, one at a time; one that was deleted in the meantime is left out.
 * @param clean takes out what must not leave the editor
 */
export function* exchangesOf(
  history: RequestHistory,
  ids: readonly string[],
  clean: (exchange: Exchange) => Exchange,
): Iterable<Exchange> {
  for (const id of ids) {
    const exchange = history.get(id);
    if (exchange !== undefined) yield clean(exchange);
  }
}
