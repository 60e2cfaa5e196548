import type { StorageProblem } from '../types/storageTypes';
import { MigrationError, NewerDatabaseError } from './migrations';
import { t } from '../../util/text';

export type ProblemKind = StorageProblem['kind'];

/** SQLite's primary result codes for problems of the file or the disk, not for mistakes in our statements. */
const kinds = new Map<number, ProblemKind>([
  [3, 'read-only'], // SQLITE_PERM
  [5, 'locked'], // SQLITE_BUSY
  [6, 'locked'], // SQLITE_LOCKED
  [8, 'read-only'], // SQLITE_READONLY
  [10, 'unavailable'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'full'], // SQLITE_FULL
  [14, 'unavailable'], // SQLITE_CANTOPEN
  [26, 'damaged'], // SQLITE_NOTADB
]);

/** The system's codes, from making the folder or the file. */
const systemKinds = new Map<string, ProblemKind>([
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EROFS', 'read-only'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
]);

/**
 * What an error says about the database as a whole.
 * @returns undefined when it is an error of the statement alone, which is ours to fix
 */
export function problemKind(error: unknown): ProblemKind | undefined {
  if (error instanceof NewerDatabaseError) return 'newer';
  if (error instanceof MigrationError) return 'older';
  if (!(error instanceof Error)) return undefined;
  // The low byte is the primary code, the rest of an extended one is detail.
  if ('errcode' in error && typeof error.errcode === 'number') return kinds.get(error.errcode & 0xff);
  if ('code' in error && typeof error.code === 'string' && 'syscall' in error) {
    return systemKinds.get(error.code) ?? 'unavailable';
  }
  return undefined;
}

/** The message for a person: what happened, what it means, what to do. */
export function describeProblem(kind: ProblemKind, file: string, setAside?: string): StorageProblem {
  if (setAside === undefined) return { kind, message: messages[kind](file) };
  const message = t(
    'The list of known files and requests was damaged and has been set aside as {0}. A new, empty one is in use; nothing was deleted, on this computer or on the service. Files can be added again by their id.',
    setAside,
  );
  return { kind, message, setAside };
}

/** Every sentence is whole: translators see all of it. */
const messages: Record<ProblemKind, (file: string) => string> = {
  damaged: (file) =>
    t(
      'The list of known files and requests ({0}) is damaged. Uploads still work, but this window will not remember them after it closes. Reload the window: the damaged list is then set aside, and a new one is started.',
      file,
    ),
  replaced: (file) =>
    t(
      'Another window found the list of known files and requests damaged, set it aside and started a new one ({0}). This window now uses the new one. Nothing was deleted; files can be added again by their id.',
      file,
    ),
  newer: (file) =>
    t(
      'The list of known files and requests ({0}) was made by a newer version of this extension, so it was not opened. Uploads still work, but this window will not remember them after it closes. Update the extension to see the list again.',
      file,
    ),
  older: (file) =>
    t(
      'The list of known files and requests ({0}) comes from an older version of this extension and could not be updated. It was not changed. Uploads still work, but this window will not remember them after it closes. Move it elsewhere and reload the window to start a new one.',
      file,
    ),
  'read-only': (file) =>
    t(
      'The list of known files and requests ({0}) cannot be written to. At most the latest files and requests are shown. Uploads still work. Allow writing to that file and its folder before this window closes: it then uses the list again, and adds what was done meanwhile.',
      file,
    ),
  full: (file) =>
    t(
      'There is no room left on the disk for the list of known files and requests ({0}). At most the latest files and requests are shown. Uploads still work. Free some space before this window closes: it then uses the list again, and adds what was done meanwhile.',
      file,
    ),
  locked: (file) =>
    t(
      'Another program keeps the list of known files and requests ({0}) locked. At most the latest files and requests are shown. Uploads still work. Close that program: this window then uses the list again, and adds what was done meanwhile.',
      file,
    ),
  unavailable: (file) =>
    t(
      'The list of known files and requests ({0}) cannot be opened or read. Uploads still work. Check that its disk and folder are there before this window closes: it then uses the list again, and adds what was done meanwhile.',
      file,
    ),
};
