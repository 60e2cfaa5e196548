import type { DatabaseConnection } from '../sqlite/connection';
import { number } from '../sqlite/rowValues';
import type { SearchedTable } from './search';

/** Rows at once: some milliseconds of work. */
const BATCH = 40;

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
