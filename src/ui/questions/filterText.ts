import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';

/**
 * Narrows a view while one types; Escape brings back what was shown before.
 * @throws CancelledError then
 */
export async function askFilterText(
  view: { readonly filter: string; setFilter(text: string): void },
  words: { readonly title: string; readonly placeholder: string },
): Promise<void> {
  const before = view.filter;
  const input = vscode.window.createInputBox();
  input.title = words.title;
  input.placeholder = words.placeholder;
  input.value = before;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  input.onDidChangeValue((text) => {
    view.setFilter(text.trim());
  });
  input.onDidAccept(() => {
    resolve(true);
    input.dispose();
  });
  input.onDidHide(() => {
    resolve(false);
    input.dispose();
  });
  input.show();
  if (await promise) return;
  view.setFilter(before);
  throw new CancelledError();
}
