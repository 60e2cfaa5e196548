export type * from './registryTypes';
export type * from './historyTypes';

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
  readonly kind: 'damaged' | 'older' | 'replaced' | 'newer' | 'read-only' | 'full' | 'locked' | 'unavailable';
  /** What happened, what it means, what to do: for a person. */
  readonly message: string;
  /** Where the database was set aside; a new one is in use then. */
  readonly setAside?: string;
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
  /** How long to wait for another window's or program's lock, in milliseconds. 5000 by default. */
  readonly busyTimeoutMs?: number;
  /** Upper bound of the database's size, in pages of 4 kB. None by default. */
  readonly maxPages?: number;
}
