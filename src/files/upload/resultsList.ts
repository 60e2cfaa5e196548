import * as vscode from 'vscode';
import type { UploadResult } from '../../commands/table/commandTypes';
import { execute } from '../../commands/execute';
import type { Environment } from '../../services/environments/environmentModel';
import { nameOf } from '../check/gather';
import { literal, plainText } from '../../util/plainText';
import { sentences } from '../../util/text';

type Status = UploadResult['status'];

/**
 * Lists what became of each file, and opens what there is of the one that is chosen.
 * @param summary how many of each outcome
 */
export async function showResults(
  results: readonly UploadResult[],
  environment: Environment,
  summary: string,
): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    results.map((result) => ({
      label: literal(plainText(nameIn(result.uri), 300)),
      iconPath: new vscode.ThemeIcon(ICONS[result.status]),
      description: literal(plainText(idOf(result) ?? STATUS_TITLES[result.status](), 200)),
      detail: literal(sentences(result.error?.message, ...(result.warnings ?? []))),
      id: idOf(result),
      exchangeId: result.exchangeId,
      uri: result.uri,
    })),
    {
      title: vscode.l10n.t('Upload results: {0}', summary),
      placeHolder: vscode.l10n.t('Choose a file to see its details or its request, or to open it'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked?.id !== undefined) {
    await execute('showFileDetails', picked.id, { environment: environment.id });
  } else if (picked?.exchangeId !== undefined) {
    await execute('showExchange', picked.exchangeId);
  } else if (picked !== undefined) {
    // Nothing was sent: the file itself is all there is to look at.
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(picked.uri, true));
  }
}

const ICONS: Record<Status, string> = {
  uploaded: 'pass',
  duplicate: 'history',
  rejected: 'circle-slash',
  failed: 'error',
  'unknown-outcome': 'question',
  cancelled: 'debug-stop',
  'not-sent': 'debug-pause',
};

export const STATUS_TITLES: Record<Status, () => string> = {
  uploaded: () => vscode.l10n.t('uploaded'),
  duplicate: () => vscode.l10n.t('already uploaded'),
  rejected: () => vscode.l10n.t('refused before sending'),
  failed: () => vscode.l10n.t('failed'),
  'unknown-outcome': () => vscode.l10n.t('outcome unknown'),
  cancelled: () => vscode.l10n.t('cancelled'),
  'not-sent': () => vscode.l10n.t('not sent'),
};

/** The id that the service gave a file. */
export function idOf({ file }: UploadResult): string | undefined {
  const id = file?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** The name of a file for a message. */
export function nameIn(uri: string): string {
  return plainText(nameOf(vscode.Uri.parse(uri, true)), 100);
}
