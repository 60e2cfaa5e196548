import { statSync } from 'node:fs';
import { ConfigurationError } from '../../api/model/errors';
import type { DatabaseConnection } from '../sqlite/connection';
import { emptyList, kindOf, openFile, openReadOnly, useOwnKeys } from '../sqlite/openFile';
import {
  describeKept,
  describeRefusal,
  reasons,
  describeReplaced,
  describeSetAside,
  type ProblemKind,
} from '../sqlite/problems';
import { fileNumber } from '../../util/files';
import { putBack, setAside, describeUnresolved } from '../sqlite/setAside';
import type { StorageOptions, StorageProblem } from '../types/storageTypes';

const BUSY_TIMEOUT_MS = 5000;
/** A problem that comes and goes is shown once in so long. */
const REPORTED_EVERY_MS = 60_000;

/** What whoever uses the database has to do when something happens to it. */
export interface DatabaseEvents {
  /** Another file is in use: it has to get what is in flight. */
  replaced(db: DatabaseConnection): void;
  /** A connection is used from now on. */
  opened(db: DatabaseConnection): void;
  /** The database can be written again, or another one is in use: its rows may be others than those shown. */
  writableAgain(): void;
  problem(problem: StorageProblem): void;
}

/**
 * The database file in use. A damaged one, and one of an older version, is set aside, and a new one takes its place.
 * While the file cannot be written it is read as far as that goes, and every write is refused. Each write tries again,
 * without waiting.
 */
export class Database {
  readonly busyTimeoutMs: number;
  readonly #options: StorageOptions;
  readonly #events: DatabaseEvents;
  readonly #reportedAt = new Map<ProblemKind, number>();
  #connection: DatabaseConnection | undefined;
  #fileNumber: bigint | undefined;
  /** Whether the connection was opened for writing. */
  #isForWriting = false;
  #problem: StorageProblem | undefined;

  constructor(options: StorageOptions, events: DatabaseEvents) {
    this.#options = options;
    this.#events = events;
    this.busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
    this.#open(this.busyTimeoutMs);
  }

  /** Undefined after `close`. */
  get connection(): DatabaseConnection | undefined {
    return this.#connection;
  }

  /** Why nothing can be written. */
  get problem(): StorageProblem | undefined {
    return this.#problem;
  }

  /** The kind of a problem with the file that an error tells of, or undefined for any other error. */
  kindOf(error: unknown): ProblemKind | undefined {
    const kind = kindOf(error, this.#options.file);
    // Its tables may be others than a statement expects.
    const isNewer = this.#problem?.kind === 'newer' && error instanceof Error && 'errcode' in error;
    return kind ?? (isNewer ? 'newer' : undefined);
  }

  /** As `kindOf`, of an error that kept a file from being opened. */
  #problemKind(error: unknown): ProblemKind {
    return this.kindOf(error) ?? 'unavailable';
  }

  /** Reads; where the file cannot be read, a list without rows. @throws after `close` */
  read<T>(work: (db: DatabaseConnection) => T): T {
    const db = this.#require();
    try {
      return work(db);
    } catch (error) {
      const kind = this.kindOf(error);
      if (kind === undefined) throw error;
      // What is only read may be in the middle of a change of somebody else.
      if (kind === 'damaged' && this.#isForWriting) this.#replaceDamaged();
      else this.#useEmptyList(kind);
      return work(this.#require());
    }
  }

  /**
   * @throws ConfigurationError while the file cannot be written; what `work` throws that is not the file's fault; after
   * `close`
   */
  write<T>(work: (db: DatabaseConnection) => T): T {
    this.#require();
    this.follow();
    if (!this.#isForWriting) this.#open(0);
    const result = this.#attempt(work);
    if (this.#problem !== undefined) {
      this.#problem = undefined;
      this.#require().raw.exec(`PRAGMA busy_timeout = ${this.busyTimeoutMs}`);
      this.#events.writableAgain();
    }
    return result;
  }

  /**
   * Sets the file aside and begins a new one; where another window was first, its new one is used.
   * @returns what became of the old one, for a person; undefined where none was there
   * @throws ConfigurationError when that cannot be done; all is as before then
   */
  startNewList(): string | undefined {
    const { file } = this.#options;
    const isGone = fileNumber(file) === undefined;
    this.#require().close();
    try {
      const aside = setAside(file, this.#fileNumber, 'previous');
      try {
        this.#replaceBy(openFile(this.#options, this.busyTimeoutMs));
      } catch (error) {
        if (aside !== undefined) putBack(aside, file);
        throw error;
      }
      if (aside !== undefined) return describeKept(aside, describeUnresolved(aside));
      return isGone ? undefined : describeReplaced(file).message;
    } catch (error) {
      this.#useFileAsItIs(this.#problemKind(error));
      throw this.#refusal(error);
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  #require(): DatabaseConnection {
    if (this.#connection === undefined) throw new ClosedError();
    return this.#connection;
  }

  #attempt<T>(work: (db: DatabaseConnection) => T): T {
    if (!this.#isForWriting) throw this.#refusal();
    try {
      // One that was deleted would be written all the same, and be gone with this window.
      statSync(this.#options.file);
      return work(this.#require());
    } catch (error) {
      const kind = this.kindOf(error);
      if (kind === undefined) throw error;
      if (kind === 'damaged') {
        this.#replaceDamaged();
        if (this.#problem === undefined) return work(this.#require());
      } else {
        this.#require().raw.exec('PRAGMA busy_timeout = 0');
        this.#setProblem(kind);
      }
      throw this.#refusal(error);
    }
  }

  #refusal(cause?: unknown): ConfigurationError {
    // What it means was said once: see `#report`.
    const message = reasons[this.#problem?.kind ?? 'unavailable'](this.#options.file);
    return new ConfigurationError(message, { cause });
  }

  /** Opens the file for writing, or else as it can be; what is in use stays, and is only read, where that is no better. */
  #open(busyTimeoutMs: number): void {
    const number = fileNumber(this.#options.file);
    const old = this.#connection;
    try {
      const db = openFile(this.#options, busyTimeoutMs);
      // Another file than the one that was in use has to get what is in flight.
      if (old === undefined || (number !== undefined && number === this.#fileNumber)) this.#use(db, true);
      else this.#replaceBy(db);
    } catch (error) {
      const kind = this.#problemKind(error);
      if (kind === 'damaged' || kind === 'older') this.#setAside(kind, number);
      else if (old === undefined) this.#useFileAsItIs(kind);
      else {
        this.#isForWriting = false;
        this.#setProblem(kind);
      }
    }
    if (old !== this.#connection) old?.close();
  }

  #replaceDamaged(): void {
    this.#require().close();
    this.#setAside('damaged', this.#fileNumber);
  }

  /** Begins a new file; where that cannot be done, there is a problem. */
  #setAside(kind: 'damaged' | 'older', number: bigint | undefined): void {
    const { file } = this.#options;
    try {
      const aside = setAside(file, number, kind);
      this.#replaceBy(openFile(this.#options, this.busyTimeoutMs));
      this.#report(
        aside === undefined
          ? describeReplaced(file)
          : describeSetAside(kind, aside, describeUnresolved(aside)),
      );
    } catch (error) {
      this.#useEmptyList(this.#problemKind(error));
    }
  }

  /** Goes over to the file that another window has put in the place of this one. */
  follow(): void {
    const now = fileNumber(this.#options.file);
    if (!this.#isForWriting || now === undefined || now === this.#fileNumber) return;
    this.#open(this.busyTimeoutMs);
    if (this.#problem === undefined) this.#report(describeReplaced(this.#options.file));
  }

  #replaceBy(db: DatabaseConnection): void {
    try {
      useOwnKeys(db);
      this.#events.replaced(db);
      db.raw.exec(`PRAGMA busy_timeout = ${this.busyTimeoutMs}`);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#use(db, true);
    this.#problem = undefined;
    this.#reportedAt.clear();
    this.#events.writableAgain();
  }

  #useFileAsItIs(kind: ProblemKind): void {
    this.#use(openReadOnly(this.#options.file, kind) ?? emptyList(), false);
    this.#setProblem(kind);
  }

  #useEmptyList(kind: ProblemKind): void {
    this.#connection?.close();
    this.#use(emptyList(), false);
    this.#setProblem(kind);
  }

  #use(db: DatabaseConnection, isForWriting: boolean): void {
    this.#connection = db;
    this.#isForWriting = isForWriting;
    this.#fileNumber = fileNumber(this.#options.file);
    this.#events.opened(db);
  }

  #setProblem(kind: ProblemKind): void {
    this.#problem = describeRefusal(kind, this.#options.file);
    this.#report(this.#problem);
  }

  #report(problem: StorageProblem): void {
    const now = performance.now();
    if (now - (this.#reportedAt.get(problem.kind) ?? -Infinity) < REPORTED_EVERY_MS) return;
    this.#reportedAt.set(problem.kind, now);
    this.#events.problem(problem);
  }
}

/** The storage was used after `close`. */
export class ClosedError extends Error {
  constructor() {
    super('The storage is closed.');
  }
}
