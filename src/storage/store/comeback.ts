import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection, Row } from '../sqlite/connection';
import { number, optionalNumber, optionalText, text } from '../sqlite/rowValues';
import { emptyIndex } from '../search/searchIndexes';

/** What a window wrote in memory while the file could not be used, and how it gets back into the file. */

/** Notes from now on which rows of a memory database are added, changed or removed. */
export function recordChanges(memory: DatabaseConnection): void {
  memory.raw.exec(`
    CREATE TEMP TABLE changed_rows (what TEXT, id, PRIMARY KEY (what, id)) WITHOUT ROWID;
    CREATE TEMP TABLE cleared_history (environment TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID;
    ${note('files', 'INSERT', 'new.key')}
    ${note('files', 'UPDATE', 'new.key')}
    ${note('files', 'DELETE', 'old.key')}
    ${note('file_details', 'INSERT', 'new.key', 'files')}
    ${note('file_details', 'UPDATE', 'new.key', 'files')}
    ${note('exchanges', 'INSERT', 'new.id')}
    ${note('exchanges', 'UPDATE', 'new.id')}
    ${note('exchanges', 'DELETE', 'old.id')}
    ${note('writes', 'INSERT', 'new.id')}
    ${note('writes', 'DELETE', 'old.id')}
  `);
}

function note(table: string, event: string, id: string, what = table): string {
  return `CREATE TEMP TRIGGER note_${table}_${event} AFTER ${event} ON main.${table} BEGIN
    INSERT OR IGNORE INTO changed_rows VALUES ('${what}', ${id});
  END;`;
}

/**
 * Notes that the history of an environment was cleared, where changes are recorded: the file holds more of it than was
 * taken along.
 */
export function noteCleared(db: DatabaseConnection, environment: string): void {
  const isRecorded = db.get("SELECT 1 FROM sqlite_temp_schema WHERE name = 'cleared_history'") !== undefined;
  if (isRecorded) db.run('INSERT OR REPLACE INTO cleared_history VALUES (?, ?)', environment, Date.now());
}

/** Writes to the file what was recorded, in one transaction. What other windows wrote in the meantime stays. */
export function bringBack(memory: DatabaseConnection, file: DatabaseConnection): void {
  file.transaction(() => {
    const generations = mapGenerations(memory, file);
    const owned = (row: Row): Record<string, SQLInputValue> => ({
      ...row,
      generation: generations.get(number(row, 'generation')) ?? null,
    });
    for (const row of memory.all('SELECT * FROM cleared_history')) {
      const ofEnvironment = 'generation IN (SELECT id FROM generations WHERE environment = ?)';
      const cleared = `DELETE FROM exchanges WHERE ${ofEnvironment} AND started_at <= ?`;
      file.run(cleared, text(row, 'environment'), number(row, 'at'));
      emptyIndex(file, 'exchanges');
    }
    for (const session of memory.all('SELECT * FROM sessions')) insertOrIgnore(file, 'sessions', session);
    for (const key of changed(memory, 'files')) bringFile(memory, file, Number(key), owned);
    for (const id of changed(memory, 'exchanges')) bringExchange(memory, file, String(id), owned);
    for (const id of changed(memory, 'writes')) {
      const row = memory.get('SELECT * FROM writes WHERE id = ?', id);
      if (row === undefined) file.run('DELETE FROM writes WHERE id = ?', id);
      else insertOrIgnore(file, 'writes', owned(row));
    }
    for (const row of memory.all('SELECT * FROM recent_paths')) {
      file.run(
        `INSERT INTO recent_paths (generation, method, path, last_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`,
        generations.get(number(row, 'generation')) ?? null,
        text(row, 'method'),
        text(row, 'path'),
        number(row, 'last_at'),
      );
    }
    file.run('UPDATE revisions SET revision = revision + 1');
  });
}

function changed(memory: DatabaseConnection, what: string): (string | number)[] {
  const rows = memory.all('SELECT id FROM changed_rows WHERE what = ?', what);
  return rows.map((row) => optionalNumber(row, 'id') ?? text(row, 'id'));
}

/** Where the memory's generations are in the file; made there if need be. */
function mapGenerations(memory: DatabaseConnection, file: DatabaseConnection): Map<number, number> {
  return new Map(
    memory.all('SELECT * FROM generations').map((row) => {
      const environment = text(row, 'environment');
      const identity = optionalText(row, 'identity') ?? null;
      const find = 'SELECT id FROM generations WHERE environment = ? AND identity IS ?';
      const found = file.get(find, environment, identity);
      const id =
        found === undefined
          ? file.insert('generations', { environment, identity, last_used: number(row, 'last_used') })
          : number(found, 'id');
      return [number(row, 'id'), id];
    }),
  );
}

type Owned = (row: Row) => Record<string, SQLInputValue>;

/** A certain state in the file is not taken back by an uncertain one of the memory. */
function bringFile(memory: DatabaseConnection, file: DatabaseConnection, key: number, owned: Owned): void {
  const row = memory.get('SELECT * FROM files WHERE key = ?', key);
  if (row === undefined) {
    file.run('DELETE FROM files WHERE key = ?', key);
    return;
  }
  const values = owned(row);
  const there = file.get('SELECT state FROM files WHERE key = ?', key);
  if (there === undefined) insertOrIgnore(file, 'files', values);
  else if (values['state'] === 'uploaded' || text(there, 'state') !== 'uploaded') update(file, values);
  // The service's id may be known by another row by now: that one stays.
  if (file.get('SELECT 1 FROM files WHERE key = ?', key) === undefined) return;
  const details = memory.get('SELECT * FROM file_details WHERE key = ?', key);
  if (details === undefined) return;
  file.run('DELETE FROM file_details WHERE key = ?', key);
  file.insert('file_details', details);
}

/** An exchange is final: one that is there stays, but for its pin. */
function bringExchange(memory: DatabaseConnection, file: DatabaseConnection, id: string, owned: Owned): void {
  const row = memory.get('SELECT * FROM exchanges WHERE id = ?', id);
  if (row === undefined) {
    file.run('DELETE FROM exchanges WHERE id = ?', id);
    return;
  }
  if (file.get('SELECT 1 FROM exchanges WHERE id = ?', id) !== undefined) {
    file.run('UPDATE exchanges SET pinned = ? WHERE id = ?', number(row, 'pinned'), id);
    return;
  }
  const { key: own, ...values } = owned(row);
  const key = file.insert('exchanges', values);
  const body = memory.get('SELECT body FROM exchange_bodies WHERE key = ?', own ?? null);
  if (body !== undefined) file.insert('exchange_bodies', { ...body, key });
  for (const { request_id } of memory.all('SELECT request_id FROM request_ids WHERE key = ?', own ?? null)) {
    file.insert('request_ids', { request_id: request_id ?? null, key });
  }
}

function insertOrIgnore(
  file: DatabaseConnection,
  table: string,
  values: Record<string, SQLInputValue>,
): void {
  const columns = Object.keys(values);
  const marks = columns.map(() => '?').join(', ');
  file.run(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
    ...Object.values(values),
  );
}

function update(file: DatabaseConnection, { key = null, ...values }: Record<string, SQLInputValue>): void {
  const columns = Object.keys(values).map((column) => `${column} = ?`);
  file.run(`UPDATE OR IGNORE files SET ${columns.join(', ')} WHERE key = ?`, ...Object.values(values), key);
}
