import type { DatabaseConnection, Row } from '../sqlite/connection';
import { emptyIndex } from '../search/fileIndex';
import { number, text } from '../sqlite/rowValues';
import type { Store } from './store';

/**
 * What distinguishes the account behind an environment from another one of the same id: the origins of its requests,
 * or the reset of the Local Sandbox. Undefined while it is not known, as without an address.
 */
export type IdentityOf = (environment: string) => string | undefined;

/** A query for the rows of one generation of the environment. */
export type OfGeneration<Q> = Omit<Q, 'environment'> & { readonly generation: number };

/** Means a generation without rows: ids of rows are above it. `number` gives it for a row that is not there. */
const NONE = 0;
/** The identity of rows that were written while the account was not known. No account has it, so they are never shown. */
const UNKNOWN = '';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows of an account that is not behind its environment any more are kept for so long, in case it comes back. */
const HIDDEN_MS = 180 * DAY_MS;
/** Some milliseconds of work. */
const DROPPED_AT_ONCE = 200;

/**
 * The generations of the environments. Callers name an environment and mean its current generation; rows of another
 * one are never found for them. Nothing is remembered here: another window may add or drop a generation at any time.
 */
export class Generations {
  readonly #store: Store;
  readonly #identityOf: IdentityOf;
  /** The identities at the last look, to notify listeners of a change. */
  readonly #seen = new Map<string, string | undefined>();

  constructor(store: Store, identityOf: IdentityOf) {
    this.#store = store;
    this.#identityOf = identityOf;
  }

  /** The current generation of an environment, for reading; one that has no rows when nothing is kept for it. */
  current(environment: string): number {
    const identity = this.#identityOf(environment);
    this.#seen.set(environment, identity);
    return identity === undefined ? NONE : this.of(environment, identity);
  }

  /** Reads with the current generation of an environment. */
  read<T>(environment: string, work: (db: DatabaseConnection, generation: number) => T): T {
    const generation = this.current(environment);
    return this.#store.read((db) => work(db, generation));
  }

  /** Whether the account of an environment is known: not where its address is missing. */
  hasAccount(environment: string): boolean {
    return this.#identityOf(environment) !== undefined;
  }

  /** The generation of the account with that identity; the current one unless given. */
  of(environment: string, identity?: string): number {
    if (identity === undefined) return this.current(environment);
    return this.#store.read((db) => this.find(db, environment, identity));
  }

  /** The generation of the account with that identity, by what a connection sees. */
  find(db: DatabaseConnection, environment: string, identity: string): number {
    return number(find(db, environment, identity) ?? {}, 'id');
  }

  /**
   * The generation that a new row belongs to; made if there is none.
   * @param identity of the account that the row is about; the current one of the environment unless given
   */
  forWriting(db: DatabaseConnection, environment: string, identity = this.#identityOf(environment)): number {
    const known = find(db, environment, identity ?? UNKNOWN);
    const now = Date.now();
    if (known !== undefined) {
      const id = number(known, 'id');
      if (number(known, 'last_used') < now - DAY_MS)
        db.run('UPDATE generations SET last_used = ? WHERE id = ?', now, id);
      return id;
    }
    return db.insert('generations', { environment, identity: identity ?? UNKNOWN, last_used: now });
  }

  /** All generations of an environment, the current one included. */
  allOf(db: DatabaseConnection, environment: string): number[] {
    return db
      .all('SELECT id FROM generations WHERE environment = ?', environment)
      .map((row) => number(row, 'id'));
  }

  /** Whether anything was ever kept for an environment of that id. */
  isKnown(environment: string): boolean {
    return this.#store.read((db) => this.allOf(db, environment).length > 0);
  }

  /** The current generation of every environment that has one. */
  allCurrent(): number[] {
    const rows = this.#store.read((db) => db.all('SELECT DISTINCT environment FROM generations'));
    return rows.map((row) => this.current(text(row, 'environment'))).filter((id) => id !== NONE);
  }

  /** The environments whose account is another one than at the last look. */
  changed(): string[] {
    return [...this.#seen].flatMap(([environment, before]) => {
      const identity = this.#identityOf(environment);
      this.#seen.set(environment, identity);
      return identity === before ? [] : [environment];
    });
  }

  /**
   * Drops some rows of accounts that were left 180 days ago for another one behind the same environment. Work for idle
   * time. Nothing is dropped for an environment without an address: its account may be the same again.
   * @returns whether there may be more to drop
   */
  dropOld(): boolean {
    const dropped = this.#store.inSpareTime((db) => {
      const old = db.all('SELECT * FROM generations WHERE last_used < ?', Date.now() - HIDDEN_MS);
      const left = old.filter((row) => {
        const current = this.#identityOf(text(row, 'environment'));
        return current !== undefined && text(row, 'identity') !== current;
      });
      return left.reduce((sum, row) => sum + dropSome(db, number(row, 'id')), 0);
    });
    const isMore = (dropped ?? 0) > 0;
    if (isMore) this.#store.reclaimSoon();
    return isMore;
  }
}

/** @returns how many files and exchanges; with the last of them goes the generation itself */
function dropSome(db: DatabaseConnection, generation: number): number {
  const some = (table: string, condition: string) =>
    db.run(
      `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE generation = ? ${condition} LIMIT ?)`,
      generation,
      DROPPED_AT_ONCE,
    );
  const dropped = some('files', 'AND session IS NULL') + some('exchanges', '');
  if (dropped > 0) return dropped;
  const tables = ['files', 'exchanges', 'writes'];
  const isEmpty = tables.every(
    (table) => db.get(`SELECT 1 FROM ${table} WHERE generation = ? LIMIT 1`, generation) === undefined,
  );
  if (!isEmpty) return 0;
  db.run('DELETE FROM recent_paths WHERE generation = ?', generation);
  emptyIndex(db);
  return db.run('DELETE FROM generations WHERE id = ?', generation);
}

function find(db: DatabaseConnection, environment: string, identity: string): Row | undefined {
  return db.get(
    'SELECT id, last_used FROM generations WHERE environment = ? AND identity = ?',
    environment,
    identity,
  );
}
