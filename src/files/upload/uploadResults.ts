import * as vscode from 'vscode';
import type { UploadResult } from '../../commands/types';
import type { KnownFile } from '../../storage/types';
import { nameOf, type Candidate, type CheckedCandidate } from '../check/gather';
import type { Selection } from '../check/resources';

/** The result of a file that was refused before sending. */
export function rejected({ uri, rejection }: CheckedCandidate): UploadResult {
  return { uri: uri.toString(), status: 'rejected', ...(rejection !== undefined && { error: rejection }) };
}

/** The result of a file whose earlier upload was kept. */
export function duplicateOf({ uri, warnings }: Candidate, earlier: KnownFile | undefined): UploadResult {
  return {
    uri: uri.toString(),
    status: 'duplicate',
    ...(earlier !== undefined && { file: uploadRecord(earlier) }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A result for each selected file, in the order given; a file without one was not sent. */
export function inOrder(selection: Selection, results: readonly UploadResult[]): UploadResult[] {
  const byUri = new Map(results.map((result) => [result.uri, result]));
  const told = new Set<string>();
  return selection.files.map((file): UploadResult => {
    const uri = file.toString();
    const result = byUri.get(uri) ?? {
      uri,
      status: 'cancelled',
      error: { kind: 'cancelled', message: vscode.l10n.t('Cancelled. {0} was not sent.', nameOf(file)) },
    };
    // A file that stands there twice is sent once.
    const isAgain = told.has(uri) && result.status === 'uploaded';
    told.add(uri);
    return isAgain ? { ...result, status: 'duplicate' } : result;
  });
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
