import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { onExit } from './cleanup.mts';

/**
 * Runs work that only one process on this machine may do at a time.
 * @param file path of the lock; it holds the process id of its owner, so that a dead owner's lock is taken over
 * @param onWait called once when another process has the lock
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  let announced = false;
  while (!take(file)) {
    if (!announced) onWait();
    announced = true;
    await wait(500);
  }
  const release = (): void => rmSync(file, { force: true });
  const done = onExit(release);
  try {
    return await work();
  } finally {
    release();
    done();
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(readOwner(file));
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true });
    return false;
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
