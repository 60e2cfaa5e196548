import * as vscode from 'vscode';
import { literal, truncateMiddle } from '../util/plainText';
import { firstOf, listed, t } from '../util/text';

/** Confirms in the status bar, for three seconds. */
export function flash(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 3000);
}

/** Puts ids, or an address, on the clipboard, one a line, and says in the status bar which, or how many more. */
export async function copyIds(ids: readonly string[]): Promise<string> {
  const text = ids.join('\n');
  await vscode.env.clipboard.writeText(text);
  const shown = ids.map((id) => literal(truncateMiddle(id, 80)));
  flash(t('Copied {0}', listed(firstOf(shown, 1))));
  return text;
}
