import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';

/**
 * Asks for one of several in a list of the editor.
 * @returns the value of the row
 * @throws CancelledError when it was dismissed
 */
export async function pickOne<T extends vscode.QuickPickItem & { readonly value?: unknown }>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T['value']> {
  const picked = await vscode.window.showQuickPick(items, options);
  if (picked === undefined) throw new CancelledError();
  return picked.value;
}

/**
 * Shows an input until there is an answer to it.
 * @param read the answer as the input stands when it is accepted; without one it stays
 * @param pressed the answer that a button gives
 * @throws CancelledError when it was dismissed
 */
export function answered<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  read: () => T | undefined,
  pressed?: (button: vscode.QuickInputButton) => T | undefined,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = (answer: T | undefined): void => {
    if (answer === undefined) return;
    resolve(answer);
    input.dispose();
  };
  input.onDidAccept(() => end(read()));
  input.onDidTriggerButton((button) => end(pressed?.(button)));
  input.onDidHide(() => {
    reject(new CancelledError());
    input.dispose();
  });
  input.show();
  return promise;
}
