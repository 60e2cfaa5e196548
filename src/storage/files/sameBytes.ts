import type { DatabaseConnection } from '../sqlite/connection';
import { SELECT_FILES, toKnownFile, updateFile } from './fileRows';
import { readRow, show } from './fileChanges';
import { compact, number, text } from '../sqlite/rowValues';
import { t } from '../../util/text';
import { plainText } from '../../util/plainText';
import type { FileState, KnownFile, UploadPermit } from '../types/storageTypes';

/** Rows that prevent another upload of their bytes. */
const UPLOADED = "state = 'uploaded' AND gone = 0 AND forgotten_at IS NULL";
const MAY_HAVE_ARRIVED = 'may_have_acted = 1 AND forgotten_at IS NULL';

/** What says most first, and of that the oldest: what is there is there, and what is on its way will soon be known. */
const CERTAIN_FIRST = "ORDER BY state = 'uploaded' DESC, state = 'uploading' DESC, files.key";

/** What the bytes of a file are known by. */
type Bytes = Pick<KnownFile, 'generation' | 'sha256' | 'purpose'>;

/** As much of a row as the decision needs: it is made twice for each upload, and there may be many rows of its bytes. */
type Shown = Pick<KnownFile, 'key' | 'state'>;

const OF_BYTES = 'generation = ? AND sha256 = ? AND coalesce(sent_purpose, purpose) = ?';

/** The rows of these bytes that are uploaded or may have arrived, what is certain first. */
export function findSameBytes(db: DatabaseConnection, bytes: Bytes): KnownFile[] {
  return select(db, bytes, `(${UPLOADED} OR ${MAY_HAVE_ARRIVED}) AND state <> 'uploading'`);
}

/**
 * The decision whether the bytes of a row may be sent: the row that prevents it, if any.
 * @param row as it will be sent
 * @param shown the state in which a row was shown to a person: one that this window has begun may be pending now
 */
export function whatPrevents(
  db: DatabaseConnection,
  row: KnownFile,
  permit: UploadPermit,
  shown: <S extends Shown>(row: S) => S | KnownFile,
): KnownFile | undefined {
  const prevents = (other: Shown) =>
    // What is on its way is waited for, whatever was agreed.
    other.state === 'uploading' || permit.get(other.key) !== shown(other).state;
  const { generation, sha256, purpose } = row;
  const rows = db.all(
    `SELECT key, state FROM files WHERE ${OF_BYTES} AND key <> ?
       AND (state = 'uploading' OR ${UPLOADED} OR ${MAY_HAVE_ARRIVED}) ${CERTAIN_FIRST}`,
    ...[generation, sha256 ?? null, purpose, row.key],
  );
  const others = rows.map((other) => ({
    key: number(other, 'key'),
    state: text(other, 'state') as FileState,
  }));
  const first = others.find(prevents);
  if (first !== undefined) return readRow(db, first.key);
  const own = shown(row);
  return own.mayHaveActed && prevents(own) ? own : undefined;
}

function select(
  db: DatabaseConnection,
  { generation, sha256, purpose }: Bytes,
  condition: string,
  ...values: number[]
): KnownFile[] {
  const where = `WHERE ${OF_BYTES} AND ${condition} ${CERTAIN_FIRST}`;
  return db.all(`${SELECT_FILES} ${where}`, generation, sha256 ?? null, purpose, ...values).map(toKnownFile);
}

/** A row as the uploaded file that another upload of its bytes brought. */
export function settledBy(
  db: DatabaseConnection,
  row: KnownFile,
  uploaded: KnownFile,
  session: { session: null } | undefined,
): KnownFile {
  const { fileId, mimeType, uploadedAt, sortTime, requestId, exchangeId } = uploaded;
  const after = compact<KnownFile>({
    ...row,
    state: 'uploaded',
    mayHaveActed: false,
    error: undefined,
    fileId: fileId ?? row.fileId,
    mimeType,
    uploadedAt: uploadedAt ?? row.uploadedAt,
    sortTime,
    requestId,
    exchangeId,
    gone: false,
  });
  updateFile(db, row, after, session);
  show(db, row.key);
  return after;
}

/** Settles the ended rows whose bytes are there now. One that may have arrived stays: the service may hold it twice. */
export function settleOthers(db: DatabaseConnection, uploaded: KnownFile): KnownFile[] {
  const ended = select(
    db,
    { ...uploaded, purpose: uploaded.sentPurpose ?? uploaded.purpose },
    `state IN ('failed', 'not-sent', 'cancelled') AND may_have_acted = 0 AND forgotten_at IS NULL AND files.key <> ?`,
    uploaded.key,
  );
  return ended.map((row) => settledBy(db, row, uploaded, undefined));
}

/**
 * Says of this document and of those with other bytes that the service gave them one id.
 * @param sameId the other rows of its id
 * @returns those with other bytes
 */
export function remarkSharedId(
  db: DatabaseConnection,
  uploaded: KnownFile,
  sameId: readonly KnownFile[],
): KnownFile[] {
  const others = sameId.filter(({ sha256 }) => sha256 !== undefined && sha256 !== uploaded.sha256);
  const [first] = others;
  if (first === undefined) return [];
  remarked(db, uploaded, first);
  return others.map((other) => remarked(db, other, uploaded));
}

function remarked(db: DatabaseConnection, row: KnownFile, other: KnownFile): KnownFile {
  const remark = t(
    'The service gave the same id to {0}, which has other content. Check in the dashboard which of them it holds.',
    plainText(other.name, 100),
  );
  const after = { ...row, remark };
  updateFile(db, row, after);
  return after;
}
