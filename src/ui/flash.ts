import * as vscode from 'vscode';
import { literal, truncateMiddle } from '../util/plainText';
import { t } from '../util/text';

/** Confirms in the status bar, for three seconds. */
export function flash(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 3000);
}

/** Puts ids on the clipboard, one a line, and says so in the status bar. */
export async function copyIds(ids: readonly string[]): Promise<string> {
  const text = ids.join('\n');
  await vscode.env.clipboard.writeText(text);
  flash(t('Copied {0}', literal(truncateMiddle(ids.join(', '), 80))));
  return text;
}
