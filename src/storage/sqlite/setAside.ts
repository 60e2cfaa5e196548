import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { pause, renameTogether } from '../../util/files';

/** SQLite's companions of a database: what was committed lately may be in the first of them only. */
const COMPANIONS = ['-wal', '-shm'];

/** Identifies a file, so that another one under the same name is noticed. */
export function fileNumber(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Gives a database another name beside the old one, with what belongs to it.
 * Several windows may want to at the same moment, and the second one must not set aside what the first has just made: so
 * it is done under a lock file, and only with the file that was meant.
 * @param number of the file that is meant, see `fileNumber`
 * @param label what the new name says of it
 * @returns the new path, or undefined when another window was first
 * @throws the system's error when it cannot be renamed
 */
export function setAside(file: string, number: bigint | undefined, label: string): string | undefined {
  const unlock = lock(`${file}.repair`);
  try {
    if (number === undefined || fileNumber(file) !== number) return undefined;
    const extension = extname(file);
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const aside = join(dirname(file), `${basename(file, extension)}.${label}-${stamp}${extension}`);
    renameTogether(file, aside, [...COMPANIONS, '']);
    return aside;
  } finally {
    unlock();
  }
}

/** Takes that back: where the new file could not be made, nothing of it is kept. */
export function putBack(aside: string, file: string): void {
  for (const name of [file, ...COMPANIONS.map((companion) => file + companion)])
    rmSync(name, { force: true });
  renameTogether(aside, file, [...COMPANIONS, '']);
}

const LOCK_WAIT_MS = 20;
/** A lock older than this was left by a window that died with it, or made before the clock was set back. */
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
    if (Math.abs(Date.now() - (modifiedAt(path) ?? 0)) > LOCK_LIFE_MS) rmSync(path, { force: true });
    else pause(LOCK_WAIT_MS);
  }
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
