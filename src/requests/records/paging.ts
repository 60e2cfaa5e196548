import type { Exchange } from '../../api/model/exchange';
import { isObject } from '../../util/objects';
import { lastSegment, plainText } from '../../util/plainText';
import { parseJson } from '../../util/lenient';
import { bodyOf } from '../exchange/answer';

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

  /**
   * What distinguishes a later page from the others of its list: the places of its items, or else the end of its cursor, because
   * cursors of one list often begin alike. Empty for the first page, and for what is no page.
   */
  nameOf(exchange: Exchange): string {
    const cursor = cursorOf(exchange);
    if (cursor === undefined) return '';
    const { start, count } = this.of(exchange) ?? { start: 0, count: 0 };
    return count === 0 ? `…${cursor.slice(-8)}` : `${start + 1}–${start + count}`;
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

/** What a list is called: the last part of its path, without the query. @param path relative to the origin */
export function listName(path: string): string {
  return plainText(lastSegment(path) ?? 'table', 60);
}

/** How many records the answer's page holds, if it is one that was kept whole. */
export function recordCount(exchange: Exchange): number | undefined {
  return recordsOf(parseJson(bodyOf(exchange) ?? ''))?.length;
}

/** The records of a paginated answer ("Lists" in docs/api.md). */
export function recordsOf(body: unknown): readonly unknown[] | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  const records: unknown = isObject(data) ? data['records'] : undefined;
  return Array.isArray(records) ? (records as readonly unknown[]) : undefined;
}

/**
 * The records of an answer: `data.records` ("Lists" in docs/api.md), else the first list of objects in
 * the order of the text.
 * @param body of `parseExactly`
 * @returns undefined when there is no such list
 */
export function findRecords(body: unknown): readonly unknown[] | undefined {
  return recordsOf(body) ?? firstListOfObjects(body);
}

function firstListOfObjects(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = firstListOfObjects(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The cursor that was asked for; undefined for the first page. */
export function cursorOf({ url }: Pick<Exchange, 'url'>): string | undefined {
  return URL.parse(url)?.searchParams.get('page') ?? undefined;
}

/** A cursor says nothing to a person. */
export function withoutCursor(path: string): string {
  return path.replace(/([?&])page=[^&]*&?/, '$1').replace(/[?&]$/, '');
}
