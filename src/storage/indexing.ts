import type { Connection } from './connection';
import { number } from './rows';
import { SEARCHED_TABLES, type SearchedTable } from './search';
import type { Store } from './store';

/** How long nothing must have been written: a batch of uploads is not to be slowed down. */
const IDLE_MS = 300;
/** Rows at once: some milliseconds of work. */
const BATCH = 200;

/**
 * Brings the full-text indexes up to date while nothing else is to be done. Nothing waits for it: a search looks
 * at the rows that are not indexed yet as well, and what a window leaves undone the next one to write does.
 */
export class Indexing {
  readonly #store: Store;
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store) {
    this.#store = store;
    this.#timer = setTimeout(() => {
      this.#goOn();
    }, IDLE_MS).unref();
    store.onWritten(() => {
      this.#timer.refresh();
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #goOn(): void {
    const more = this.#store.inSpareTime((db) => SEARCHED_TABLES.map((table) => indexSome(db, table)));
    if (more?.includes(true) === true) this.#timer.refresh();
  }
}

/** Indexes some rows that are not yet, as they are now. @returns whether there may be more */
export function indexSome(db: Connection, table: SearchedTable): boolean {
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
