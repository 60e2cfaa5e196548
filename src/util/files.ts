import { closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutEnd } from './edges';

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name from the service as the name of one file that every system takes: never a path, never hidden. */
export function safeFileName(name: string): string {
  const safe = name.replace(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^\.+/, '_');
  const ended = withoutEnd(safe, /[. ]/);
  return (DEVICE.test(ended) ? `_${ended}` : ended) || 'file';
}

/** A pipe in the place of a file is opened at once, where a reader would wait for a writer. Windows has no such pipes. */
export const READ_ONLY = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** The content of a file. @throws the system's error; an error for a folder, a pipe or a device, which may never end */
export async function readWhole(path: string): Promise<Uint8Array> {
  await using handle = await open(path, READ_ONLY);
  if (!(await handle.stat()).isFile()) throw new Error('Not a file');
  return await handle.readFile();
}

/** The text of a file in UTF-8, without a byte order mark. @throws as `readWhole` */
export async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readWhole(path));
}

/** What Windows says while another program has the file open, such as a virus scanner that looks at each new one. */
const HELD = ['EPERM', 'EBUSY', 'EACCES'];
/** How long to wait before each new try, in milliseconds. */
const WAITS = [10, 20, 40, 80, 160, 320];

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && HELD.includes(String(error.code));
}

/** Whether a file could not be renamed since another program or window has it open, as Windows refuses it. */
export function isRenameOfHeld(error: unknown, platform: string = process.platform): boolean {
  const isRename = error instanceof Error && 'syscall' in error && error.syscall === 'rename';
  return isRename && platform === 'win32' && isHeld(error);
}

/** Renames a file, and tries again for half a second where another program holds it. @throws the system's error */
export async function renameFile(from: string, to: string, renameOnce = rename): Promise<void> {
  for (const delay of WAITS) {
    try {
      await renameOnce(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      await wait(delay);
    }
  }
  await renameOnce(from, to);
}

/**
 * Renames files that belong together, each with one of the endings; those that are not there are left out. All or none:
 * a database without its log has lost what was committed last.
 * @throws the system's error
 */
export function renameTogether(
  from: string,
  to: string,
  endings: readonly string[],
  renameOnce = renameSync,
): void {
  const done: string[] = [];
  try {
    for (const ending of endings.filter((each) => existsSync(from + each))) {
      renamePatiently(from + ending, to + ending, renameOnce);
      done.push(ending);
    }
  } catch (error) {
    for (const ending of done) renamePatiently(to + ending, from + ending, renameOnce);
    throw error;
  }
}

function renamePatiently(from: string, to: string, renameOnce: typeof renameSync): void {
  for (const delay of WAITS) {
    try {
      renameOnce(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      pause(delay);
    }
  }
  renameOnce(from, to);
}

/** Waits without yielding, where others wait for what is done: opening a database is synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** SQLite's companions of a database: what was committed lately may be in the first of them only. */
export const COMPANIONS = ['-wal', '-shm'];

/** Identifies a file, so that another one under the same name is noticed; undefined where none can be seen. */
export function fileNumber(file: string): bigint | undefined {
  try {
    return statSync(file, { bigint: true }).ino;
  } catch {
    return undefined;
  }
}

/**
 * Gives a database another name, with what belongs to it. Several windows may want to at the same moment, and the second
 * one must not take what the first has just made: so it is done under a lock file, and only with the file that was meant.
 * @param number of the file that is meant, see `fileNumber`
 * @returns whether it was done; false when another window was first
 * @throws the system's error when it cannot be renamed
 */
export function moveAside(file: string, number: bigint | undefined, aside: string): boolean {
  // Where it is gone, its folder may be as well.
  if (number === undefined || fileNumber(file) !== number) return false;
  const unlock = lock(`${file}.repair`);
  try {
    if (fileNumber(file) !== number) return false;
    renameTogether(file, aside, [...COMPANIONS, '']);
    return true;
  } finally {
    unlock();
  }
}

const LOCK_WAIT_MS = 20;
/** A lock older than this was left by a window that died with it, or made before the clock was set back. */
const LOCK_LIFE_MS = 10_000;

function lock(path: string): () => void {
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return () => {
        try {
          rmSync(path, { force: true });
        } catch {
          // Another program looks at it. It counts for ten seconds.
        }
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
