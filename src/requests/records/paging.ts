import type { Exchange } from '../../api/model/exchange';
import { isObject } from '../../util/objects';

/** Positions of the pages of a list. The service gives cursors and a total, no positions: they are counted here. */

/** The items of one page: `start` of them come before. */
export interface PagePosition {
  readonly start: number;
  readonly count: number;
}

/** So many pages' positions are remembered. */
const REMEMBERED = 1000;

/** Counts along as pages are followed from one whose place is known. */
export class PagePositions {
  readonly #known = new Map<string, PagePosition>();

  /**
   * The position of a page, if known: the first has no cursor, the last ends at the total, and any
   * other is known when it was reached from one that is.
   */
  of(exchange: Exchange): PagePosition | undefined {
    const { paging } = exchange;
    const count = recordCount(exchange);
    if (paging === undefined || count === undefined) return undefined;
    const known = this.#known.get(exchange.id);
    if (known !== undefined) return known;
    if (cursorOf(exchange) === undefined) return { start: 0, count };
    if (paging.nextPage !== undefined || paging.totalCount === undefined) return undefined;
    return { start: Math.max(0, paging.totalCount - count), count };
  }

  /** Notes that one page was reached from another. */
  follow(from: Exchange, direction: 'next' | 'previous', to: Exchange): void {
    const before = this.of(from);
    const count = recordCount(to);
    if (before === undefined || count === undefined) return;
    const start = direction === 'next' ? before.start + before.count : Math.max(0, before.start - count);
    this.#known.set(to.id, { start, count });
    for (const id of [...this.#known.keys()].slice(0, -REMEMBERED)) this.#known.delete(id);
  }
}

/** How many records the answer's page holds, if it is one that was kept whole. */
export function recordCount(exchange: Exchange): number | undefined {
  return recordsOf(answerOf(exchange))?.length;
}

/** The records of a paginated answer ("Lists" in docs/api.md). */
export function recordsOf(body: unknown): readonly unknown[] | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  const records: unknown = isObject(data) ? data['records'] : undefined;
  return Array.isArray(records) ? (records as readonly unknown[]) : undefined;
}

/**
 * The query that brings the page of a cursor. `page` is replaced and all else kept, `limit` too: the
 * interface names both as parameters of every page, and without its limit a page would change its size.
 */
export function queryForPage(
  url: string,
  cursor: string | undefined,
): Readonly<Record<string, string | readonly string[]>> {
  const all = new URL(url).searchParams;
  const names = [...new Set(all.keys())].filter((name) => name !== 'page');
  return Object.fromEntries([
    ...names.map((name) => {
      const values = all.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
    }),
    ...(cursor === undefined ? [] : [['page', cursor] as const]),
  ]);
}

function cursorOf({ url }: Exchange): string | undefined {
  return URL.parse(url)?.searchParams.get('page') ?? undefined;
}

function answerOf({ attempts }: Exchange): unknown {
  const response = attempts.findLast((attempt) => attempt.response !== undefined)?.response;
  if (response?.body === undefined || response.bodyCut === true) return undefined;
  try {
    return JSON.parse(response.body);
  } catch {
    return undefined;
  }
}
