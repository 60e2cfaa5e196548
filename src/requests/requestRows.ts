import type { RequestHistory } from '../storage/types';
import { localDay, localDayRange } from '../storage/days';
import type { DayNode, ExchangeNode, RequestNode } from './rows';

/** What the list of requests is narrowed to. */
export interface RequestFilter {
  readonly text?: string;
  readonly outcome?: 'ok' | 'failed';
}

/** What the view shows of which environment. */
export interface RequestListing {
  readonly environment: string;
  readonly filter: RequestFilter;
  readonly byDay: boolean;
}

const PAGE = 100;
/** Days are looked for one by one under a filter: so many at first, the rest by "Load more". */
const DAYS = 60;

/**
 * The rows of the Requests view. The history is asked for what is in sight and no more, so a long one costs
 * as little as a short one; all that is held here is how far each list was loaded.
 */
export class RequestRows {
  readonly #pages = new Map<string, number>();

  /** Shows another page of the list that the row ends. */
  loadMore(parent: DayNode | undefined): void {
    const key = parent?.day ?? '';
    this.#pages.set(key, this.#loaded(key) + 1);
  }

  /** Begins again with the first pages: the list is another one. */
  reset(): void {
    this.#pages.clear();
  }

  roots(history: RequestHistory, listing: RequestListing): RequestNode[] {
    if (!listing.byDay) return this.#exchanges(history, listing, undefined);
    const { environment, filter } = listing;
    if (filter.text === undefined && filter.outcome === undefined) {
      return history
        .days(environment)
        .map(({ key, count }) => ({ kind: 'day', environment, day: key, count }));
    }
    return this.#filteredDays(history, listing);
  }

  /** The exchanges of a day. */
  children(history: RequestHistory, listing: RequestListing, day: DayNode): RequestNode[] {
    // A row that the editor still holds from before a switch has nothing to show under the new name.
    return day.environment === listing.environment ? this.#exchanges(history, listing, day) : [];
  }

  #exchanges(
    history: RequestHistory,
    { environment, filter }: RequestListing,
    parent: DayNode | undefined,
  ): RequestNode[] {
    const page = history.list({
      environment,
      ...filter,
      ...(parent !== undefined && localDayRange(parent.day)),
      limit: PAGE * this.#loaded(parent?.day ?? ''),
    });
    const under = parent === undefined ? {} : { parent };
    const rows = page.items.map((exchange): ExchangeNode => ({ kind: 'exchange', exchange, ...under }));
    return page.next === undefined ? rows : [...rows, { kind: 'more', environment, ...under }];
  }

  /** The days that have a match: from each to the newest match before it. */
  #filteredDays(history: RequestHistory, { environment, filter }: RequestListing): RequestNode[] {
    const days: RequestNode[] = [];
    const most = DAYS * this.#loaded('');
    const newestBefore = (to: number | undefined) =>
      history.list({ environment, ...filter, ...(to !== undefined && { to }), limit: 1 }).items[0];
    for (let found = newestBefore(undefined); found !== undefined;) {
      if (days.length === most) return [...days, { kind: 'more', environment }];
      const day = localDay(found.startedAt);
      days.push({ kind: 'day', environment, day });
      found = newestBefore(localDayRange(day).from);
    }
    return days;
  }

  #loaded(key: string): number {
    return this.#pages.get(key) ?? 1;
  }
}
