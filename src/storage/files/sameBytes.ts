import type { DatabaseConnection } from '../sqlite/connection';
import { SELECT_FILES, toKnownFile, updateFile } from './fileRows';
import { readRow, show, without } from './fileChanges';
import { number, text } from '../sqlite/rowValues';
import { t } from '../../util/text';
import { plainText } from '../../util/plainText';
import type { FileState, KnownFile, Permit, SameBytes } from '../types/storageTypes';

/** Rows that prevent another upload of their bytes. */
const UPLOADED = "state = 'uploaded' AND gone = 0 AND forgotten_at IS NULL";
const MAY_HAVE_ARRIVED = 'may_have_acted = 1 AND forgotten_at IS NULL';

/** What says most first: what is there is there, and what is on its way will soon be known. */
const ORDER: readonly SameBytes[] = ['uploaded', 'in-flight', 'may-have-acted'];

/** What the bytes of a file are known by. */
type Bytes = Pick<KnownFile, 'generation' | 'sha256' | 'purpose'>;

/** As much of a row as the decision needs: it is made twice for each upload, and there may be many rows of its bytes. */
type Shown = Pick<KnownFile, 'key' | 'state'>;

const OF_BYTES = 'generation = ? AND sha256 = ? AND coalesce(sent_purpose, purpose) = ?';

/** How a row prevents another upload of its bytes. */
function kindOf({ state }: Shown): SameBytes {
  if (state === 'uploading') return 'in-flight';
  return state === 'uploaded' ? 'uploaded' : 'may-have-acted';
}

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
  permit: Permit,
  shown: <S extends Shown>(row: S) => S | KnownFile,
): KnownFile | undefined {
  const prevents = (doubt: Shown) =>
    // What is on its way is waited for, whatever was agreed.
    doubt.state === 'uploading' || permit.get(doubt.key) !== shown(doubt).state;
  const { generation, sha256, purpose } = row;
  const rows = db.all(
    `SELECT key, state FROM files WHERE ${OF_BYTES} AND key <> ?
       AND (state = 'uploading' OR ${UPLOADED} OR ${MAY_HAVE_ARRIVED}) ORDER BY key`,
    ...[generation, sha256 ?? null, purpose, row.key],
  );
  const others = rows.map((other) => ({
    key: number(other, 'key'),
    state: text(other, 'state') as FileState,
  }));
  const [first] = inOrder(others.filter(prevents));
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
  const where = `WHERE ${OF_BYTES} AND ${condition} ORDER BY files.key`;
  const rows = db.all(`${SELECT_FILES} ${where}`, generation, sha256 ?? null, purpose, ...values);
  return inOrder(rows.map(toKnownFile));
}

/** @param rows the oldest first, and so they stay among their kind */
function inOrder<S extends Shown>(rows: readonly S[]): S[] {
  return rows.toSorted((a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)));
}

/** A row as the uploaded file that another upload of its bytes brought. */
export function settledBy(
  db: DatabaseConnection,
  row: KnownFile,
  uploaded: KnownFile,
  session: { session: null } | undefined,
): KnownFile {
  const { fileId, mimeType, uploadedAt, sortTime, requestId, exchangeId } = uploaded;
  const after = {
    ...without(row, 'error', 'requestId', 'exchangeId'),
    state: 'uploaded',
    mayHaveActed: false,
    mimeType,
    sortTime,
    gone: false,
    ...(fileId !== undefined && { fileId }),
    ...(uploadedAt !== undefined && { uploadedAt }),
    ...(requestId !== undefined && { requestId }),
    ...(exchangeId !== undefined && { exchangeId }),
  } as const;
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
