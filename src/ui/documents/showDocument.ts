import * as vscode from 'vscode';

let last: Promise<unknown> = Promise.resolve();

/** Shows a document after those that were asked for before it: where two come at once, the editor fails the first. */
export function showDocument(
  document: vscode.TextDocument | vscode.Uri,
  options: vscode.TextDocumentShowOptions,
): Promise<vscode.TextEditor> {
  const show = async () =>
    vscode.window.showTextDocument(
      document instanceof vscode.Uri ? await vscode.workspace.openTextDocument(document) : document,
      options,
    );
  const shown = last.then(show);
  last = shown.catch(() => undefined);
  return shown;
}
