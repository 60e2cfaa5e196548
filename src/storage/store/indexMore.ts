import { indexSome } from '../search/indexing';
import { SEARCHED_TABLES } from '../search/search';
import type { Store } from './store';

/**
 * Brings the full-text indexes up to date by some rows. Nothing waits for it: a search looks at the rows that are
 * not indexed yet as well, and what a window leaves undone the next one to write does.
 * @returns whether there may be more
 */
export function indexMore(store: Store): boolean {
  const more = store.inSpareTime((db) => SEARCHED_TABLES.map((table) => indexSome(db, table)));
  return more?.includes(true) === true;
}
