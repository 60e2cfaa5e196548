import * as vscode from 'vscode';
import type { ErrorFacts } from '../../api/model/errors';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { KnownFile } from '../../storage/types/storageTypes';
import { isolate } from '../../util/plainText';
import { nameOf, type CheckedFile } from '../check/gather';

/** The result of a file that was refused before sending. */
export function rejected({ uri, rejection }: CheckedFile): UploadResult {
  return { uri: uri.toString(), status: 'rejected', ...(rejection !== undefined && { error: rejection }) };
}

/**
 * The result of a file that was not sent because of a row with the same bytes: the earlier file was kept, or its
 * outcome, when it is not known whether it arrived, is that of this file too.
 * @param wanted it was to be sent all the same: a warning says that it was not
 */
export function resultOfRow(file: CheckedFile, row: KnownFile, wanted: boolean): UploadResult {
  const uri = file.uri.toString();
  const name = isolate(file.name, 100);
  if (row.state === 'uploaded') {
    const warnings = [
      ...file.warnings,
      ...(wanted
        ? [vscode.l10n.t('{0} was not sent again: the same bytes were uploaded meanwhile.', name)]
        : []),
    ];
    const record = uploadRecord(row);
    return { uri, status: 'duplicate', file: record, ...(warnings.length > 0 && { warnings }) };
  }
  const { error, requestId, exchangeId } = row;
  const warning = vscode.l10n.t(
    '{0} was not sent: the same bytes were sent before and may have arrived. Check whether they are there, then retry it in the Files view.',
    name,
  );
  return {
    uri,
    status: 'unknown-outcome',
    error: { ...(error ?? unknownOutcome()), mayHaveActed: true },
    ...(requestId !== undefined && { requestId }),
    ...(exchangeId !== undefined && { exchangeId }),
    warnings: [...file.warnings, warning],
  };
}

/** A result for each selected file, in the order given; a file without one was not sent. */
export function inOrder(
  files: readonly Pick<CheckedFile, 'uri'>[],
  results: readonly UploadResult[],
): UploadResult[] {
  const byUri = new Map(results.map((result) => [result.uri, result]));
  const seen = new Set<string>();
  return files.map((file): UploadResult => {
    const uri = file.uri.toString();
    const name = isolate(nameOf(file.uri), 100);
    const result = byUri.get(uri) ?? {
      uri,
      status: 'cancelled',
      error: { kind: 'cancelled', message: vscode.l10n.t('Cancelled. {0} was not sent.', name) },
    };
    // A file that was selected twice is sent once.
    const isAgain = seen.has(uri) && result.status === 'uploaded';
    seen.add(uri);
    return isAgain ? { ...result, status: 'duplicate' } : result;
  });
}

/** Whether the service may have the file although no answer said so. */
export function mayHaveArrived({ status, error }: UploadResult): boolean {
  return status === 'unknown-outcome' || error?.mayHaveActed === true;
}

function unknownOutcome(): ErrorFacts {
  const message = vscode.l10n.t('The same bytes were sent before, and it is not known whether they arrived.');
  return { kind: 'unknown-outcome', message, mayHaveActed: true };
}

/** An earlier upload in the form of the upload file record. */
function uploadRecord({
  fileId,
  purpose,
  mimeType,
  uploadedAt,
}: KnownFile): Readonly<Record<string, unknown>> {
  return { id: fileId, purpose, mimeType, ...(uploadedAt !== undefined && { uploadedAt }) };
}
