import * as vscode from 'vscode';
import { answered } from './answered';

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
  // A click on a row that was found must not bring back the others.
  input.ignoreFocusOut = true;
  input.onDidChangeValue((text) => view.setFilter(text.trim()));
  try {
    await answered(input, () => true);
  } catch (error) {
    view.setFilter(before);
    throw error;
  }
}
