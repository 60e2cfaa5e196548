import type { ErrorFacts } from '../../api/model/errors';
import type { DatabaseConnection } from '../sqlite/connection';
import { fileColumns, SELECT_FILES, sortTimeOf, toKnownFile, updateFile } from './fileRows';
import { compact } from '../sqlite/rowValues';
import { abandonWrites } from '../history/writes';
import type { Recorder } from '../store/changes';
import type { FetchedDetails, KnownFile, NewUpload } from '../types/storageTypes';
import { t } from '../../util/text';

/** The steps that the registry's transactions are made of. */

// Made once: a text that is put together anew is also looked up anew.
const SELECT_ROW = `${SELECT_FILES} WHERE files.key = ?`;
const SELECT_BY_ID = `${SELECT_FILES} WHERE generation = ? AND file_id = ? ORDER BY files.key`;

/** The row, also when it is forgotten. */
export function readRow(db: DatabaseConnection, key: number): KnownFile | undefined {
  const row = db.get(SELECT_ROW, key);
  return row === undefined ? undefined : toKnownFile(row);
}

/** @throws RangeError when there is no such row */
export function requireRow(db: DatabaseConnection, key: number): KnownFile {
  const file = readRow(db, key);
  if (file === undefined) throw new RangeError(`There is no file with the key ${key} here.`);
  return file;
}

/** The rows of a file id, also those that are forgotten: several documents may have been answered with one id. */
export function readById(db: DatabaseConnection, generation: number, fileId: string): KnownFile[] {
  return db.all(SELECT_BY_ID, generation, fileId).map(toKnownFile);
}

/**
 * Makes one row of two, when the service answers an upload with the id of a file that was added by its id: that
 * row's details pass to the upload's row, and it goes. A row with bytes of its own stays.
 * @param sameId the other rows of the id
 * @returns the rows that are gone
 */
export function takeOver(
  db: DatabaseConnection,
  upload: KnownFile,
  sameId: readonly KnownFile[],
): KnownFile[] {
  const merged = sameId.filter(({ sha256 }) => sha256 === undefined);
  for (const other of merged) {
    db.run(
      `INSERT OR REPLACE INTO file_details
       SELECT ?, details, details_at, details_exchange_id, details_request_id FROM file_details WHERE key = ?`,
      upload.key,
      other.key,
    );
    db.run('DELETE FROM files WHERE key = ?', other.key);
  }
  return merged;
}

/** Gives a row to another account, under its key. Counts and indexes follow rows that come and go, not this. */
export function moveTo(
  db: DatabaseConnection,
  row: KnownFile,
  generation: number,
  session: string | null,
): KnownFile {
  if (row.generation === generation) return row;
  const moved = { ...row, generation };
  db.run('DELETE FROM files WHERE key = ?', row.key);
  db.insert('files', { key: row.key, ...fileColumns(moved), session });
  return moved;
}

/** Ends a row as what it was before this try, at the account that it was of. */
export function becomeAgain(db: DatabaseConnection, row: KnownFile, before: KnownFile): KnownFile {
  updateFile(db, moveTo(db, row, before.generation, null), before, { session: null });
  return before;
}

/** Brings a forgotten row back. Apart from other updates: naming that column rewrites nearly every index. */
export function show(db: DatabaseConnection, key: number): void {
  db.run('UPDATE files SET forgotten_at = NULL WHERE key = ? AND forgotten_at IS NOT NULL', key);
}

/** A new row of an upload that waits. */
export function insertPending(
  db: DatabaseConnection,
  upload: Omit<NewUpload, 'identity'> & { readonly generation: number },
  now: number,
  session: string,
): KnownFile {
  const file = {
    ...upload,
    state: 'pending',
    mayHaveActed: false,
    createdAt: now,
    sortTime: now,
    gone: false,
  } as const;
  return { key: db.insert('files', { ...fileColumns(file), session }), ...file };
}

/**
 * A row that waited is on its way, and what becomes of it is the newest: else what may have arrived is listed below the
 * rest of a large batch. In one statement, because it is made for each upload.
 */
export function markUploading(
  db: DatabaseConnection,
  key: number,
  mayHaveActed: boolean,
  session: string,
): void {
  db.run(
    `UPDATE files SET state = 'uploading', may_have_acted = ?, error = NULL, session = ?, sort_time = ?
     WHERE key = ?`,
    mayHaveActed ? 1 : 0,
    session,
    Date.now(),
    key,
  );
}

/**
 * An ended row as pending again, with the times of the new try. `mayHaveActed` stays until the file is known to be there,
 * and so does the reason for it until the row is sent.
 */
export function takeBack(db: DatabaseConnection, ended: KnownFile, now: number, session: string): KnownFile {
  const pending = compact<KnownFile>({
    ...ended,
    state: 'pending',
    error: ended.mayHaveActed ? ended.error : undefined,
    requestId: undefined,
    exchangeId: undefined,
    createdAt: now,
    sortTime: now,
  });
  updateFile(db, ended, pending, { session });
  show(db, ended.key);
  return pending;
}

/** Whose a row is. */
export type Owner = Pick<KnownFile, 'environment' | 'generation'>;

/** Writes a fetched record into the rows of its id, or into a new one. Forgotten ones come back. */
export function keepDetails(
  db: DatabaseConnection,
  changed: Recorder,
  owner: Owner,
  fetched: FetchedDetails,
): KnownFile {
  const [found, ...others] = readById(db, owner.generation, fetched.fileId);
  for (const row of [found, ...others]) if (row !== undefined) show(db, row.key);
  for (const other of others) putDetails(db, changed, owner, fetched, other);
  return putDetails(db, changed, owner, fetched, found);
}

/** Writes a fetched record into the row it was found for, or into a new one. */
export function putDetails(
  db: DatabaseConnection,
  changed: Recorder,
  owner: Owner,
  fetched: FetchedDetails,
  found: KnownFile | undefined,
): KnownFile {
  const after = describedBy(fetched, owner, found);
  const key = found?.key ?? db.insert('files', fileColumns(after));
  if (found !== undefined) updateFile(db, found, { ...after, key });
  db.run(
    'INSERT OR REPLACE INTO file_details VALUES (?, ?, ?, ?, ?)',
    key,
    JSON.stringify(fetched.details),
    Date.now(),
    fetched.exchangeId ?? null,
    fetched.requestId ?? null,
  );
  const kept = requireRow(db, key);
  record(changed, [kept]);
  return kept;
}

/** The row that a fetched record makes of the one known before, if any. The record's own words win. */
function describedBy(
  fetched: FetchedDetails,
  owner: Owner,
  known: KnownFile | undefined,
): Omit<KnownFile, 'key'> {
  const { details, fileId } = fetched;
  const said = (field: string) => {
    const value = details[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const uploadedAt = said('uploadedAt') ?? known?.uploadedAt;
  const createdAt = known?.createdAt ?? Date.now();
  const purpose = said('purpose') ?? known?.purpose ?? '';
  return compact<Omit<KnownFile, 'key'>>({
    ...known,
    ...owner,
    error: undefined,
    state: 'uploaded',
    mayHaveActed: false,
    fileId,
    name: said('name') ?? known?.name ?? fileId,
    purpose,
    sentPurpose: known && sentPurposeOf(known, purpose),
    mimeType: said('mimeType') ?? known?.mimeType ?? '',
    uploadedAt,
    createdAt,
    sortTime: sortTimeOf(uploadedAt, createdAt),
    gone: false,
  });
}

/** What a row whose purpose is this one now was sent for, where that is another. */
export function sentPurposeOf(row: KnownFile, purpose: string): string | undefined {
  const sent = row.sentPurpose ?? (row.sha256 === undefined ? purpose : row.purpose);
  return sent === purpose ? undefined : sent;
}

/** Ends what a session left: as not sent what was still waiting, as unknown what was on its way. Removes the session. */
export function abandon(db: DatabaseConnection, changed: Recorder, session: string): KnownFile[] {
  const files = db.all(`${SELECT_FILES} WHERE session = ?`, session).map(toKnownFile);
  const abandoned = files.map((file): KnownFile => {
    const { state, mayHaveActed, error } = file;
    const reason = state === 'pending' ? error : undefined;
    const end: Partial<KnownFile> =
      state === 'pending' && !mayHaveActed
        ? { state: 'not-sent', error: neverSent() }
        : { state: 'unknown', error: reason ?? interrupted(), mayHaveActed: true };
    const after = { ...file, ...end };
    updateFile(db, file, after, { session: null });
    return after;
  });
  abandonWrites(db, changed, session);
  db.run('DELETE FROM sessions WHERE id = ?', session);
  record(changed, abandoned);
  return abandoned;
}

const neverSent = (): ErrorFacts => ({
  kind: 'cancelled',
  message: t('This upload was still waiting when its window closed. Nothing of it was sent; send it again.'),
});

const interrupted = (): ErrorFacts => ({
  kind: 'unknown-outcome',
  message: t(
    'The window closed while this file was being sent, so it may or may not have arrived. Check whether it is there before you upload it again.',
  ),
  mayHaveActed: true,
});

/** Records changed rows, one change an environment. */
export function record(changed: Recorder, files: readonly KnownFile[]): void {
  const keys = Map.groupBy(files, ({ environment }) => environment);
  for (const [environment, group] of keys) {
    changed({ what: 'files', environment, fileKeys: group.map(({ key }) => key) });
  }
}
