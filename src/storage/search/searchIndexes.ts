import type { DatabaseConnection } from '../sqlite/connection';
import { SEARCHED_TABLES, type SearchedTable } from './search';

/** SQLite's code for a virtual table, here a text index, that does not hold together. */
const SQLITE_CORRUPT_VTAB = 267;

/** Whether an error means a damaged text index, which can be rebuilt from the rows. */
function isIndexDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CORRUPT_VTAB;
}

/**
 * Empties the text indexes, and notes all rows as not indexed yet: until then, searches read the rows themselves.
 * @throws SQLite's error when that does not work either
 */
function resetIndexes(db: DatabaseConnection): void {
  db.transaction(() => {
    for (const table of SEARCHED_TABLES) emptyIndex(db, table);
  });
}

/**
 * The same for one of them, in the transaction of the caller. An index only marks what is deleted, so this is also how
 * the words of deleted rows leave the file.
 */
export function emptyIndex(db: DatabaseConnection, table: SearchedTable): void {
  const visible = table === 'files' ? 'WHERE forgotten_at IS NULL' : '';
  db.run(`INSERT INTO ${table}_words (${table}_words) VALUES ('delete-all')`);
  db.run(`DELETE FROM ${table}_unindexed`);
  db.run(`INSERT INTO ${table}_unindexed SELECT (generation << 40) + key FROM ${table} ${visible}`);
}

/** Rows of the data of an index that holds nothing. */
const EMPTY_INDEX = 2;

/** Empties the indexes of tables that have no rows left. */
export function emptyUnusedIndexes(db: DatabaseConnection): void {
  for (const table of SEARCHED_TABLES) {
    if (db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined) continue;
    const data = db.all(`SELECT id FROM ${table}_words_data LIMIT ${EMPTY_INDEX + 1}`);
    if (data.length > EMPTY_INDEX) {
      db.transaction(() => {
        emptyIndex(db, table);
      });
    }
  }
}

/**
 * Does `work`, and once more with new text indexes where those turn out to be damaged.
 * @param onReset called after the second time
 */
export function withIndexes<T>(
  db: DatabaseConnection,
  work: (db: DatabaseConnection) => T,
  onReset: () => void,
): T {
  try {
    return work(db);
  } catch (error) {
    if (!isIndexDamage(error)) throw error;
    resetIndexes(db);
    const result = work(db);
    onReset();
    return result;
  }
}
