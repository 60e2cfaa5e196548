import type { SQLInputValue } from 'node:sqlite';
import type { ErrorFacts } from '../../api/model/errors';
import type { DatabaseConnection, Row } from '../sqlite/connection';
import { compact, number, optionalJson, optionalNumber, optionalText, text } from '../sqlite/rowValues';
import { searchText } from '../search/words';
import { parseTime } from '../../util/times';
import type { FileState, KnownFile } from '../types/storageTypes';

/** All columns of a row but the text for searching. */
const SHOWN = `files.key, generation, state, may_have_acted, file_id, name, purpose, mime_type, size, sha256, uri,
  uploaded_at, created_at, sort_time, request_id, exchange_id, error, remark, gone, sent_purpose`;

/** What every read of files selects. Add conditions and an order after it. */
export const SELECT_FILES = `
  SELECT ${SHOWN}, generations.environment, details, details_at, details_exchange_id, details_request_id
  FROM files CROSS JOIN generations ON generations.id = files.generation
  LEFT JOIN file_details ON file_details.key = files.key`;

export function toKnownFile(row: Row): KnownFile {
  return compact<KnownFile>({
    key: number(row, 'key'),
    environment: text(row, 'environment'),
    generation: number(row, 'generation'),
    state: text(row, 'state') as FileState,
    mayHaveActed: number(row, 'may_have_acted') === 1,
    fileId: optionalText(row, 'file_id'),
    name: text(row, 'name'),
    purpose: text(row, 'purpose'),
    sentPurpose: optionalText(row, 'sent_purpose'),
    mimeType: text(row, 'mime_type'),
    size: optionalNumber(row, 'size'),
    sha256: optionalText(row, 'sha256'),
    uri: optionalText(row, 'uri'),
    uploadedAt: optionalText(row, 'uploaded_at'),
    createdAt: number(row, 'created_at'),
    sortTime: number(row, 'sort_time'),
    requestId: optionalText(row, 'request_id'),
    exchangeId: optionalText(row, 'exchange_id'),
    error: optionalJson(row, 'error') as ErrorFacts | undefined,
    remark: optionalText(row, 'remark'),
    details: optionalJson(row, 'details') as Readonly<Record<string, unknown>> | undefined,
    detailsAt: optionalNumber(row, 'details_at'),
    detailsExchangeId: optionalText(row, 'details_exchange_id'),
    detailsRequestId: optionalText(row, 'details_request_id'),
    gone: number(row, 'gone') === 1,
  });
}

/** The columns that follow from a file; `key` and `session` are the caller's. */
export function fileColumns(file: Omit<KnownFile, 'key'>): Record<string, SQLInputValue> {
  return {
    generation: file.generation,
    state: file.state,
    may_have_acted: file.mayHaveActed ? 1 : 0,
    file_id: file.fileId ?? null,
    name: file.name,
    purpose: file.purpose,
    sent_purpose: file.sentPurpose ?? null,
    mime_type: file.mimeType,
    size: file.size ?? null,
    sha256: file.sha256 ?? null,
    uri: file.uri ?? null,
    uploaded_at: file.uploadedAt ?? null,
    created_at: file.createdAt,
    sort_time: file.sortTime,
    request_id: file.requestId ?? null,
    exchange_id: file.exchangeId ?? null,
    error: file.error === undefined ? null : JSON.stringify(file.error),
    remark: file.remark ?? null,
    gone: file.gone ? 1 : 0,
    search_text: searchText([file.name, file.fileId, file.purpose, file.mimeType]),
  };
}

/**
 * Writes a row as it now is. Only columns that differ are named, so that only their indexes are touched.
 * @param before the row as it was read in the same transaction
 */
export function updateFile(
  db: DatabaseConnection,
  before: KnownFile,
  after: KnownFile,
  extra: Record<string, SQLInputValue> = {},
): void {
  const old = fileColumns(before);
  const changed = Object.entries(fileColumns(after)).filter(([column, value]) => old[column] !== value);
  const columns = { ...Object.fromEntries(changed), ...extra };
  const names = Object.keys(columns);
  if (names.length === 0) return;
  const assignments = names.map((name) => `${name} = ?`).join(', ');
  db.run(`UPDATE files SET ${assignments} WHERE key = ?`, ...Object.values(columns), after.key);
}

/** What lists sort by: the service's time where it can be read, else the row's own. */
export function sortTimeOf(uploadedAt: string | undefined, createdAt: number): number {
  return parseTime(uploadedAt) ?? createdAt;
}
