import type { DatabaseConnection } from '../sqlite/connection';
import { number, text } from '../sqlite/rowValues';
import type { StorageChange } from '../types/storageTypes';

type What = StorageChange['what'];
export type Recorder = (change: StorageChange) => void;

/**
 * The listeners of a store, and what they were notified of. The table `revisions` counts the commits of all windows
 * for each kind of data, so that a change of another window is noticed too.
 */
export class Changes {
  readonly #onListenerError: ((error: unknown) => void) | undefined;
  readonly #listeners = new Set<Recorder>();
  /** Revisions as this window knows them: its own commits included, other windows' as last read. */
  readonly #revisions = new Map<What, number>();
  #dataVersion = 0;

  /** @param onListenerError receives what a listener throws */
  constructor(onListenerError: ((error: unknown) => void) | undefined) {
    this.#onListenerError = onListenerError;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that removes this listener; one function may be added twice */
  add(listener: Recorder): () => void {
    const own: Recorder = (change) => {
      listener(change);
    };
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  removeAll(): void {
    this.#listeners.clear();
  }

  fire(change: StorageChange): void {
    for (const listener of [...this.#listeners]) {
      this.contain(() => {
        listener(change);
      });
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

  /** To be called in the transaction that made these changes. */
  count(db: DatabaseConnection, changes: readonly StorageChange[]): void {
    for (const what of kindsOf(changes)) {
      db.run('UPDATE revisions SET revision = revision + 1 WHERE what = ?', what);
    }
  }

  /** To be called after the commit of these changes. */
  committed(changes: readonly StorageChange[]): void {
    for (const what of kindsOf(changes)) this.#revisions.set(what, (this.#revisions.get(what) ?? 0) + 1);
    for (const change of changes) this.fire(change);
  }

  /** The kinds of data that other windows have changed since the last call. */
  ofOthers(db: DatabaseConnection): What[] {
    if (dataVersion(db) === this.#dataVersion) return [];
    const before = new Map(this.#revisions);
    this.readRevisions(db);
    return [...this.#revisions]
      .filter(([what, revision]) => before.get(what) !== revision)
      .map(([what]) => what);
  }

  readRevisions(db: DatabaseConnection): void {
    this.#dataVersion = dataVersion(db);
    for (const row of db.all('SELECT what, revision FROM revisions')) {
      this.#revisions.set(text(row, 'what') as What, number(row, 'revision'));
    }
  }
}

function kindsOf(changes: readonly StorageChange[]): Set<What> {
  return new Set(changes.map((change) => change.what));
}

/** SQLite raises it with every commit of another connection, and with none of ours. */
function dataVersion(db: DatabaseConnection): number {
  return number(db.get('PRAGMA data_version') ?? {}, 'data_version');
}
