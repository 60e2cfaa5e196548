import { Changes, type Recorder, type Transaction } from './changes';
import { CommitBatcher } from '../sqlite/commitBatcher';
import { isOfKind } from '../../api/model/errors';
import type { DatabaseConnection } from '../sqlite/connection';
import { checkVersion } from '../sqlite/migrations';
import { ClosedError, Database } from './database';
import { withIndexes } from '../search/fileIndex';
import { reclaimSome, withoutWaiting } from './spareTime';
import type { StorageChange, StorageOptions, StorageProblem } from '../types/storageTypes';

export type Work<T> = (db: DatabaseConnection, changed: Recorder) => T;

/** The one place through which the database is read and written. */
export class Store {
  readonly #options: StorageOptions;
  readonly #changes: Changes;
  readonly #database: Database;
  readonly #replaced: ((db: DatabaseConnection) => void)[] = [];
  readonly #written: (() => void)[] = [];
  /** What happened while it could not be written. */
  #owed: (() => void)[] = [];
  /** The transaction that reads and writes join for now. */
  #group: Transaction | undefined;
  readonly #batcher = new CommitBatcher((work) => this.#asGroup(work));
  #reclaims = false;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#changes = new Changes(options.onListenerError);
    this.#database = new Database(options, {
      replaced: (db) => {
        for (const callback of this.#replaced) callback(db);
      },
      opened: (db) => this.#changes.readRevisions(db),
      writableAgain: () => {
        this.#payOwed();
        for (const what of ['files', 'history'] as const) this.#changes.fire({ what });
        this.#notifyWritten();
      },
      problem: (problem) => {
        this.#changes.contain(() => options.onProblem(problem));
      },
    });
  }

  /** Why nothing can be written. */
  get problem(): StorageProblem | undefined {
    return this.#database.problem;
  }

  /** How many statements were run by this connection that may write. */
  get written(): number {
    return this.#database.connection?.written ?? 0;
  }

  /** Reads, what is still to be committed included. @throws after `close` */
  read<T>(work: (db: DatabaseConnection) => T): T {
    this.#batcher.flush();
    return this.readCommitted(work);
  }

  /** Reads what is committed, for what is decided once more later: what waits for its common commit goes on waiting. */
  readCommitted<T>(work: (db: DatabaseConnection) => T): T {
    if (this.#group !== undefined) return work(this.#group.db);
    return this.#database.read((db) => this.#withIndexes(work, db));
  }

  /**
   * Does all of `work` or none of it, then notifies the listeners of the changes that it recorded.
   * @param whenCommitted called once it will stay
   * @throws ConfigurationError while the database cannot be written; after `close`; and whatever `work` throws that is
   * not the file's fault
   */
  write<T>(work: Work<T>, whenCommitted: () => void = () => undefined): T {
    const group = this.#group;
    if (group !== undefined) {
      const result = work(group.db, group.changed);
      group.whenCommitted.push(whenCommitted);
      return result;
    }
    this.#batcher.flush();
    return this.#commit((begun) => {
      begun.whenCommitted.push(whenCommitted);
      return work(begun.db, begun.changed);
    });
  }

  /** Writes, or gives undefined where the database cannot be written: for what may stay undone. */
  tryToWrite<T>(work: Work<T>): T | undefined {
    try {
      return this.write(work);
    } catch (error) {
      if (isOfKind(error, 'configuration')) return undefined;
      throw error;
    }
  }

  /**
   * Writes down what has happened: while the database cannot be written, later, as soon as it can.
   * @param otherwise what to give meanwhile
   */
  writeNowOrLater<T>(write: () => T, otherwise: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!isOfKind(error, 'configuration')) throw error;
      this.#owed.push(write);
      return otherwise();
    }
  }

  /** Whether something happened that could not be written down yet. */
  get owes(): boolean {
    return this.#owed.length > 0;
  }

  /**
   * Does `work`, which reads and writes as it likes, at the end of this turn of the event loop, in one commit
   * with whatever else is asked for until then. It may be done again, so it must bear that.
   * @returns what it gives, once it is committed; rejects with what it throws
   */
  batch<T>(work: () => T): Promise<T> {
    return this.#batcher.add(work);
  }

  /** All that `work` writes in one transaction, or none of it. */
  #asGroup<T>(work: () => T): T {
    return this.#commit((group) => {
      this.#group = group;
      try {
        return work();
      } finally {
        this.#group = undefined;
      }
    });
  }

  #commit<T>(work: (begun: Transaction) => T): T {
    const result = this.#database.write((db) =>
      this.#withIndexes((connection) => this.#changes.commit(connection, work), db),
    );
    this.#notifyWritten();
    return result;
  }

  #payOwed(): void {
    const owed = this.#owed;
    this.#owed = [];
    for (const write of owed) {
      try {
        this.writeNowOrLater(write, () => undefined);
      } catch (error) {
        this.#options.onListenerError?.(error);
      }
    }
  }

  #notifyWritten(): void {
    for (const callback of this.#written) callback();
  }

  /**
   * Does optional work in one transaction: it neither waits for another window, nor is it a problem when it fails.
   * @returns undefined when it was left undone
   */
  inSpareTime<T>(work: (db: DatabaseConnection) => T): T | undefined {
    return this.#whenFree((db) =>
      this.#withIndexes(
        (connection) =>
          connection.transaction(() => {
            checkVersion(connection.raw);
            return work(connection);
          }),
        db,
      ),
    );
  }

  /** Does work without waiting for another window. @returns undefined when the file kept it from being done */
  #whenFree<T>(work: (db: DatabaseConnection) => T): T | undefined {
    const db = this.#database.connection;
    if (db === undefined || this.problem !== undefined) return undefined;
    try {
      return withoutWaiting(db, this.#database.busyTimeoutMs, () => work(db));
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
    if (!this.#reclaims) return false;
    const left = this.#whenFree(reclaimSome);
    if (left === 'done') this.#reclaims = false;
    return left === 'more';
  }

  /**
   * Tries again to write. Nothing grows by it: whether a full disk has room again shows with the next write.
   * @returns the problem that is still there
   */
  tryAgain(): StorageProblem | undefined {
    if (this.problem !== undefined) {
      this.tryToWrite((db) => db.run('UPDATE revisions SET revision = revision + 1'));
    }
    return this.problem;
  }

  /** See `Database.startNewList`. */
  startNewList(): string | undefined {
    this.#batcher.flush();
    return this.#database.startNewList();
  }

  /** Goes over to a new file where another window set this one aside, and tries again to write where that failed. */
  lookForFile(): void {
    this.#batcher.flush();
    this.#database.follow();
    const kind = this.problem?.kind;
    // What takes room is no use to try for nothing, and a newer database stays newer.
    if (this.owes || (kind !== 'full' && kind !== 'newer')) this.tryAgain();
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

  /** Calls back with another database that is about to be used: it has to hold what is in flight. */
  onReplaced(callback: (db: DatabaseConnection) => void): void {
    this.#replaced.push(callback);
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

  #withIndexes<T>(work: (db: DatabaseConnection) => T, db: DatabaseConnection): T {
    return withIndexes(db, work, () => {
      // The rows are indexed again in idle time, which follows a write.
      this.#notifyWritten();
    });
  }
}
