import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';

/**
 * Asks for one line of text, and gives it without the space around it.
 * @param wrong says what is wrong with such a text
 * @throws CancelledError when it was dismissed
 */
export async function askLine(
  title: string,
  prompt: string,
  wrong: (text: string) => string | undefined,
  value = '',
): Promise<string> {
  const text = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => wrong(typed.trim()),
  });
  if (text === undefined) throw new CancelledError();
  return text.trim();
}
