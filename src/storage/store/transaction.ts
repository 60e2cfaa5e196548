import type { StorageChange } from '../types/storageTypes';
import type { Changes, Recorder } from './changes';
import type { DatabaseConnection } from '../sqlite/connection';
import { checkVersion } from '../sqlite/migrations';

/** A transaction under way. */
export interface Transaction {
  readonly db: DatabaseConnection;
  readonly changed: Recorder;
  readonly whenCommitted: (() => void)[];
}

/**
 * Does all of `work` in one transaction, or none of it. After the commit it calls back, and notifies the listeners of
 * the recorded changes.
 */
export function commit<T>(db: DatabaseConnection, listeners: Changes, work: (begun: Transaction) => T): T {
  const changes: StorageChange[] = [];
  const whenCommitted: (() => void)[] = [];
  const result = db.transaction(() => {
    // Another window may be of a newer version, and have changed the tables meanwhile.
    checkVersion(db.raw);
    const done = work({ db, changed: (change) => changes.push(change), whenCommitted });
    listeners.count(db, changes);
    return done;
  });
  for (const callback of whenCommitted) callback();
  listeners.committed(changes);
  return result;
}
