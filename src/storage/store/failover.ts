import type { StorageOptions, StorageProblem } from '../types/storageTypes';
import type { DatabaseConnection } from '../sqlite/connection';
import { fileNumber, kindOf, openDatabase, openMemory, openReadOnly, reopen } from '../sqlite/database';
import { bringBack, recordChanges } from './comeback';
import { markDamaged } from '../sqlite/damage';
import { describeProblem, type ProblemKind } from '../sqlite/problems';
import { RetryPace } from './retryPace';
import { salvage } from './salvage';

const BUSY_TIMEOUT_MS = 5000;

/** Problems in which what was kept can still be read, and so be taken along into memory. */
const READABLE: readonly ProblemKind[] = ['full', 'read-only', 'locked'];

/** Problems that may pass while the window is open: the file is then used again. */
const PASSING: readonly ProblemKind[] = [...READABLE, 'unavailable'];

/** What a user of the database has to do when another connection takes the place of the one in use. */
export interface FailoverEvents {
  /** Writes into a database that is about to be used what it has to hold: memory, or a file that replaced the old one. */
  prepare(db: DatabaseConnection): void;
  /** The database is used from now on. */
  opened(db: DatabaseConnection): void;
  /** The file is used again, or a new one: its rows may be others than those shown. */
  rowsReplaced(): void;
  /** Called once for each kind of problem, until it has passed. */
  problem(problem: StorageProblem): void;
}

/**
 * The database in use: the file, or memory while the file cannot be used. When the file can be written again, it gets
 * what was written in memory.
 */
export class Failover {
  readonly busyTimeoutMs: number;
  readonly #options: StorageOptions;
  readonly #events: FailoverEvents;
  readonly #reported = new Set<ProblemKind>();
  readonly #pace = new RetryPace();
  #connection: DatabaseConnection | undefined;
  #persistent: boolean;
  /** The passing problem that keeps this window in memory. */
  #awaited: ProblemKind | undefined;
  #fileNumber: bigint | undefined;

  constructor(options: StorageOptions, events: FailoverEvents) {
    this.#options = options;
    this.#events = events;
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS, maxPages } = options;
    this.busyTimeoutMs = busyTimeoutMs;
    const opened = openDatabase({ file, busyTimeoutMs, maxPages });
    this.#connection = opened.connection;
    this.#persistent = opened.persistent;
    if (opened.problem !== undefined) this.#report(opened.problem);
    const kind = opened.problem?.kind;
    if (kind !== undefined && READABLE.includes(kind)) {
      takeAlong(openReadOnly(file, kind), opened.connection);
    }
    if (kind !== undefined) this.#mayComeBack(kind, opened.connection);
    this.#fileNumber = fileNumber(file);
    events.opened(opened.connection);
  }

  /** Undefined after `close`. */
  get connection(): DatabaseConnection | undefined {
    return this.#connection;
  }

  /** False when this window works in memory only. */
  get persistent(): boolean {
    return this.#persistent;
  }

  /** Whether this window works in memory until the file can be used again. */
  get awaitsFile(): boolean {
    return this.#awaited !== undefined;
  }

  /** The kind of a problem with the file that an error tells of, or undefined for any other error. */
  kindOf(error: unknown): ProblemKind | undefined {
    return kindOf(error, this.#options.file);
  }

  /** Gives up the file. @returns memory, with what could be read of the file */
  moveToMemory(kind: ProblemKind, failed: DatabaseConnection): DatabaseConnection {
    const memory = openMemory();
    if (READABLE.includes(kind)) takeAlong(failed, memory);
    else failed.close();
    if (kind === 'damaged') markDamaged(this.#options.file);
    this.#connection = memory;
    this.#persistent = false;
    this.#mayComeBack(kind, memory);
    this.#events.prepare(memory);
    this.#events.opened(memory);
    this.#report(describeProblem(kind, this.#options.file));
    return memory;
  }

  /**
   * Goes back to the file once it can be written again, with what was written in memory meanwhile; and over to the new
   * file where another window set this one aside.
   */
  lookForFile(): void {
    if (this.#connection === undefined) return;
    if (this.#awaited !== undefined) this.#lookAgain(this.#connection, this.#awaited);
    else if (this.#persistent) this.#followFile(this.#connection);
  }

  close(): void {
    // The last chance for what is in memory only.
    if (this.#connection !== undefined && this.#awaited !== undefined)
      this.#comeBack(this.#connection, this.#awaited);
    this.#connection?.close();
    this.#connection = undefined;
  }

  #lookAgain(memory: DatabaseConnection, problem: ProblemKind): void {
    if (this.#pace.isDue() && !this.#comeBack(memory, problem)) this.#pace.failed(problem === 'locked');
  }

  #comeBack(memory: DatabaseConnection, problem: ProblemKind): boolean {
    const file = this.#reopen((opened) => {
      bringBack(memory, opened);
    });
    if (file === undefined) return false;
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
    const file = this.#reopen((opened) => {
      this.#events.prepare(opened);
    });
    if (file === undefined) return;
    this.#use(file, old);
    this.#report(describeProblem('replaced', this.#options.file));
  }

  /**
   * Opens the file and writes into it. Another window may write at this moment, or the disk be full again: then a later
   * look tries again, and nothing is lost.
   */
  #reopen(write: (file: DatabaseConnection) => void): DatabaseConnection | undefined {
    const file = reopen(this.#options);
    if (file === undefined) return undefined;
    try {
      write(file);
      return file;
    } catch (error) {
      file.close();
      if (this.kindOf(error) === undefined) this.#options.onListenerError?.(error);
      return undefined;
    }
  }

  #use(file: DatabaseConnection, old: DatabaseConnection): void {
    file.raw.exec(`PRAGMA busy_timeout = ${this.busyTimeoutMs}`);
    this.#fileNumber = fileNumber(this.#options.file);
    this.#connection = file;
    old.close();
    this.#events.opened(file);
    this.#events.rowsReplaced();
  }

  #mayComeBack(problem: ProblemKind, memory: DatabaseConnection): void {
    if (!PASSING.includes(problem)) return;
    this.#awaited = problem;
    recordChanges(memory);
  }

  #report(problem: StorageProblem): void {
    if (this.#reported.has(problem.kind)) return;
    this.#reported.add(problem.kind);
    this.#events.problem(problem);
  }
}

function takeAlong(from: DatabaseConnection | undefined, to: DatabaseConnection): void {
  if (from === undefined) return;
  salvage(from, to);
  from.close();
}
