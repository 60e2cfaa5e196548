import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from '../sqlite/connection';
import { checkVersion } from '../sqlite/migrations';
import { number, text } from '../sqlite/rowValues';
import type { StorageChange } from '../types/storageTypes';

type What = StorageChange['what'];
export type Recorder = (change: StorageChange) => void;

/** A transaction under way. */
export interface Transaction {
  readonly db: DatabaseConnection;
  readonly changed: Recorder;
  readonly whenCommitted: (() => void)[];
}

/**
 * The listeners of a store, and what they were notified of. The table `revisions` counts the commits of all windows
 * for each kind of data, so that a change of another window is noticed too.
 */
export class Changes {
  readonly #onListenerError: ((error: unknown) => void) | undefined;
  readonly #listeners = new Set<Recorder>();
  /** Revisions as this window knows them: its own commits included, other windows' as last read. */
  readonly #revisions = new Map<What, number>();

  /** @param onListenerError receives what a listener throws */
  constructor(onListenerError: ((error: unknown) => void) | undefined) {
    this.#onListenerError = onListenerError;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that removes this listener; one function may be added twice */
  add(listener: Recorder): () => void {
    // In its own context: what it does is not done on behalf of whoever has written.
    const own = AsyncLocalStorage.bind((change: StorageChange) => listener(change));
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  removeAll(): void {
    this.#listeners.clear();
  }

  fire(change: StorageChange): void {
    for (const listener of [...this.#listeners]) {
      this.contain(() => listener(change));
    }
  }

  /** Calls a listener. Its error is passed to `onListenerError`, because the commit has been made. */
  contain(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onListenerError?.(error);
    }
  }

  /**
   * Does all of `work` in one transaction, or none of it. After the commit it calls back, and notifies the listeners of
   * the recorded changes.
   */
  commit<T>(db: DatabaseConnection, work: (begun: Transaction) => T): T {
    const changes: StorageChange[] = [];
    const whenCommitted: (() => void)[] = [];
    const kinds = new Set<What>();
    const result = db.transaction(() => {
      // Another window may be of a newer version, and have changed the tables meanwhile.
      checkVersion(db.raw);
      const done = work({ db, changed: (change) => changes.push(change), whenCommitted });
      for (const { what } of changes) kinds.add(what);
      for (const what of kinds) db.run('UPDATE revisions SET revision = revision + 1 WHERE what = ?', what);
      return done;
    });
    for (const callback of whenCommitted) callback();
    for (const what of kinds) this.#revisions.set(what, (this.#revisions.get(what) ?? 0) + 1);
    for (const change of changes) this.fire(change);
    return result;
  }

  /** The kinds of data that other windows have changed since the last call. */
  ofOthers(db: DatabaseConnection): What[] {
    const before = new Map(this.#revisions);
    this.readRevisions(db);
    return [...this.#revisions]
      .filter(([what, revision]) => before.get(what) !== revision)
      .map(([what]) => what);
  }

  readRevisions(db: DatabaseConnection): void {
    for (const row of db.all('SELECT what, revision FROM revisions')) {
      this.#revisions.set(text(row, 'what') as What, number(row, 'revision'));
    }
  }
}
