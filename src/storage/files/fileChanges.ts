import type { ErrorFacts } from '../../api/model/errors';
import type { DatabaseConnection } from '../sqlite/connection';
import { fileColumns, SELECT_FILES, sortTimeOf, toKnownFile, updateFile } from './fileRows';
import { compact } from '../sqlite/rowValues';
import { abandonWrites } from '../history/writes';
import type { Recorder } from '../store/changes';
import type { FetchedDetails, KnownFile } from '../types/storageTypes';
import { t } from '../../util/text';

/** The steps that the registry's transactions are made of. */

/** The row, also when it is forgotten. */
export function readRow(db: DatabaseConnection, key: number): KnownFile | undefined {
  const row = db.get(`${SELECT_FILES} WHERE files.key = ?`, key);
  return row === undefined ? undefined : toKnownFile(row);
}

/** @throws RangeError when there is no such row */
export function requireRow(db: DatabaseConnection, key: number): KnownFile {
  const file = readRow(db, key);
  if (file === undefined) throw new RangeError(`There is no file with the key ${key} here.`);
  return file;
}

/** The row of a file id, also when it is forgotten. */
export function readById(db: DatabaseConnection, generation: number, fileId: string): KnownFile | undefined {
  const row = db.get(`${SELECT_FILES} WHERE generation = ? AND file_id = ?`, generation, fileId);
  return row === undefined ? undefined : toKnownFile(row);
}

/**
 * Makes one row of two, when the service answers an upload with an id that another row already has: that
 * row's details pass to the upload's row, and it goes.
 * @returns the row that is gone
 */
export function takeOver(db: DatabaseConnection, upload: KnownFile, fileId: string): KnownFile[] {
  const other = readById(db, upload.generation, fileId);
  if (other === undefined || other.key === upload.key) return [];
  db.run(
    `INSERT OR REPLACE INTO file_details
     SELECT ?, details, details_at, details_exchange_id, details_request_id FROM file_details WHERE key = ?`,
    upload.key,
    other.key,
  );
  db.run('DELETE FROM files WHERE key = ?', other.key);
  return [other];
}

/** Brings a forgotten row back. Apart from other updates: naming that column rewrites nearly every index. */
export function show(db: DatabaseConnection, key: number): void {
  db.run('UPDATE files SET forgotten_at = NULL WHERE key = ? AND forgotten_at IS NOT NULL', key);
}

/** Whose a row is. */
export type Owner = Pick<KnownFile, 'environment' | 'generation'>;

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
  if (found !== undefined) updateFile(db, found, { ...after, key }, { session: null });
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
  return compact<Omit<KnownFile, 'key'>>({
    ...(known === undefined ? {} : without(known, 'error')),
    environment: owner.environment,
    generation: owner.generation,
    state: 'uploaded',
    mayHaveActed: false,
    fileId,
    name: said('name') ?? known?.name ?? fileId,
    purpose: said('purpose') ?? known?.purpose ?? '',
    mimeType: said('mimeType') ?? known?.mimeType ?? '',
    uploadedAt,
    createdAt,
    sortTime: sortTimeOf(uploadedAt, createdAt),
    gone: false,
  });
}

/** Ends what a session left: as not sent what was still waiting, as unknown what was on its way. Removes the session. */
export function abandon(db: DatabaseConnection, changed: Recorder, session: string): KnownFile[] {
  const files = db.all(`${SELECT_FILES} WHERE session = ?`, session).map(toKnownFile);
  const abandoned = files.map((file): KnownFile => {
    const end: Partial<KnownFile> =
      file.state === 'pending' && !file.mayHaveActed
        ? { state: 'not-sent', error: neverSent() }
        : { state: 'unknown', error: interrupted(), mayHaveActed: true };
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

/** A copy that lacks the given properties. */
export function without<K extends keyof KnownFile>(file: KnownFile, ...names: K[]): Omit<KnownFile, K> {
  const copy: Partial<KnownFile> = { ...file };
  for (const name of names) Reflect.deleteProperty(copy, name);
  return copy as Omit<KnownFile, K>;
}
