import * as vscode from 'vscode';
import type { ErrorFacts } from '../../api/model/errors';
import type { UploadResult } from '../../commands/commandTypes';
import type { KnownFile } from '../../storage/types/storageTypes';
import { nameOf, type Candidate } from '../check/gather';
import type { SelectedResources } from '../check/resources';

/** The result of a file that was refused before sending. */
export function rejected({ uri, rejection }: Candidate): UploadResult {
  return { uri: uri.toString(), status: 'rejected', ...(rejection !== undefined && { error: rejection }) };
}

/**
 * The result of a file that was not sent because of a row with the same bytes: the earlier file was kept, or its
 * outcome, when it is not known whether it arrived, is that of this file too.
 */
export function resultOfRow({ uri, warnings }: Candidate, row: KnownFile): UploadResult {
  const common = { uri: uri.toString(), ...(warnings.length > 0 && { warnings }) };
  if (row.state === 'uploaded') return { ...common, status: 'duplicate', file: uploadRecord(row) };
  const { error, requestId, exchangeId } = row;
  return {
    ...common,
    status: row.state === 'failed' ? 'failed' : 'unknown-outcome',
    error: error ?? unknownOutcome(),
    ...(requestId !== undefined && { requestId }),
    ...(exchangeId !== undefined && { exchangeId }),
  };
}

/** The result of a retry when another command or window already retried the upload. */
export function overtaken({ uri, name }: Candidate): UploadResult {
  const message = vscode.l10n.t(
    '{0} was already uploaded again, or is being uploaded, so it was not sent again.',
    name,
  );
  return { uri: uri.toString(), status: 'rejected', error: { kind: 'preflight', message } };
}

/** A result for each selected file, in the order given; a file without one was not sent. */
export function inOrder(selection: SelectedResources, results: readonly UploadResult[]): UploadResult[] {
  const byUri = new Map(results.map((result) => [result.uri, result]));
  const seen = new Set<string>();
  return selection.files.map(({ uri: file }): UploadResult => {
    const uri = file.toString();
    const result = byUri.get(uri) ?? {
      uri,
      status: 'cancelled',
      error: { kind: 'cancelled', message: vscode.l10n.t('Cancelled. {0} was not sent.', nameOf(file)) },
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
