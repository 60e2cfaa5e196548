import type { Exchange } from '../../api/model/exchange';
import type { DatabaseConnection } from '../sqlite/connection';
import { number, text } from '../sqlite/rowValues';

const MOST = 200;
/** Paths used within this time of each other, in milliseconds, count as used at once. */
const SAME_TIME_MS = 1000;

/** The paths used last in a generation, the latest first. */
export function recentPathsOf(
  db: DatabaseConnection,
  generation: number,
  limit: number,
): { method: string; path: string }[] {
  const select =
    'SELECT method, path FROM recent_paths WHERE generation = ? ORDER BY last_at DESC, path LIMIT ?';
  const rows = db.all(select, generation, Math.max(0, Math.trunc(limit)));
  return rows.map((row) => ({ method: text(row, 'method'), path: text(row, 'path') }));
}

/** Notes the path of an exchange, without its query, as used. */
export function rememberPath(
  db: DatabaseConnection,
  { method, path, startedAt }: Exchange,
  generation: number,
): void {
  const [withoutQuery = path] = path.split('?', 1);
  const at = Math.trunc(startedAt);
  const row = 'generation = ? AND method = ? AND path = ?';
  const known = db.get(`SELECT last_at FROM recent_paths WHERE ${row}`, generation, method, withoutQuery);
  if (known !== undefined) {
    // All uploads of a batch have one path.
    if (Math.abs(at - number(known, 'last_at')) < SAME_TIME_MS) return;
    db.run(`UPDATE recent_paths SET last_at = ? WHERE ${row}`, at, generation, method, withoutQuery);
    return;
  }
  db.insert('recent_paths', { generation, method, path: withoutQuery, last_at: at });
  db.run(
    `DELETE FROM recent_paths WHERE generation = ?1 AND (method, path) IN (
       SELECT method, path FROM recent_paths WHERE generation = ?1 ORDER BY last_at DESC LIMIT -1 OFFSET ?2
     )`,
    generation,
    MOST,
  );
}

/** Forgets the paths of all generations of an environment. */
export function forgetPaths(db: DatabaseConnection, environment: string): void {
  const generations = 'SELECT id FROM generations WHERE environment = ?';
  db.run(`DELETE FROM recent_paths WHERE generation IN (${generations})`, environment);
}
