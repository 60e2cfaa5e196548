import type { DatabaseConnection } from '../sqlite/connection';
import { number } from '../sqlite/rowValues';

/** The full-text index of files, and how rows get into it and out of it. */

/** Room for the keys of one generation in the row ids of the index; see schema.ts. */
export const KEY_SPAN = 2 ** 40;
/** Rows at once: some milliseconds of work. */
const BATCH = 40;

/**
 * Indexes some files that are not yet, as they are now. Nothing waits for it: a search looks at the rows that are not
 * indexed yet as well, and what a window leaves undone the next one to write does.
 * @returns whether there may be more
 */
export function indexSome(db: DatabaseConnection): boolean {
  const docs = db.all('SELECT doc FROM files_unindexed LIMIT ?', BATCH).map((row) => number(row, 'doc'));
  for (const doc of docs) {
    db.run('DELETE FROM files_words WHERE rowid = ?', doc);
    // The two line breaks make every character begin a trigram; see the words of one or two in fileSearch.ts.
    db.run(
      `INSERT INTO files_words (rowid, search_text)
       SELECT ?1, search_text || char(10, 10) FROM files WHERE key = ?1 % ${KEY_SPAN} AND forgotten_at IS NULL`,
      doc,
    );
    db.run('DELETE FROM files_unindexed WHERE doc = ?', doc);
  }
  return docs.length === BATCH;
}

/**
 * Empties the index, in the transaction of the caller, and notes all rows as not indexed yet: until they are, searches
 * read the rows themselves. An index only marks what is deleted, so this is also how the words of deleted rows leave the
 * file.
 */
export function emptyIndex(db: DatabaseConnection): void {
  db.run("INSERT INTO files_words (files_words) VALUES ('delete-all')");
  db.run('DELETE FROM files_unindexed');
  db.run(
    `INSERT INTO files_unindexed SELECT generation * ${KEY_SPAN} + key FROM files WHERE forgotten_at IS NULL`,
  );
}

/** Rows of the data of an index that holds nothing. */
const EMPTY_INDEX = 2;

/** Empties the index where there are no files left. */
export function emptyUnusedIndex(db: DatabaseConnection): void {
  if (db.get('SELECT 1 FROM files LIMIT 1') !== undefined) return;
  if (db.all(`SELECT id FROM files_words_data LIMIT ${EMPTY_INDEX + 1}`).length <= EMPTY_INDEX) return;
  db.transaction(() => emptyIndex(db));
}

/** SQLite's code for a virtual table, here the index, that does not hold together. */
const SQLITE_CORRUPT_VTAB = 267;

/**
 * Does `work`, and once more with a new index where that turns out to be damaged: it is made from the rows.
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
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CORRUPT_VTAB)) throw error;
    db.transaction(() => emptyIndex(db));
    const result = work(db);
    onReset();
    return result;
  }
}
