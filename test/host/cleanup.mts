import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What this process started is ended when it ends, however it ends: each piece registers how to end it at once,
 * and signals become an ordinary exit, so that the exit handlers run.
 */
const atExit = new Set<() => void>();
let listening = false;

/**
 * Registers a synchronous last resort, run when the process exits.
 * @returns call it once the thing has been ended properly
 */
export function onExit(end: () => void): () => void {
  if (!listening) {
    listening = true;
    process.on('exit', () => {
      for (const each of [...atExit].reverse()) each();
    });
    process.on('SIGINT', () => process.exit(130));
    process.on('SIGTERM', () => process.exit(143));
    process.on('SIGHUP', () => process.exit(129));
  }
  atExit.add(end);
  return () => atExit.delete(end);
}

/** A new folder under the system's temporary one; gone when the process exits. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `payments-${name}-`));
  onExit(() => removeFolder(folder));
  return folder;
}

/** Bytes that tests of databases take at most, several of them at a time. */
const ROOM = 2 ** 28;

/** Where databases of tests are: in memory where the system has room there, since a disk is waited for at each. */
export function databaseFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > ROOM ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Removes a folder that processes just ended may still be writing to. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
