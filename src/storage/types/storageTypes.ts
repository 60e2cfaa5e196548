import type { FileRegistry } from './registryTypes';
import type { RequestHistory } from './historyTypes';

export type * from './registryTypes';
export type * from './historyTypes';
export type * from './pages';

/** What changed, so that a listener reloads no more than it must. */
export interface StorageChange {
  readonly what: 'files' | 'history';
  /** Absent when another window made the change, and where it concerns all. */
  readonly environment?: string;
  /** Keys of changed file rows, where known. */
  readonly fileKeys?: readonly number[];
}

/** Something about the database that a person has to know. */
export interface StorageProblem {
  readonly kind:
    'damaged' | 'older' | 'new-list' | 'replaced' | 'newer' | 'read-only' | 'full' | 'locked' | 'unavailable';
  /** What happened, what it means, what to do: for a person. */
  readonly message: string;
  /** Where the database was set aside; a new one is in use then. */
  readonly setAside?: string;
}

export interface Storage {
  readonly files: FileRegistry;
  readonly history: RequestHistory;
  /**
   * Why nothing can be written, while that is so. Reads go on as far as they can, and writes are refused with a
   * `ConfigurationError`; only what ends an upload or another write is kept until it can be written down.
   */
  readonly problem: StorageProblem | undefined;
  /** Tries to write again. @returns the problem that is still there */
  tryAgain(): StorageProblem | undefined;
  /**
   * Sets the database aside, and begins a new one, with what this window has in flight.
   * @returns what happened, for a person
   * @throws ConfigurationError when that cannot be done; all is as before then
   */
  startNewList(): StorageProblem;
  /**
   * Does work with `files` and `history` in one commit with whatever else is asked for in the same turn of the
   * event loop: many uploads cost little more than one. It may be done twice, so it must bear that.
   * @returns what it gives, once it is committed; rejects with what it throws
   */
  batch<T>(work: () => T): Promise<T>;
  /** A key for what is shown of an environment now: another one once another account is behind it. */
  generation(environment: string): number;
  readonly isOpen: boolean;
  /** Notifies the listeners of environments whose account has changed since the last call. */
  lookForGenerations(): void;
  /** Whether anything was ever kept for an environment of that id, also one that is gone from the settings. */
  isKnown(environment: string): boolean;
  /**
   * Calls back after every commit of this window, and at most `pollMs` after one of another. After `quietMs` without any,
   * as soon as the system reports that the database's folder changed, or at `wake`.
   */
  onDidChange(listener: (change: StorageChange) => void): { dispose(): void };
  /** Looks for changes of other windows now: to be called when somebody comes back to this window. */
  wake(): void;
  /** Ends it; this window's uploads still in flight become unknown. Any use afterwards throws; closing twice is fine. */
  close(): void;
}

export interface StorageOptions {
  /** Path of the database; its folder is made if missing. */
  readonly file: string;
  readonly onProblem: (problem: StorageProblem) => void;
  /** Called with what a listener threw. */
  readonly onListenerError?: (error: unknown) => void;
  /** The identity of the account behind an environment now; the same for all by default. See generations.ts. */
  readonly identityOf?: (environment: string) => string | undefined;
  /** How often to look for other windows' changes, in milliseconds. 1000 by default. */
  readonly pollMs?: number;
  /** How long nothing must be written before that stops, in milliseconds. A minute by default. */
  readonly quietMs?: number;
  /** How long to wait for another window's or program's lock, in milliseconds. 5000 by default. */
  readonly busyTimeoutMs?: number;
  /** Upper bound of the database's size, in pages of 4 kB. None by default. */
  readonly maxPages?: number;
}
