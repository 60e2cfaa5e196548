import type { ExchangeQuery, RequestHistory } from '../../storage';
import { localDay, localDayRange } from '../../storage/types/days';
import { endsInBatch, foldBatches } from './batches';
import type { RequestFilter } from '../../commands/table/commandTypes';
import { isNarrowed } from './requestFilter';
import type { DayNode, ExchangeNode, HistoryNode } from './requestNodes';

/** What the view shows of which environment. */
export interface RequestListing {
  readonly environment: string;
  /** Key of the account behind it (`Storage.generation`). */
  readonly generation: number;
  readonly filter: RequestFilter;
  readonly byDay: boolean;
  /** Keys of those that have the words of the filter where the rows of the history do not reach. */
  readonly alsoKeys?: readonly number[];
}

const PAGE = 100;
const MOST_PINNED = 200;
/** A larger batch is not loaded completely. */
const MOST_OF_BATCH = 1000;
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
    return history.days(environment, { withoutViews: true }).map(({ key, count }, index) => {
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
    const { items } = history.list({
      ...queryOf(listing),
      withoutViews: undefined,
      isPinned: true,
      limit: MOST_PINNED,
    });
    return items.map((exchange) => ({ kind: 'exchange', exchange, isAmongPinned: true }));
  }

  /** With each batch of uploads in one row. A batch at the end of what is loaded is loaded whole. */
  #folded(history: RequestHistory, listing: RequestListing, parent: DayNode | undefined): HistoryNode[] {
    const key = parent?.day ?? '';
    const first = this.#exchanges(history, listing, parent, { limit: PAGE * this.#loaded(key) });
    if (isNarrowed(listing.filter)) return withMore(first, listing, parent);
    const rows = [...first.rows];
    let { next } = first;
    while (next !== undefined && endsInBatch(rows, MOST_OF_BATCH)) {
      this.#pages.set(key, this.#loaded(key) + 1);
      const page = this.#exchanges(history, listing, parent, { limit: PAGE, after: next });
      rows.push(...page.rows);
      next = page.next;
    }
    return foldBatches(withMore({ rows, next }, listing, parent));
  }

  #exchanges(
    history: RequestHistory,
    listing: RequestListing,
    parent: DayNode | undefined,
    part: Pick<ExchangeQuery, 'limit' | 'after'>,
  ): Listed {
    const { items, next } = history.list({ ...queryOf(listing, parent?.day), ...part });
    const under = parent === undefined ? {} : { parent };
    return { rows: items.map((exchange) => ({ kind: 'exchange', exchange, ...under })), next };
  }

  /** The matches so far, by their days. One look into the history serves them all. */
  #filteredDays(history: RequestHistory, listing: RequestListing): HistoryNode[] {
    const { environment, generation } = listing;
    const listed = this.#exchanges(history, listing, undefined, { limit: PAGE * this.#loaded('') });
    const days = Map.groupBy(listed.rows, ({ exchange }) => localDay(exchange.startedAt));
    this.#matches.clear();
    const rows = Array.from(days, ([day, found]): DayNode => {
      const parent: DayNode = { kind: 'day', environment, generation, day, open: true };
      this.#matches.set(
        day,
        found.map((row) => ({ ...row, parent })),
      );
      return parent;
    });
    return withMore({ ...listed, rows }, listing, undefined);
  }

  #loaded(key: string): number {
    return this.#pages.get(key) ?? 1;
  }
}

/** A part of the history. */
interface Listed<Node extends HistoryNode = ExchangeNode> {
  readonly rows: readonly Node[];
  /** Where to go on, if there is more. */
  readonly next: ExchangeQuery['after'];
}

/** Ends a list with the row that brings more of it, if there is more. */
function withMore(
  { rows, next }: Listed<HistoryNode>,
  { environment }: RequestListing,
  parent: DayNode | undefined,
): HistoryNode[] {
  if (next === undefined) return [...rows];
  return [...rows, { kind: 'more', environment, ...(parent !== undefined && { parent }) }];
}

/** What is asked of the history. @param ofDay of which day, where the filter names none */
export function queryOf({ environment, filter, alsoKeys }: RequestListing, ofDay?: string): ExchangeQuery {
  const { day = ofDay, environment: _shown, ...conditions } = filter;
  // What a view asked for by itself is no request of the user's.
  const { origin, text, path } = filter;
  const withoutViews = [origin, text, path].every((each) => each === undefined);
  return {
    environment,
    ...conditions,
    ...(withoutViews && { withoutViews }),
    alsoKeys,
    ...(day !== undefined && localDayRange(day)),
  };
}
