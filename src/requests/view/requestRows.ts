import type { ExchangeQuery, RequestHistory } from '../../storage/storageTypes';
import { localDay, localDayRange } from '../../storage/days';
import { endsInBatch, foldBatches } from './batches';
import { isNarrowed, type RequestFilter } from './requestFilter';
import type { DayNode, ExchangeNode, HistoryNode } from './requestNodes';

/** What the view shows of which environment. */
export interface RequestListing {
  readonly environment: string;
  /** Key of the account behind it (`Storage.generation`). */
  readonly generation: number;
  readonly filter: RequestFilter;
  readonly byDay: boolean;
  /** Keys of those that have the words of the filter where the index does not reach. */
  readonly alsoKeys?: readonly number[];
}

const PAGE = 100;
const MOST_PINNED = 200;
/** The most pages for which a batch is loaded completely. */
const MOST_PAGES_OF_BATCH = 10;
/** The number of days that are open at first: the rows of each cost the editor time. */
const OPEN_DAYS = 2;

/**
 * The rows of the Requests view. The history is asked for what is in sight and no more, so a long one costs
 * as little as a short one; all that is held here is how far each list was loaded.
 */
export class RequestRows {
  readonly #pages = new Map<string, number>();
  /** What a filter found, by day, as of the last look. */
  readonly #matches = new Map<string, readonly ExchangeNode[]>();

  /** Shows another page of the list that the row ends. */
  loadMore(parent: DayNode | undefined): void {
    const key = parent?.day ?? '';
    this.#pages.set(key, this.#loaded(key) + 1);
  }

  /** Begins again with the first pages: the list is another one. */
  reset(): void {
    this.#pages.clear();
  }

  roots(history: RequestHistory, listing: RequestListing): HistoryNode[] {
    if (!listing.byDay) return this.#folded(history, listing, undefined);
    if (isNarrowed(listing.filter)) return this.#filteredDays(history, listing);
    const { environment, generation } = listing;
    return history.days(environment).map(({ key, count }, index) => {
      return { kind: 'day', environment, generation, day: key, count, open: index < OPEN_DAYS };
    });
  }

  /** The exchanges of a day. */
  children(history: RequestHistory, listing: RequestListing, day: DayNode): HistoryNode[] {
    // A row that the editor still holds from before a switch has nothing to show under the new name.
    if (day.environment !== listing.environment || day.generation !== listing.generation) return [];
    if (isNarrowed(listing.filter)) return [...(this.#matches.get(day.day) ?? [])];
    return this.#folded(history, listing, day);
  }

  /** Those that the user pinned, as far as the filter leaves them. */
  pinned(history: RequestHistory, listing: RequestListing): ExchangeNode[] {
    const { items } = history.list({ ...queryOf(listing), isPinned: true, limit: MOST_PINNED });
    return items.map((exchange) => ({ kind: 'exchange', exchange, isAmongPinned: true }));
  }

  /** With each batch of uploads in one row. A batch at the end of what is loaded is loaded whole. */
  #folded(history: RequestHistory, listing: RequestListing, parent: DayNode | undefined): HistoryNode[] {
    const rows = this.#exchanges(history, listing, parent);
    if (isNarrowed(listing.filter)) return rows;
    const key = parent?.day ?? '';
    let all = rows;
    for (let more = 0; more < MOST_PAGES_OF_BATCH && endsInBatch(all); more++) {
      this.#pages.set(key, this.#loaded(key) + 1);
      all = this.#exchanges(history, listing, parent);
    }
    return foldBatches(all);
  }

  #exchanges(history: RequestHistory, listing: RequestListing, parent: DayNode | undefined): HistoryNode[] {
    const { environment } = listing;
    const page = history.list({
      ...queryOf(listing, parent?.day),
      limit: PAGE * this.#loaded(parent?.day ?? ''),
    });
    const under = parent === undefined ? {} : { parent };
    const rows = page.items.map((exchange): ExchangeNode => ({ kind: 'exchange', exchange, ...under }));
    return page.next === undefined ? rows : [...rows, { kind: 'more', environment, ...under }];
  }

  /** The matches so far, by their days. One look into the history serves them all. */
  #filteredDays(history: RequestHistory, listing: RequestListing): HistoryNode[] {
    const { environment, generation } = listing;
    const days = new Map<string, DayNode>();
    this.#matches.clear();
    const rows = this.#exchanges(history, listing, undefined);
    for (const row of rows) {
      if (row.kind !== 'exchange') continue;
      const day = localDay(row.exchange.startedAt);
      const parent = days.get(day) ?? { kind: 'day', environment, generation, day, open: true };
      days.set(day, parent);
      this.#matches.set(day, [...(this.#matches.get(day) ?? []), { ...row, parent }]);
    }
    return [...days.values(), ...rows.filter(({ kind }) => kind === 'more')];
  }

  #loaded(key: string): number {
    return this.#pages.get(key) ?? 1;
  }
}

/** What is asked of the history. @param ofDay of which day, where the filter names none */
export function queryOf({ environment, filter, alsoKeys }: RequestListing, ofDay?: string): ExchangeQuery {
  const { day = ofDay, environment: _shown, ...conditions } = filter;
  return { environment, ...conditions, alsoKeys, ...(day !== undefined && localDayRange(day)) };
}
