import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection } from '../database/connection';
import { decodeCursor, encodeCursor, type CursorValues } from '../database/cursor';
import { groupByDay } from '../days';
import { selectFiles, toKnownFile } from './fileRows';
import { boundOf, number, optionalNumber, text } from '../database/rowValues';
import { textFilter, type Conditions, type TextFilter } from '../search/search';
import type { CountQuery, FileGroup, FileQuery, FileSort, FileState, KnownFile, Page } from '../storageTypes';

const PAGE = 100;
const FILE_STATES: readonly FileState[] = [
  'pending',
  'uploading',
  'uploaded',
  'failed',
  'cancelled',
  'unknown',
  'not-sent',
];

/** A query for the rows of one generation of the environment. */
type OfGeneration<Q> = Omit<Q, 'environment'> & { readonly generation: number };

interface Order {
  /** The last one is the key, so that no two rows are equal. */
  readonly columns: readonly string[];
  readonly descending: boolean;
  readonly place: (file: KnownFile) => CursorValues;
}

const orders: Record<FileSort, Order> = {
  time: {
    columns: ['sort_time', 'files.key'],
    descending: true,
    place: ({ sortTime, key }) => [sortTime, key],
  },
  name: {
    columns: ['name', 'files.key'],
    descending: false,
    place: ({ name, key }) => [name, key],
  },
  type: {
    columns: ['mime_type', 'name', 'files.key'],
    descending: false,
    place: ({ mimeType, name, key }) => [mimeType, name, key],
  },
};

/** One page of files. @throws RangeError for a cursor of another order */
export function listFiles(db: DatabaseConnection, query: OfGeneration<FileQuery>): Page<KnownFile> {
  const sort = query.sort ?? 'time';
  const order = orders[sort];
  const limit = Math.max(1, Math.trunc(query.limit ?? PAGE));
  const found = textFilter(db, 'files', query.generation, query.text);
  const conditions = [filters(query), found, placeAfter(query.after, sort, order)];
  const direction = order.descending ? ' DESC' : '';
  const sorted = `ORDER BY ${order.columns.map((column) => column + direction).join(', ')}`;
  // The page's keys first: sorting many whole rows costs several times as much.
  const keys = `SELECT files.key FROM files ${indexFor(query, found, sort)}
    WHERE ${conditions.flatMap(({ sql }) => sql).join(' AND ')} ${sorted} LIMIT ?`;
  const rows = db.all(
    `${selectFiles('NOT INDEXED')} WHERE files.key IN (${keys}) ${sorted}`,
    ...conditions.flatMap(({ values }) => values),
    limit + 1,
  );
  const items = rows.slice(0, limit).map(toKnownFile);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, next: encodeCursor(sort, order.place(last)) };
}

/** @param atMost where to stop counting */
export function countFiles(
  db: DatabaseConnection,
  query: OfGeneration<CountQuery>,
  atMost = Infinity,
): number {
  const { generation, purpose, states } = query;
  const unfiltered = [query.text, query.from, query.to].every((filter) => filter === undefined);
  if (unfiltered && states === undefined) {
    const counts = purposeCounts(db, generation);
    return counts.reduce((sum, { key, count }) => (key === (purpose ?? key) ? sum + count : sum), 0);
  }
  if (unfiltered && states?.includes('uploaded') === true) {
    // Nearly all files are uploaded: it is the others that are counted.
    const others = FILE_STATES.filter((state) => !states.includes(state));
    return countFiles(db, { generation, purpose }) - countFiles(db, { generation, purpose, states: others });
  }
  const found = textFilter(db, 'files', generation, query.text);
  const conditions = [filters(query), found];
  const row = db.get(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM files ${indexFor(query, found, 'time')}
       WHERE ${conditions.flatMap(({ sql }) => sql).join(' AND ')} LIMIT ?
     )`,
    ...conditions.flatMap(({ values }) => values),
    boundOf(atMost),
  );
  return row === undefined ? 0 : number(row, 'count');
}

/** Purposes that have files, in name order. */
export function purposeCounts(db: DatabaseConnection, generation: number): FileGroup[] {
  return db
    .all('SELECT purpose, count FROM file_counts WHERE generation = ? AND count > 0', generation)
    .map((row) => ({ key: text(row, 'purpose'), count: number(row, 'count') }));
}

export function dayCounts(db: DatabaseConnection, generation: number): FileGroup[] {
  const visible = 'FROM files WHERE generation = ? AND forgotten_at IS NULL';
  return groupByDay(
    (time) => {
      const row = db.get(`SELECT max(sort_time) AS time ${visible} AND sort_time < ?`, generation, time);
      return optionalNumber(row ?? {}, 'time');
    },
    (from, to) => {
      const range = `SELECT count(*) AS count ${visible} AND sort_time >= ? AND sort_time < ?`;
      return number(db.get(range, generation, from, to) ?? {}, 'count');
    },
  );
}

function filters({ generation, purpose, from, to, states }: OfGeneration<FileQuery>): Conditions {
  const sql = ['generation = ?', 'forgotten_at IS NULL'];
  const values: SQLInputValue[] = [generation];
  const add = (condition: string, ...bound: SQLInputValue[]) => {
    sql.push(condition);
    values.push(...bound);
  };
  if (purpose !== undefined) add('purpose = ?', purpose);
  if (from !== undefined) add('sort_time >= ?', from);
  if (to !== undefined) add('sort_time < ?', to);
  if (states !== undefined) {
    add(`state IN (${states.map(() => '?').join(', ')})`, ...states);
    // Said in words that let SQLite use the index of what is not uploaded.
    if (!states.includes('uploaded')) add("state <> 'uploaded'");
  }
  return { sql, values };
}

function placeAfter(cursor: string | undefined, sort: FileSort, order: Order): Conditions {
  if (cursor === undefined) return { sql: [], values: [] };
  const values = decodeCursor(cursor, sort, order.columns.length);
  const marks = values.map(() => '?').join(', ');
  return { sql: [`(${order.columns.join(', ')}) ${order.descending ? '<' : '>'} (${marks})`], values };
}

/**
 * Which index to walk. Chosen here and not by SQLite, which keeps no statistics of the rows and would walk
 * 100,000 of them in order to save sorting ten.
 */
function indexFor(query: OfGeneration<FileQuery>, found: TextFilter, sort: FileSort): string {
  // With no state asked for there are no rows, and SQLite has no use for any index.
  if (found.byKey || query.states?.length === 0) return 'NOT INDEXED';
  if (query.states !== undefined && !query.states.includes('uploaded')) return 'INDEXED BY files_unsettled';
  const byRange = query.from !== undefined || query.to !== undefined;
  const purpose = query.purpose === undefined ? '' : 'purpose_';
  return `INDEXED BY files_${purpose}${byRange ? 'time' : sort}`;
}
