import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import type { RequestFilter } from './requestRows';

/** A filter as a caller gave it. @throws PreflightError when it is none */
export function readFilter(value: unknown): RequestFilter {
  if (!isObject(value)) throw refuse(vscode.l10n.t('A filter is an object with text, an outcome, or both.'));
  const { text, outcome } = value;
  if (text !== undefined && typeof text !== 'string') {
    throw refuse(vscode.l10n.t('The text of a filter must be text.'));
  }
  if (outcome !== undefined && outcome !== 'ok' && outcome !== 'failed') {
    throw refuse(vscode.l10n.t('The outcome of a filter must be "ok" or "failed".'));
  }
  const words = text?.trim() ?? '';
  return { ...(words !== '' && { text: words }), ...(outcome !== undefined && { outcome }) };
}

type Choice = vscode.QuickPickItem & { readonly outcome: RequestFilter['outcome'] | undefined };

/**
 * Asks which requests to show: what is typed is the text, what is picked the outcome.
 * @param before the filter as it is
 * @throws CancelledError when it was dismissed
 */
export async function askFilter(before: RequestFilter): Promise<RequestFilter> {
  const choices: Choice[] = [
    { label: `$(list-flat) ${vscode.l10n.t('All outcomes')}`, alwaysShow: true, outcome: undefined },
    { label: `$(error) ${vscode.l10n.t('Failed only')}`, alwaysShow: true, outcome: 'failed' },
    { label: `$(pass) ${vscode.l10n.t('Successful only')}`, alwaysShow: true, outcome: 'ok' },
  ];
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = vscode.l10n.t('Filter requests');
  pick.placeholder = vscode.l10n.t(
    'Type words from the method, path, status, request id, code or message, then choose an outcome',
  );
  pick.value = before.text ?? '';
  pick.items = choices;
  pick.activeItems = choices.filter(({ outcome }) => outcome === before.outcome);
  const { promise, resolve, reject } = Promise.withResolvers<RequestFilter>();
  pick.onDidAccept(() => {
    const outcome = (pick.selectedItems[0] ?? pick.activeItems[0])?.outcome;
    resolve(readFilter({ text: pick.value, outcome }));
    pick.hide();
  });
  pick.onDidHide(() => {
    reject(cancelled(vscode.l10n.t('Cancelled: the filter stays as it was.')));
    pick.dispose();
  });
  pick.show();
  return promise;
}
