import type { DatabaseConnection } from '../sqlite/connection';
import { fileColumns, SELECT_FILES, toKnownFile, updateFile } from './fileRows';
import { readRow, show, without } from './fileChanges';
import { canBeRetried } from '../types/fileStates';
import type { BatchUpload, BegunUpload, KnownFile, NewUpload, SameBytes } from '../types/storageTypes';

/** What a batch is begun with, in the transaction that begins it. */
interface Beginning {
  readonly db: DatabaseConnection;
  /** The session that the new rows belong to. */
  readonly session: string;
  readonly now: number;
  readonly allow: readonly SameBytes[];
  readonly generationOf: (environment: string, identity: string | undefined) => number;
}

/** Which rows prevent another upload of their bytes. */
const CONDITIONS: Record<SameBytes, string> = {
  uploaded: "state = 'uploaded' AND gone = 0 AND forgotten_at IS NULL",
  'in-flight': "state IN ('pending', 'uploading')",
  'may-have-acted': 'may_have_acted = 1 AND forgotten_at IS NULL',
};
/** What says most first: what is there is there, and what is on its way will soon be known. */
export const SAME_BYTES: readonly SameBytes[] = ['uploaded', 'in-flight', 'may-have-acted'];

/** Begins one upload of a batch, unless a row with the same bytes prevents it. */
export function beginUpload(upload: BatchUpload, beginning: Beginning): BegunUpload {
  const { repeats, identity, ...fresh } = upload;
  const generation = beginning.generationOf(fresh.environment, identity);
  const repeated = repeats === undefined ? undefined : readRow(beginning.db, repeats);
  if (repeated !== undefined && !canBeRetried(repeated.state)) return { began: false, file: repeated };
  for (const kind of SAME_BYTES) {
    if (beginning.allow.includes(kind)) continue;
    const found = findSameBytes(beginning.db, generation, fresh, kind, repeats);
    if (found !== undefined) return { began: false, file: found };
  }
  const isSame = repeated?.sha256 === fresh.sha256 && repeated.generation === generation;
  // An upload that may have arrived keeps its row and `mayHaveActed` until its file is known to be there.
  if (repeated !== undefined && isSame && !repeated.mayHaveActed) {
    return { began: true, file: takeBack(beginning.db, repeated, beginning) };
  }
  return { began: true, file: insertPending(fresh, generation, beginning) };
}

/** The row of the same bytes for the same purpose that is of that kind. @param besides the key of a row to pass over */
export function findSameBytes(
  db: DatabaseConnection,
  generation: number,
  { sha256, purpose }: Pick<NewUpload, 'sha256' | 'purpose'>,
  kind: SameBytes,
  besides = 0,
): KnownFile | undefined {
  const row = db.get(
    `${SELECT_FILES} WHERE generation = ? AND sha256 = ? AND purpose = ? AND ${CONDITIONS[kind]} AND files.key <> ?
     ORDER BY files.key LIMIT 1`,
    generation,
    sha256,
    purpose,
    besides,
  );
  return row === undefined ? undefined : toKnownFile(row);
}

/**
 * An ended row as pending again, in the given session. It gets the times of the new try. `mayHaveActed` stays until
 * the file is known to be there.
 */
function takeBack(
  db: DatabaseConnection,
  ended: KnownFile,
  { session, now }: Pick<Beginning, 'session' | 'now'>,
): KnownFile {
  const pending = {
    ...without(ended, 'error', 'requestId', 'exchangeId'),
    state: 'pending',
    createdAt: now,
    sortTime: now,
  } as const;
  updateFile(db, ended, pending, { session });
  show(db, ended.key);
  return pending;
}

function insertPending(
  upload: Omit<NewUpload, 'identity'>,
  generation: number,
  { db, session, now }: Beginning,
): KnownFile {
  const file = {
    ...upload,
    generation,
    state: 'pending',
    mayHaveActed: false,
    createdAt: now,
    sortTime: now,
    gone: false,
  } as const;
  const key = db.insert('files', { ...fileColumns(file), session });
  return { key, ...file };
}
