import type { DatabaseConnection } from './connection';
import { markDamaged } from './recovery/damage';
import { fileNumber, kindOf, openDatabase, openMemory, openReadOnly, reopen } from './database';
import { bringBack, recordChanges } from './recovery/comeback';
import { describeProblem, type ProblemKind } from './recovery/problems';
import { Changes, type Recorder } from './changes';
import { RetryPace } from './recovery/retryPace';
import { salvage } from './recovery/salvage';
import { withIndexes } from './recovery/searchIndexes';
import { CommitBatcher } from './commitBatcher';
import { reclaimSome, withoutWaiting } from './spareTime';
import { commit, type Transaction } from './transaction';
import type { StorageChange, StorageOptions, StorageProblem } from '../storageTypes';

const BUSY_TIMEOUT_MS = 5000;

export type Work<T> = (db: DatabaseConnection, changed: Recorder) => T;

/** Problems in which what was kept can still be read, and so be taken along into memory. */
const READABLE: readonly ProblemKind[] = ['full', 'read-only', 'locked'];

/** Problems that may pass while the window is open: the file is then used again. */
const PASSING: readonly ProblemKind[] = [...READABLE, 'unavailable'];

/**
 * The one place through which the database is read and written. When the file fails under it, the same work is
 * done again in memory, so that an upload does not stop because it cannot be remembered.
 */
export class Store {
  readonly #options: StorageOptions;
  readonly #changes: Changes;
  readonly #reported = new Set<ProblemKind>();
  readonly #moved: ((memory: DatabaseConnection) => void)[] = [];
  readonly #written: (() => void)[] = [];
  #connection: DatabaseConnection | undefined;
  #persistent: boolean;
  /** The transaction that reads and writes join for now. */
  #group: Transaction | undefined;
  readonly #batcher = new CommitBatcher((work) => this.#asGroup(work));
  #reclaims = false;
  /** The passing problem that keeps this window in memory. */
  #awaited: ProblemKind | undefined;
  readonly #pace = new RetryPace();
  #fileNumber: bigint | undefined;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#changes = new Changes(options.onListenerError);
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS, maxPages } = options;
    const opened = openDatabase({ file, busyTimeoutMs, maxPages });
    this.#connection = opened.connection;
    this.#persistent = opened.persistent;
    if (opened.problem !== undefined) this.#report(opened.problem);
    const kind = opened.problem?.kind;
    if (kind !== undefined && READABLE.includes(kind)) {
      this.#takeAlong(openReadOnly(file, kind), opened.connection);
    }
    if (kind !== undefined) this.#mayComeBack(kind, opened.connection);
    this.#fileNumber = fileNumber(file);
    this.#changes.readRevisions(opened.connection);
  }

  /** False when this window works in memory only. */
  get persistent(): boolean {
    return this.#persistent;
  }

  /** How many statements were run on the file by this connection; 0 while work goes on in memory. */
  get written(): number {
    return this.#persistent ? (this.#connection?.written ?? 0) : 0;
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
    if (this.#connection === undefined) throw new ClosedError();
    return this.#commit(this.#connection, (group) => {
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
    const db = this.#connection;
    if (db === undefined) return undefined;
    return this.#whenFree(db, () =>
      this.#withIndexes((connection) => connection.transaction(() => work(connection)), db),
    );
  }

  /** Does work without waiting for another window. @returns undefined when the file kept it from being done */
  #whenFree<T>(db: DatabaseConnection, work: () => T): T | undefined {
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS } = this.#options;
    try {
      return withoutWaiting(db, busyTimeoutMs, work);
    } catch (error) {
      if (kindOf(error, file) === undefined) this.#options.onListenerError?.(error);
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
    const db = this.#connection;
    if (db === undefined || !this.#reclaims || !this.#persistent) return false;
    const left = this.#whenFree(db, () => reclaimSome(db));
    if (left === 'done') this.#reclaims = false;
    return left === 'more';
  }

  /** Whether this window works in memory until the file can be used again. */
  get awaitsFile(): boolean {
    return this.#awaited !== undefined;
  }

  /**
   * Goes back to the file once it can be written again, with what was written in memory meanwhile; and over to the new
   * file where another window set this one aside.
   */
  lookForFile(): void {
    if (this.#connection === undefined || this.#group !== undefined) return;
    this.#batcher.flush();
    if (this.#awaited !== undefined) this.#lookAgain(this.#connection, this.#awaited);
    else if (this.#persistent) this.#followFile(this.#connection);
  }

  #lookAgain(memory: DatabaseConnection, problem: ProblemKind): void {
    if (this.#pace.isDue() && !this.#comeBack(memory, problem)) this.#pace.failed(problem === 'locked');
  }

  #comeBack(memory: DatabaseConnection, problem: ProblemKind): boolean {
    const file = reopen(this.#options);
    if (file === undefined) return false;
    try {
      bringBack(memory, file);
    } catch (error) {
      // Locked or full again in between, say: a later look tries again, and nothing is lost.
      file.close();
      if (kindOf(error, this.#options.file) === undefined) this.#options.onListenerError?.(error);
      return false;
    }
    this.#awaited = undefined;
    this.#pace.succeeded();
    this.#persistent = true;
    this.#reported.delete(problem);
    this.#use(file, memory);
    return true;
  }

  #followFile(old: DatabaseConnection): void {
    const now = fileNumber(this.#options.file);
    if (now === undefined || now === this.#fileNumber) return;
    const file = reopen(this.#options);
    if (file === undefined) return;
    try {
      for (const callback of this.#moved) callback(file);
    } catch (error) {
      // Another window writes at this moment: the next look tries again.
      file.close();
      if (kindOf(error, this.#options.file) === undefined) this.#options.onListenerError?.(error);
      return;
    }
    this.#use(file, old);
    this.#report(describeProblem('replaced', this.#options.file));
  }

  #use(file: DatabaseConnection, old: DatabaseConnection): void {
    const { busyTimeoutMs = BUSY_TIMEOUT_MS } = this.#options;
    file.raw.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    this.#fileNumber = fileNumber(this.#options.file);
    this.#connection = file;
    old.close();
    this.#changes.readRevisions(file);
    for (const what of ['files', 'history'] as const) this.#changes.fire({ what });
    this.#notifyWritten();
  }

  #mayComeBack(problem: ProblemKind, memory: DatabaseConnection): void {
    if (!PASSING.includes(problem)) return;
    this.#awaited = problem;
    recordChanges(memory);
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
    if (this.#connection === undefined) throw new ClosedError();
    return this.#changes.add(listener);
  }

  get hasListeners(): boolean {
    return this.#changes.hasListeners;
  }

  close(): void {
    this.#batcher.flush();
    // The last chance for what is in memory only.
    if (this.#connection !== undefined && this.#awaited !== undefined)
      this.#comeBack(this.#connection, this.#awaited);
    this.#changes.removeAll();
    this.#connection?.close();
    this.#connection = undefined;
  }

  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  #attempt<T>(work: (db: DatabaseConnection) => T): T {
    if (this.#group !== undefined) return work(this.#group.db);
    this.#batcher.flush();
    if (this.#connection === undefined) throw new ClosedError();
    try {
      return this.#withIndexes(work, this.#connection);
    } catch (error) {
      const kind = kindOf(error, this.#options.file);
      if (!this.#persistent || kind === undefined) throw error;
      return work(this.#moveToMemory(kind, this.#connection));
    }
  }

  #withIndexes<T>(work: (db: DatabaseConnection) => T, db: DatabaseConnection): T {
    return withIndexes(db, work, () => {
      // The rows are indexed again in idle time, which follows a write.
      this.#notifyWritten();
    });
  }

  #moveToMemory(kind: ProblemKind, failed: DatabaseConnection): DatabaseConnection {
    const memory = openMemory();
    if (READABLE.includes(kind)) this.#takeAlong(failed, memory);
    else failed.close();
    if (kind === 'damaged') markDamaged(this.#options.file);
    this.#connection = memory;
    this.#persistent = false;
    this.#mayComeBack(kind, memory);
    for (const callback of this.#moved) callback(memory);
    this.#changes.readRevisions(memory);
    this.#report(describeProblem(kind, this.#options.file));
    return memory;
  }

  #takeAlong(from: DatabaseConnection | undefined, to: DatabaseConnection): void {
    if (from === undefined) return;
    salvage(from, to);
    from.close();
  }

  #report(problem: StorageProblem): void {
    if (this.#reported.has(problem.kind)) return;
    this.#reported.add(problem.kind);
    this.#changes.contain(() => {
      this.#options.onProblem(problem);
    });
  }
}

/** The storage was used after `close`. */
class ClosedError extends Error {
  constructor() {
    super('The storage is closed.');
  }
}
