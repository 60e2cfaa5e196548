import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** SQLite's companions of a database: what was committed lately may be in the first of them only. */
const COMPANIONS = ['-wal', '-shm'];

/** Leaves a note that the database was found damaged while in use; the next start sets it aside. */
export function markDamaged(file: string): void {
  try {
    writeFileSync(markerOf(file), '', { mode: 0o600 });
  } catch {
    // The disk that damaged it may take no note either. The next start finds the damage again by itself.
  }
}

export function isMarkedDamaged(file: string): boolean {
  return existsSync(markerOf(file));
}

/**
 * Gives a damaged database another name beside the old one, with what belongs to it.
 * Several windows may find the damage at the same moment, and the second one must not set aside what the
 * first has just made: so it is done under a lock file, after another look.
 * @param isDamaged looks again
 * @returns the new path, or undefined when another window was first
 * @throws the system's error when it cannot be renamed
 */
export function setAside(file: string, isDamaged: () => boolean): string | undefined {
  const unlock = lock(`${file}.repair`);
  try {
    if (!isDamaged()) return undefined;
    const extension = extname(file);
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const aside = join(dirname(file), `${basename(file, extension)}.damaged-${stamp}${extension}`);
    for (const companion of COMPANIONS) {
      if (existsSync(file + companion)) renameSync(file + companion, aside + companion);
    }
    renameSync(file, aside);
    rmSync(markerOf(file), { force: true });
    return aside;
  } finally {
    unlock();
  }
}

const markerOf = (file: string) => `${file}.is-damaged`;
const LOCK_WAIT_MS = 20;
/** A lock older than this was left by a window that died with it. */
const LOCK_LIFE_MS = 10_000;

function lock(path: string): () => void {
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return () => {
        rmSync(path, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (Date.now() - (modifiedAt(path) ?? 0) > LOCK_LIFE_MS) rmSync(path, { force: true });
    else pause(LOCK_WAIT_MS);
  }
}

/** Waits without yielding: opening is synchronous, and the other window needs milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
