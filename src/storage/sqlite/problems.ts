import type { StorageProblem } from '../types/storageTypes';
import { NewerDatabaseError, OlderDatabaseError } from './migrations';
import { isRenameOfHeld } from '../../util/files';
import { sentences, t } from '../../util/text';

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
  [15, 'locked'], // SQLITE_PROTOCOL: many tries failed
  [26, 'damaged'], // SQLITE_NOTADB
  [4874, 'full'], // SQLITE_IOERR_SHMSIZE: no room for what readers of the log need
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
  if (error instanceof OlderDatabaseError) return 'older';
  if (!(error instanceof Error)) return undefined;
  if (isRenameOfHeld(error)) return 'locked';
  // The low byte is the primary code, the rest of an extended one is detail.
  if ('errcode' in error && typeof error.errcode === 'number')
    return kinds.get(error.errcode) ?? kinds.get(error.errcode & 0xff);
  if ('code' in error && typeof error.code === 'string' && 'syscall' in error) {
    return systemKinds.get(error.code) ?? 'unavailable';
  }
  return undefined;
}

/** Why the database cannot be written, and what that means: for a person. */
export function describeRefusal(kind: ProblemKind, file: string): StorageProblem {
  const refused = t(
    'What cannot be written down is not sent: uploads and other writes are refused. What only reads goes on, and is not kept.',
  );
  return { kind, message: sentences(reasons[kind](file), refused) };
}

/**
 * Says that a new list is in use, and where the old one is.
 * @param unresolved a sentence about what the old one says
 */
export function describeSetAside(
  kind: 'damaged' | 'older',
  aside: string,
  unresolved: string | undefined,
): StorageProblem {
  const message = sentences(setAsideMessages[kind](aside), unresolved);
  return { kind, message, setAside: aside };
}

/** Says where the old list is after a new one was asked for. @param unresolved as above */
export function describeKept(aside: string, unresolved: string | undefined): string {
  return sentences(
    t('A new list of known files and requests is in use. The old one is kept as {0}.', aside),
    unresolved,
  );
}

/** Says that another window has started a new list. */
export function describeReplaced(file: string): StorageProblem {
  const message = t(
    'Another window set the list of known files and requests aside and started a new one ({0}). This window now uses the new one. Nothing was deleted; files can be added again by their id.',
    file,
  );
  return { kind: 'replaced', message };
}

/** Every sentence is whole: translators see all of it. */
const setAsideMessages = {
  damaged: (aside: string) =>
    t(
      'The list of known files and requests was damaged and has been set aside as {0}. A new, empty one is in use; nothing was deleted, on this computer or on the service. Files can be added again by their id.',
      aside,
    ),
  older: (aside: string) =>
    t(
      'The list of known files and requests comes from an older version of this extension, and has been set aside as {0}. A new, empty one is in use; nothing was deleted, on this computer or on the service. Files can be added again by their id.',
      aside,
    ),
};

const unavailable = (file: string) =>
  t(
    'The list of known files and requests ({0}) cannot be opened or read. Check that its disk and folder are there.',
    file,
  );

/** Why the database cannot be written, and what to do. */
export const reasons: Record<ProblemKind, (file: string) => string> = {
  newer: (file) =>
    t(
      'The list of known files and requests ({0}) was made by a newer version of this extension, so it is not written to. Update the extension.',
      file,
    ),
  'read-only': (file) =>
    t(
      'The list of known files and requests ({0}) cannot be written to. Allow writing to that file and its folder.',
      file,
    ),
  full: (file) =>
    t(
      'There is no room left on the disk for the list of known files and requests ({0}). Free some space.',
      file,
    ),
  locked: (file) =>
    t('Another program keeps the list of known files and requests ({0}) locked. Close that program.', file),
  unavailable,
  // These are set aside where that is possible.
  damaged: unavailable,
  older: unavailable,
  replaced: unavailable,
};
