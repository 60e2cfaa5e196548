import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection } from '../sqlite/connection';
import { groupByDay } from '../types/days';
import { selectFiles, toKnownFile } from './fileRows';
import { boundOf, number, text } from '../sqlite/rowValues';
import { foundAmongFirst, textFilter, type TextFilter } from '../search/fileSearch';
import { pageOf, placeAfter, sortedBy, type Order } from '../search/pages';
import { allOf, type Conditions } from '../search/words';
import type { OfGeneration } from '../store/generations';
import type {
  CountQuery,
  FileGroup,
  FileQuery,
  FileSort,
  FileState,
  KnownFile,
  Page,
} from '../types/storageTypes';

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

const orders: Record<FileSort, Order> = {
  time: { columns: ['sort_time', 'files.key'], descending: true },
  name: { columns: ['name', 'files.key'], descending: false },
  type: { columns: ['mime_type', 'name', 'files.key'], descending: false },
};

/** One page of files. */
export function listFiles(db: DatabaseConnection, query: OfGeneration<FileQuery>): Page<KnownFile> {
  const { sort = 'time' } = query;
  const order = orders[sort];
  const limit = Math.max(1, Math.trunc(query.limit ?? PAGE));
  const sorted = sortedBy(order);
  // The page's keys first: sorting many whole rows costs several times as much.
  const read = (keys: string, ...values: SQLInputValue[]) => {
    const rows = db.all(`${selectFiles('NOT INDEXED')} WHERE files.key IN (${keys}) ${sorted}`, ...values);
    return pageOf(rows, limit, order, toKnownFile);
  };
  const place = placeAfter(query.after, order);
  const listing = { from: fromFiles(query, sort), conditions: [filters(query), place], order: sorted };
  const near = foundAmongFirst(db, listing, query.text, limit + 1);
  if (near !== undefined) return read('SELECT value FROM json_each(?)', JSON.stringify(near));
  const found = textFilter(db, query.generation, query.text);
  const { where, values } = allOf(filters(query), found, place);
  return read(
    `SELECT files.key ${fromFiles(query, sort, found)} WHERE ${where} ${sorted} LIMIT ?`,
    ...values,
    boundOf(limit + 1),
  );
}

/** @param atMost where to stop counting */
export function countFiles(
  db: DatabaseConnection,
  query: OfGeneration<CountQuery>,
  atMost = Infinity,
): number {
  const { generation, purpose, states } = query;
  if ([query.text, query.from, query.to].every((filter) => filter === undefined)) {
    if (states === undefined) {
      const counts = purposeCounts(db, generation);
      return counts.reduce((sum, { key, count }) => (key === (purpose ?? key) ? sum + count : sum), 0);
    }
    if (states.includes('uploaded')) {
      // Nearly all files are uploaded: it is the others that are counted.
      const others = FILE_STATES.filter((state) => !states.includes(state));
      return (
        countFiles(db, { generation, purpose }) - countFiles(db, { generation, purpose, states: others })
      );
    }
  }
  const listing = { from: fromFiles(query, 'time'), conditions: [filters(query)], order: '' };
  if (foundAmongFirst(db, listing, query.text, atMost) !== undefined) return atMost;
  const found = textFilter(db, generation, query.text);
  const { where, values } = allOf(filters(query), found);
  const rows = `SELECT 1 ${fromFiles(query, 'time', found)} WHERE ${where} LIMIT ?`;
  return db.number(`SELECT count(*) FROM (${rows})`, ...values, boundOf(atMost)) ?? 0;
}

/** Purposes that have files, in name order. */
export function purposeCounts(db: DatabaseConnection, generation: number): FileGroup[] {
  return db
    .all('SELECT purpose, count FROM file_counts WHERE generation = ? AND count > 0', generation)
    .map((row) => ({ key: text(row, 'purpose'), count: number(row, 'count') }));
}

const HOUR = 60 * 60 * 1000;

/** Local days that have files, newest first. Whole hours are counted already; not all days begin with one. */
export function dayCounts(db: DatabaseConnection, generation: number): FileGroup[] {
  const visible = 'FROM files WHERE generation = ? AND forgotten_at IS NULL';
  const counted = (sql: string, from: number, to: number) =>
    from < to ? (db.number(sql, generation, from, to) ?? 0) : 0;
  const rows = `SELECT count(*) ${visible} AND sort_time >= ? AND sort_time < ?`;
  const hours = 'SELECT sum(count) FROM file_hours WHERE generation = ? AND start >= ? AND start < ?';
  return groupByDay(
    (time) => db.number(`SELECT max(sort_time) ${visible} AND sort_time < ?`, generation, time),
    (from, to) => {
      const [first, last] = [Math.ceil(from / HOUR) * HOUR, Math.floor(to / HOUR) * HOUR];
      return counted(rows, from, first) + counted(hours, first, last) + counted(rows, last, to);
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

/**
 * The table, with the index to walk. Chosen here and not by SQLite, which keeps no statistics of the rows and would walk
 * 100,000 of them in order to save sorting ten.
 */
function fromFiles(query: OfGeneration<FileQuery>, sort: FileSort, found?: TextFilter): string {
  // With no state asked for there are no rows, and SQLite has no use for any index.
  if (found?.byKey === true || query.states?.length === 0) return 'FROM files NOT INDEXED';
  if (query.states !== undefined && !query.states.includes('uploaded'))
    return 'FROM files INDEXED BY files_unsettled';
  const purpose = query.purpose === undefined ? '' : 'purpose_';
  const by = (query.from ?? query.to) === undefined ? sort : 'time';
  return `FROM files INDEXED BY files_${purpose}${by}`;
}
