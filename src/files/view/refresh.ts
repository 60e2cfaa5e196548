import * as vscode from 'vscode';
import { CancelledError, saysMissing } from '../../api/model/errors';
import type { FileRegistry, KnownFile } from '../../storage';
import { showMessage } from '../../ui/messages';
import { withCancellableProgress } from '../../ui/progress';
import { untilAborted } from '../../util/untilAborted';
import type { FileRecords } from '../records/fileRecords';
import { flash } from '../../ui/flash';

/**
 * Fetches the records of files again. One that the service does not know any more is remembered as such, and is
 * no reason to stop.
 * @throws PaymentsError the first failure of another kind: the next file would fail in the same way
 */
export async function refreshFiles(
  records: FileRecords,
  registry: FileRegistry,
  files: readonly KnownFile[],
): Promise<void> {
  const targets = files.flatMap(({ environment, fileId }) =>
    fileId === undefined ? [] : [{ environment, fileId }],
  );
  if (targets.length === 0) return;
  const { refreshed, gone } = await withCancellableProgress(
    vscode.l10n.t('Refreshing…'),
    async (signal, report) => {
      let refreshed = 0;
      let gone = 0;
      // One after the other: a refresh of many is no reason to hit a rate limit.
      for (const [index, target] of targets.entries()) {
        // Taken out of the view while it waited its turn: there is no row to refresh.
        if (registry.get(target.environment, target.fileId) === undefined) continue;
        report(vscode.l10n.t('{0} of {1}', index, targets.length), (index / targets.length) * 100);
        try {
          // Cancelling does not wait for an answer; one that comes late is kept all the same.
          await untilAborted(records.fetch(target), signal, () => new CancelledError());
          refreshed++;
        } catch (error) {
          if (!saysMissing(error)) throw error;
          gone++;
        }
      }
      return { refreshed, gone };
    },
  );
  if (gone > 0) {
    showMessage(
      'warning',
      vscode.l10n.t('Refreshed: {0}. No longer known to the service: {1}.', refreshed, gone),
    );
  } else {
    flash(vscode.l10n.t('Refreshed: {0}', refreshed));
  }
}
