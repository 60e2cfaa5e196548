import type { DatabaseConnection } from '../database/connection';
import { number } from '../database/rowValues';
import { SEARCHED_TABLES, type SearchedTable } from './search';
import type { Store } from '../database/store';

/** Rows at once: some milliseconds of work. */
const BATCH = 40;

/**
 * Brings the full-text indexes up to date by some rows. Nothing waits for it: a search looks at the rows that are
 * not indexed yet as well, and what a window leaves undone the next one to write does.
 * @returns whether there may be more
 */
export function indexMore(store: Store): boolean {
  const more = store.inSpareTime((db) => SEARCHED_TABLES.map((table) => indexSome(db, table)));
  return more?.includes(true) === true;
}

/** Indexes some rows that are not yet, as they are now. @returns whether there may be more */
export function indexSome(db: DatabaseConnection, table: SearchedTable): boolean {
  const docs = db.all(`SELECT doc FROM ${table}_unindexed LIMIT ?`, BATCH).map((row) => number(row, 'doc'));
  const visible = table === 'files' ? 'AND forgotten_at IS NULL' : '';
  for (const doc of docs) {
    db.run(`DELETE FROM ${table}_words WHERE rowid = ?`, doc);
    // The two line breaks make every character begin a trigram; see the words of one or two in search.ts.
    db.run(
      `INSERT INTO ${table}_words (rowid, haystack)
       SELECT ?1, haystack || char(10, 10) FROM ${table} WHERE key = ?1 % (1 << 40) ${visible}`,
      doc,
    );
    db.run(`DELETE FROM ${table}_unindexed WHERE doc = ?`, doc);
  }
  return docs.length === BATCH;
}
