import type { DatabaseConnection } from '../connection';

/** SQLite's code for a virtual table, here a text index, that does not hold together. */
const SQLITE_CORRUPT_VTAB = 267;

/** Whether an error means a damaged text index, which can be rebuilt from the rows. */
export function isIndexDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CORRUPT_VTAB;
}

/**
 * Empties the text indexes, and notes all rows as not indexed yet: searches look at those themselves meanwhile.
 * @throws SQLite's error when that does not work either
 */
export function resetIndexes(db: DatabaseConnection): void {
  db.transaction(() => {
    for (const [table, where] of [
      ['files', 'WHERE forgotten_at IS NULL'],
      ['exchanges', ''],
    ] as const) {
      db.run(`INSERT INTO ${table}_words (${table}_words) VALUES ('delete-all')`);
      db.run(
        `INSERT OR IGNORE INTO ${table}_unindexed SELECT (generation << 40) + key FROM ${table} ${where}`,
      );
    }
  });
}
