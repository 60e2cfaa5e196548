import type { DatabaseConnection, Row } from '../sqlite/connection';

/** How much of a database that can only be read is taken along: enough to go on working with. */
const FILES = 1000;
const EXCHANGES = 200;

const TABLES: readonly (readonly [table: string, select: string])[] = [
  ['sessions', 'SELECT * FROM sessions'],
  ['generations', 'SELECT * FROM generations'],
  ['files', `SELECT * FROM files ORDER BY key DESC LIMIT ${FILES}`],
  ['file_details', `SELECT * FROM file_details ORDER BY key DESC LIMIT ${FILES}`],
  ['exchanges', `SELECT * FROM exchanges ORDER BY key DESC LIMIT ${EXCHANGES}`],
  ['exchange_bodies', `SELECT * FROM exchange_bodies ORDER BY key DESC LIMIT ${EXCHANGES}`],
  ['request_ids', `SELECT * FROM request_ids ORDER BY key DESC LIMIT ${EXCHANGES}`],
  ['writes', 'SELECT * FROM writes'],
  ['recent_paths', 'SELECT * FROM recent_paths'],
];

/** Copies the newest rows into memory, as far as they can be read. */
export function salvage(from: DatabaseConnection, to: DatabaseConnection): void {
  // Details and bodies of rows that were not taken have nothing to refer to.
  to.raw.exec('PRAGMA foreign_keys = OFF');
  to.transaction(() => {
    for (const [table, select] of TABLES) {
      for (const row of readable(from, select)) to.insert(table, row);
    }
    to.run('DELETE FROM file_details WHERE key NOT IN (SELECT key FROM files)');
    to.run('DELETE FROM exchange_bodies WHERE key NOT IN (SELECT key FROM exchanges)');
    to.run('DELETE FROM request_ids WHERE key NOT IN (SELECT key FROM exchanges)');
  });
  to.raw.exec('PRAGMA foreign_keys = ON');
}

function readable(from: DatabaseConnection, select: string): Row[] {
  try {
    return from.all(select);
  } catch {
    return [];
  }
}
