import { NotFoundError } from '../../api/model/errors';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { KnownFile } from '../../storage/types/storageTypes';
import { compact } from '../../storage/sqlite/rowValues';
import { isolate } from '../../util/plainText';
import type { CheckedFile } from '../check/gather';
import { t } from '../../util/text';

/** The result of a file, without what is not known of it. */
export function resultOf(
  file: CheckedFile,
  status: UploadResult['status'],
  known: { readonly [K in keyof UploadResult]?: UploadResult[K] | undefined },
  warnings: readonly string[] = [],
): UploadResult {
  const all = [...file.warnings, ...warnings];
  const uri = file.uri.toString();
  return compact<UploadResult>({ uri, status, ...known, ...(all.length > 0 && { warnings: all }) });
}

/**
 * The result of a file that was not sent because of a row with the same bytes: the earlier file was kept, or its
 * outcome, when it is not known whether it arrived, is that of this file too.
 * @param wanted it was to be sent all the same: a warning says that it was not
 */
export function resultOfRow(file: CheckedFile, row: KnownFile, wanted: boolean): UploadResult {
  const name = isolate(file.name, 100);
  if (row.state === 'uploaded') {
    const notAgain = t('{0} was not sent again: the same bytes were uploaded meanwhile.', name);
    return resultOf(file, 'duplicate', { file: uploadRecord(row) }, wanted ? [notAgain] : []);
  }
  const { error, requestId, exchangeId } = row;
  const warning = t(
    '{0} was not sent: the same bytes were sent before and may have arrived. Check whether they are there, then retry it in the Files view.',
    name,
  );
  const unknown = { kind: 'unknown-outcome', message: warning, ...error, mayHaveActed: true } as const;
  return resultOf(file, 'unknown-outcome', { error: unknown, requestId, exchangeId }, [warning]);
}

/** The row of an upload was taken out of the list. */
export function noSuchRow(): NotFoundError {
  const message = t('This upload is not in the list of files any more. Nothing was sent.');
  return new NotFoundError(message);
}

/** A result for each selected file, in the order given. */
export function inOrder(
  files: readonly Pick<CheckedFile, 'uri'>[],
  results: readonly UploadResult[],
): UploadResult[] {
  const byUri = new Map(results.map((result) => [result.uri, result]));
  const seen = new Set<string>();
  return files.flatMap(({ uri }): UploadResult | [] => {
    const result = byUri.get(uri.toString());
    if (result === undefined) return [];
    // A file that was selected twice is sent once.
    const isAgain = seen.has(result.uri) && result.status === 'uploaded';
    seen.add(result.uri);
    return isAgain ? { ...result, status: 'duplicate' } : result;
  });
}

/** Whether the service may have the file although no answer said so. */
export function mayHaveArrived({ status, error }: UploadResult): boolean {
  return status === 'unknown-outcome' || error?.mayHaveActed === true;
}

/** An earlier upload in the form of the upload file record. */
function uploadRecord(row: KnownFile): Readonly<Record<string, unknown>> {
  const { fileId, purpose, mimeType, uploadedAt } = row;
  return { id: fileId, purpose, mimeType, ...(uploadedAt !== undefined && { uploadedAt }) };
}
