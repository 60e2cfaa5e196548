import type { Exchange } from '../../api/model/exchange';
import type { ExchangeSummary, RequestHistory } from '../../storage';

/** Finding the earlier answers to a request. */

const READ_AT_ONCE = 100;

/**
 * The earlier exchanges of the same environment, method and path that got an answer, newest first: those with the same
 * query before the others.
 * @param atMost how many to give
 */
export function earlierAnswers(
  history: RequestHistory,
  exchange: Exchange,
  atMost: number,
): readonly ExchangeSummary[] {
  const same: ExchangeSummary[] = [];
  const others: ExchangeSummary[] = [];
  for (const summary of earlier(history, exchange)) {
    if (summary.path === exchange.path) same.push(summary);
    else if (barePath(summary.path) === barePath(exchange.path)) others.push(summary);
    if (same.length >= atMost) break;
  }
  return [...same, ...others].slice(0, atMost);
}

function* earlier(history: RequestHistory, exchange: Exchange): Iterable<ExchangeSummary> {
  const { environment, id, method, startedAt } = exchange;
  if (!isOfCurrentAccount(history, exchange)) return;
  for (const page of history.pages({ environment, to: startedAt + 1, limit: READ_AT_ONCE })) {
    // Ids are ordered by time, also within a millisecond.
    yield* page.filter((item) => item.method === method && item.status !== undefined && item.id < id);
  }
}

/** The history lists the account behind an environment now. What another one answered is no earlier answer to this. */
function isOfCurrentAccount(history: RequestHistory, { environment, id, startedAt }: Exchange): boolean {
  const moment = Math.trunc(startedAt);
  const { items } = history.list({ environment, from: moment, to: moment + 1 });
  return items.some((item) => item.id === id);
}

function barePath(path: string): string {
  return path.split('?', 1)[0] ?? '';
}
