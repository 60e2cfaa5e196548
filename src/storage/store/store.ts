import { Changes, type Recorder } from './changes';
import { CommitBatcher } from '../sqlite/commitBatcher';
import type { DatabaseConnection } from '../sqlite/connection';
import { Failover } from './failover';
import { withIndexes } from '../search/searchIndexes';
import { reclaimSome, withoutWaiting } from './spareTime';
import { commit, type Transaction } from './transaction';
import type { StorageChange, StorageOptions } from '../types/storageTypes';

export type Work<T> = (db: DatabaseConnection, changed: Recorder) => T;

/**
 * The one place through which the database is read and written. When the file fails under it, the same work is
 * done again in memory, so that an upload does not stop because it cannot be remembered.
 */
export class Store {
  readonly #options: StorageOptions;
  readonly #changes: Changes;
  readonly #database: Failover;
  readonly #moved: ((memory: DatabaseConnection) => void)[] = [];
  readonly #written: (() => void)[] = [];
  /** The transaction that reads and writes join for now. */
  #group: Transaction | undefined;
  readonly #batcher = new CommitBatcher((work) => this.#asGroup(work));
  #reclaims = false;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#changes = new Changes(options.onListenerError);
    this.#database = new Failover(options, {
      prepare: (db) => {
        for (const callback of this.#moved) callback(db);
      },
      opened: (db) => {
        this.#changes.readRevisions(db);
      },
      rowsReplaced: () => {
        for (const what of ['files', 'history'] as const) this.#changes.fire({ what });
        this.#notifyWritten();
      },
      problem: (problem) => {
        this.#changes.contain(() => {
          options.onProblem(problem);
        });
      },
    });
  }

  /** False when this window works in memory only. */
  get persistent(): boolean {
    return this.#database.persistent;
  }

  /** How many statements were run on the file by this connection; 0 while work goes on in memory. */
  get written(): number {
    return this.persistent ? (this.#database.connection?.written ?? 0) : 0;
  }

  /** Reads, what is still to be committed included. @throws after `close` */
  read<T>(work: (db: DatabaseConnection) => T): T {
    return this.#attempt(work);
  }

  /**
   * Does all of `work` or none of it, then notifies the listeners of the changes that it recorded.
   * @param whenCommitted called once it will stay
   * @throws after `close`, and whatever `work` throws that is not the file's fault
   */
  write<T>(work: Work<T>, whenCommitted: () => void = () => undefined): T {
    const group = this.#group;
    if (group !== undefined) {
      const result = work(group.db, group.changed);
      group.whenCommitted.push(whenCommitted);
      return result;
    }
    return this.#attempt((db) =>
      this.#commit(db, (begun) => {
        begun.whenCommitted.push(whenCommitted);
        return work(db, begun.changed);
      }),
    );
  }

  /**
   * Does `work`, which reads and writes as it likes, at the end of this turn of the event loop, in one commit
   * with whatever else is asked for until then. It may be done again, so it must bear that.
   * @returns what it gives, once it is committed; rejects with what it throws
   */
  batch<T>(work: () => T): Promise<T> {
    return this.#batcher.add(work);
  }

  /** All that `work` writes in one transaction, or none of it. When the file fails, nothing takes its place. */
  #asGroup<T>(work: () => T): T {
    const { connection } = this.#database;
    if (connection === undefined) throw new ClosedError();
    return this.#commit(connection, (group) => {
      this.#group = group;
      try {
        return work();
      } finally {
        this.#group = undefined;
      }
    });
  }

  #commit<T>(db: DatabaseConnection, work: (begun: Transaction) => T): T {
    const result = commit(db, this.#changes, work);
    this.#notifyWritten();
    return result;
  }

  #notifyWritten(): void {
    for (const callback of this.#written) callback();
  }

  /**
   * Does optional work in one transaction: it neither waits for another window nor
   * gives up the file when it fails.
   * @returns undefined when it was left undone
   */
  inSpareTime<T>(work: (db: DatabaseConnection) => T): T | undefined {
    const db = this.#database.connection;
    if (db === undefined) return undefined;
    return this.#whenFree(db, () =>
      this.#withIndexes((connection) => connection.transaction(() => work(connection)), db),
    );
  }

  /** Does work without waiting for another window. @returns undefined when the file kept it from being done */
  #whenFree<T>(db: DatabaseConnection, work: () => T): T | undefined {
    try {
      return withoutWaiting(db, this.#database.busyTimeoutMs, work);
    } catch (error) {
      if (this.#database.kindOf(error) === undefined) this.#options.onListenerError?.(error);
      return undefined;
    }
  }

  /** Something was dropped: its room is given back, and its content overwritten, once there is time. */
  reclaimSoon(): void {
    this.#reclaims = true;
  }

  /**
   * Gives some free pages of the file back, and at last empties the log, which may still hold what was dropped.
   * @returns whether there is more to do
   */
  reclaim(): boolean {
    const db = this.#database.connection;
    if (db === undefined || !this.#reclaims || !this.persistent) return false;
    const left = this.#whenFree(db, () => reclaimSome(db));
    if (left === 'done') this.#reclaims = false;
    return left === 'more';
  }

  /** Whether this window works in memory until the file can be used again. */
  get awaitsFile(): boolean {
    return this.#database.awaitsFile;
  }

  /**
   * Goes back to the file once it can be written again, with what was written in memory meanwhile; and over to the new
   * file where another window set this one aside.
   */
  lookForFile(): void {
    if (!this.isOpen || this.#group !== undefined) return;
    this.#batcher.flush();
    this.#database.lookForFile();
  }

  /** Calls back after every `write`. */
  onWritten(callback: () => void): void {
    this.#written.push(callback);
  }

  /** Notifies the listeners of a change that has another cause than a commit. */
  announce(change: StorageChange): void {
    this.#changes.fire(change);
  }

  /**
   * Notifies the listeners of what other windows have committed since the last call.
   * @returns whether there was anything
   */
  lookForOthers(): boolean {
    const changed = this.read((db) => this.#changes.ofOthers(db));
    for (const what of changed) this.#changes.fire({ what });
    return changed.length > 0;
  }

  /** Calls back with the memory database that work goes on in, after what could be read was put there. */
  onMoved(callback: (memory: DatabaseConnection) => void): void {
    this.#moved.push(callback);
  }

  /** @throws after `close` */
  listen(listener: Recorder): () => void {
    if (!this.isOpen) throw new ClosedError();
    return this.#changes.add(listener);
  }

  get hasListeners(): boolean {
    return this.#changes.hasListeners;
  }

  close(): void {
    this.#batcher.flush();
    this.#database.close();
    this.#changes.removeAll();
  }

  get isOpen(): boolean {
    return this.#database.connection !== undefined;
  }

  #attempt<T>(work: (db: DatabaseConnection) => T): T {
    if (this.#group !== undefined) return work(this.#group.db);
    this.#batcher.flush();
    const { connection } = this.#database;
    if (connection === undefined) throw new ClosedError();
    try {
      return this.#withIndexes(work, connection);
    } catch (error) {
      const kind = this.#database.kindOf(error);
      if (!this.persistent || kind === undefined) throw error;
      return work(this.#database.moveToMemory(kind, connection));
    }
  }

  #withIndexes<T>(work: (db: DatabaseConnection) => T, db: DatabaseConnection): T {
    return withIndexes(db, work, () => {
      // The rows are indexed again in idle time, which follows a write.
      this.#notifyWritten();
    });
  }
}

/** The storage was used after `close`. */
class ClosedError extends Error {
  constructor() {
    super('The storage is closed.');
  }
}
