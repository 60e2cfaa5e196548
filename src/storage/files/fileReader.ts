import { findSameBytes } from './sameBytes';
import { SELECT_FILES, toKnownFile } from './fileRows';
import { number, boundOf, text } from '../sqlite/rowValues';
import { pagesOf, pageOf, placeAfter, sortedBy, type Order } from '../search/pages';
import type { Store } from '../store/store';
import type { Generations, OfGeneration } from '../store/generations';
import type { CountQuery, FileGroup, FileQuery, KnownFile, Page, FileSort } from '../types/storageTypes';
import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection } from '../sqlite/connection';
import { groupByDay } from '../types/days';
import { FILE_STATES } from '../types/fileStates';
import { foundAmongFirst, textFilter, type Rows } from '../search/fileSearch';
import { allOf } from '../search/words';

const PAGE = 100;

const orders: Record<FileSort, Order> = {
  time: { columns: ['sort_time', 'files.key'], descending: true },
  name: { columns: ['name', 'files.key'], descending: false },
  type: { columns: ['mime_type', 'name', 'files.key'], descending: false },
};

/** One page of files. */
function listFiles(db: DatabaseConnection, query: OfGeneration<FileQuery>): Page<KnownFile> {
  const { sort = 'time' } = query;
  const order = orders[sort];
  const limit = Math.max(1, Math.trunc(query.limit ?? PAGE));
  const sorted = sortedBy(order);
  // The page's keys first: sorting many whole rows costs several times as much.
  const read = (keys: string, ...values: SQLInputValue[]) => {
    const rows = db.all(`${SELECT_FILES} WHERE files.key IN (${keys}) ${sorted}`, ...values);
    return pageOf(rows, limit, order, toKnownFile);
  };
  const listing = { ...rowsOf(query, sort), order: sorted };
  const near = foundAmongFirst(db, listing, query.text, limit + 1);
  if (near !== undefined) return read('SELECT value FROM json_each(?)', JSON.stringify(near));
  const found = textFilter(db, query.generation, query.text);
  const { from } = { ...listing, ...found };
  const { where, values } = allOf(listing, found);
  return read(`SELECT files.key ${from} WHERE ${where} ${sorted} LIMIT ?`, ...values, boundOf(limit + 1));
}

/** @param atMost where to stop counting */
function countFiles(db: DatabaseConnection, query: OfGeneration<CountQuery>, atMost = Infinity): number {
  const { generation, purpose, states } = query;
  if ((query.text ?? query.from ?? query.to) === undefined) {
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
  const listing = { ...rowsOf(query, 'time'), order: '' };
  if (foundAmongFirst(db, listing, query.text, atMost) !== undefined) return atMost;
  const found = textFilter(db, generation, query.text);
  const { from } = { ...listing, ...found };
  const { where, values } = allOf(listing, found);
  const sql = `SELECT count(*) FROM (SELECT 1 ${from} WHERE ${where} LIMIT ?)`;
  return db.number(sql, ...values, boundOf(atMost)) ?? 0;
}

/** Purposes that have files, in name order. */
function purposeCounts(db: DatabaseConnection, generation: number): FileGroup[] {
  return db
    .all('SELECT purpose, count FROM file_counts WHERE generation = ? AND count > 0', generation)
    .map((row) => ({ key: text(row, 'purpose'), count: number(row, 'count') }));
}

const HOUR = 60 * 60 * 1000;

/** Local days that have files, newest first. Whole hours are counted already; not all days begin with one. */
function dayCounts(db: DatabaseConnection, generation: number): FileGroup[] {
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

/**
 * What the rows of a list meet, and the table with the index to walk. Chosen here and not by SQLite, which keeps no
 * statistics of the rows and would walk 100,000 of them in order to save sorting ten.
 */
function rowsOf(query: OfGeneration<FileQuery>, sort: FileSort): Rows {
  const { generation, purpose, from, to, states, after } = query;
  const place = placeAfter(after, orders[sort]);
  const sql = ['generation = ?', 'forgotten_at IS NULL', ...place.sql];
  const values = [generation, ...place.values];
  let by: string = sort;
  const add = (condition: string, ...bound: SQLInputValue[]) => {
    sql.push(condition);
    values.push(...bound);
  };
  if (from !== undefined) {
    add('sort_time >= ?', from);
    by = 'time';
  }
  if (to !== undefined) {
    add('sort_time < ?', to);
    by = 'time';
  }
  if (purpose !== undefined) {
    add('purpose = ?', purpose);
    by = `purpose_${by}`;
  }
  if (states !== undefined) {
    // With no state asked for there are no rows; of an empty list SQLite would see that, and use no index.
    add(`state IN (${['NULL', ...states.map(() => '?')].join(', ')})`, ...states);
    if (!states.includes('uploaded')) {
      // Said in words that let SQLite use the index of what is not uploaded.
      add("state <> 'uploaded'");
      by = 'unsettled';
    }
  }
  return { from: `FROM files INDEXED BY files_${by}`, sql, values };
}

/** The half of the registry that reads. */
export class FileReader {
  protected readonly store: Store;
  protected readonly generations: Generations;

  constructor(store: Store, generations: Generations) {
    this.store = store;
    this.generations = generations;
  }

  /** The rows of the same bytes for the same purpose that are uploaded or may have arrived, what is certain first. */
  findSameBytes(environment: string, sha256: string, purpose: string): KnownFile[] {
    return this.generations.read(environment, (db, generation) =>
      findSameBytes(db, { generation, sha256, purpose }),
    );
  }

  /** Remembers which rows are uploaded now. @returns whether a row was */
  uploadedNow(environment: string): (key: number) => boolean {
    return this.generations.read(environment, (db, generation) => {
      const newest = db.number('SELECT max(key) FROM files') ?? 0;
      // In two halves, each of which has an index: nearly all rows are uploaded.
      const rows = db.all(
        `SELECT key FROM files WHERE generation = ?1 AND state <> 'uploaded' AND forgotten_at IS NULL
         UNION ALL SELECT key FROM files WHERE generation = ?1 AND state <> 'uploaded' AND forgotten_at IS NOT NULL`,
        generation,
      );
      const others = new Set(rows.map((row) => number(row, 'key')));
      return (key) => key <= newest && !others.has(key);
    });
  }

  get(environment: string, fileId: string): KnownFile | undefined {
    return this.rowsOf(environment, fileId)[0];
  }

  /** The rows of a file, the oldest first: more than one where several uploads turned out to be it. */
  rowsOf(environment: string, fileId: string): KnownFile[] {
    const shown = 'generation = ? AND file_id = ? AND forgotten_at IS NULL';
    return this.generations
      .read(environment, (db, generation) =>
        db.all(`${SELECT_FILES} WHERE ${shown} ORDER BY files.key`, generation, fileId),
      )
      .map(toKnownFile);
  }

  /**
   * The row with that file id, also one that is forgotten, as long as it could still be restored.
   * @param identity of its account; the environment's current one unless given
   */
  remembered(environment: string, fileId: string, identity?: string): KnownFile | undefined {
    return this.#one('generation = ? AND file_id = ?', this.generations.of(environment, identity), fileId);
  }

  getByKey(key: number): KnownFile | undefined {
    return this.#one('files.key = ? AND forgotten_at IS NULL', key);
  }

  /** Whether a file of any environment is known by an id. Without one there is nothing to look for. */
  hasIds(): boolean {
    return (
      this.store.read((db) => db.get('SELECT 1 FROM files WHERE file_id IS NOT NULL LIMIT 1')) !== undefined
    );
  }

  /** Which of these ids are known: one exact lookup each. */
  known(environment: string, fileIds: readonly string[]): ReadonlyMap<string, KnownFile> {
    const found = new Map<string, KnownFile>();
    for (const id of new Set(fileIds)) {
      const file = this.get(environment, id);
      if (file !== undefined) found.set(id, file);
    }
    return found;
  }

  list(query: FileQuery): Page<KnownFile> {
    return this.generations.read(query.environment, (db, generation) =>
      listFiles(db, { ...query, generation }),
    );
  }

  /** All that a query lists, in pages of its limit. */
  pages(query: Omit<FileQuery, 'after'>): Iterable<readonly KnownFile[]> {
    return pagesOf((after) => this.list({ ...query, after }));
  }

  /** @param atMost where to stop counting: with a text that nearly all have, an exact count looks at every row */
  count(query: CountQuery, atMost?: number): number {
    return this.generations.read(query.environment, (db, generation) =>
      countFiles(db, { ...query, generation }, atMost),
    );
  }

  /** Groups with their counts: by purpose in name order, by local day newest first. */
  groups(environment: string, by: 'purpose' | 'day'): FileGroup[] {
    return this.generations.read(environment, by === 'day' ? dayCounts : purposeCounts);
  }

  #one(conditions: string, ...values: (string | number)[]): KnownFile | undefined {
    const row = this.store.read((db) =>
      db.get(`${SELECT_FILES} WHERE ${conditions} ORDER BY files.key LIMIT 1`, ...values),
    );
    return row === undefined ? undefined : toKnownFile(row);
  }
}
