import * as vscode from 'vscode';
import { CancelledError, NotFoundError } from '../api/errors';
import { execute, type Done, type UploadResult } from '../commands';
import { isPurpose } from '../api/limits';
import type { FileRegistry, KnownFile } from '../storage/types';
import { refuse } from '../ui/arguments';

/**
 * Sends the file of a row again. One that may have arrived is sent only after the user has read why it is
 * in doubt and has said so.
 * @throws CancelledError when the user did not; NotFoundError when the local file is not known
 */
export async function retryUpload(registry: FileRegistry, file: KnownFile): Promise<Done<UploadResult[]>> {
  if (file.state === 'uploaded' || file.state === 'pending' || file.state === 'uploading') {
    throw refuse(vscode.l10n.t('{0} needs no retry: it was uploaded, or is being uploaded.', file.name));
  }
  if (file.uri === undefined || !isPurpose(file.purpose)) {
    throw new NotFoundError({
      message: vscode.l10n.t('It is not known where {0} was uploaded from.', file.name),
    });
  }
  if (mayHaveArrived(file)) await confirmInDoubt(file);
  const outcome = await execute('uploadFiles', undefined, [vscode.Uri.parse(file.uri, true)], {
    purpose: file.purpose,
    environment: file.environment,
    duplicates: 'upload',
  });
  if (!outcome.ok) throw new CancelledError({ message: outcome.error.message });
  // The new row tells what came of it; the old one has done its work unless this one went wrong as well.
  if (outcome.data.every(({ status }) => status === 'uploaded')) registry.forget([file.key]);
  return outcome;
}

/** Whether the service may have the file although no answer said so. */
export function mayHaveArrived({ state, error }: KnownFile): boolean {
  return state === 'unknown' || error?.kind === 'decode';
}

async function confirmInDoubt(file: KnownFile): Promise<void> {
  const again = vscode.l10n.t('Upload Again');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} may have arrived. Upload it again?', file.name),
    {
      modal: true,
      detail: [
        file.error?.message ?? vscode.l10n.t('No answer came.'),
        vscode.l10n.t(
          'If it did arrive, the service will then hold it twice. Look in its dashboard first if that matters.',
        ),
      ].join('\n\n'),
    },
    again,
  );
  if (answer !== again) throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
}
