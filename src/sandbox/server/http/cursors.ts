/** Cursor-based pages, by the general rules of "Lists" in docs/api.md. */
import type { FieldError } from '../../../api/model/errors';
import type { Paging } from '../../../api/model/exchange';
import { isPageLimit, PAGE_LIMIT } from '../../../api/rules/limits';
import type { Listing } from '../data/listing';
import { invalid } from './replies';
import { sign } from '../data/signing';

/** Items per page when `limit` is left out; the interface does not show the service's own number. */
const DEFAULT_LIMIT = 10;

/** The payload of a paginated answer. A token is absent where there is no such page. */
export interface ListPage<T> {
  readonly records: readonly T[];
  readonly paging: Paging;
}

interface Cursor {
  readonly direction: 'after' | 'before';
  readonly position: number;
}

/**
 * One page of a listing.
 * @param query the query parameters `limit` (an integer from 1 to 100) and `page` (a cursor), as they came
 * @throws Refusal with a detail item for each parameter that breaks the rules
 */
export function paginate<T>(
  listing: Listing<T>,
  query: Partial<Record<string, string>>,
  secret: Uint8Array,
): ListPage<T> {
  const tokens = cursorTokens(listing.name, secret);
  const problems: FieldError[] = [];
  const { limit: asked = String(DEFAULT_LIMIT) } = query;
  if (!isPageLimit(asked)) problems.push(LIMIT_PROBLEM);
  const cursor = query['page'] === undefined ? undefined : tokens.read(query['page']);
  if (query['page'] !== undefined && cursor === undefined) problems.push(PAGE_PROBLEM);
  if (problems.length > 0) throw invalid(...problems);
  const limit = Number(asked);

  const records = cursor ? listing[cursor.direction](cursor.position, limit) : listing.first(limit);
  const paging = { totalCount: listing.total() };
  const lastItem = records.at(-1);
  if (lastItem === undefined) return { records, paging };
  const [firstItem = lastItem] = records;
  const [start, end] = [listing.position(firstItem), listing.position(lastItem)];
  return {
    records,
    paging: {
      ...paging,
      ...(listing.after(end, 1).length > 0 && {
        nextPage: tokens.write({ direction: 'after', position: end }),
      }),
      ...(listing.before(start, 1).length > 0 && {
        previousPage: tokens.write({ direction: 'before', position: start }),
      }),
    },
  };
}

const LIMIT_PROBLEM: FieldError = {
  code: 'range',
  fieldName: 'limit',
  message: `limit must be an integer from ${PAGE_LIMIT.minimum} to ${PAGE_LIMIT.maximum}.`,
};

const PAGE_PROBLEM: FieldError = {
  code: 'cursor',
  fieldName: 'page',
  message: 'page must be a cursor token taken from paging.nextPage or paging.previousPage of this list.',
};

/** Cursors are opaque and signed: one that was made up or belongs to another list is refused. */
function cursorTokens(listing: string, secret: Uint8Array) {
  const write = ({ direction, position }: Cursor) => {
    const text = `${direction}.${position}`;
    return Buffer.from(`${text}.${sign(secret, `${listing}:${text}`)}`).toString('base64url');
  };
  const read = (token: string): Cursor | undefined => {
    const [direction, position] = Buffer.from(token, 'base64url').toString().split('.');
    const cursor = {
      direction: direction === 'after' ? 'after' : 'before',
      position: Number(position),
    } as const;
    // What was not written here would be written in another way.
    return write(cursor) === token ? cursor : undefined;
  };
  return { write, read };
}
