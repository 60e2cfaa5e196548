import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** What SQLite says while another process has the lock. */
const BUSY = 5;

/**
 * Runs work that only one process on this machine may do at a time. A lock of SQLite goes with its process, however that
 * ends.
 * @param file path of the lock
 * @param onWait called once when another process has the lock
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  using db = new DatabaseSync(file);
  for (let tries = 0; !take(db); tries += 1) {
    if (tries === 0) onWait();
    await wait(500);
  }
  return await work();
}

function take(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
    throw error;
  }
}
