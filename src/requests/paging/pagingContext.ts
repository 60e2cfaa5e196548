import * as vscode from 'vscode';
import type { Exchanges } from '../exchange/exchanges';
import { isImported } from '../exchange/imported';
import { exchangeIdIn } from '../exchange/requestUris';

/** Sets the context keys that say whether the page in front has one after it and one before it. */
export function followActivePage(exchanges: Exchanges): vscode.Disposable {
  const update = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const id = editor === undefined ? undefined : exchangeIdIn(editor.document.uri);
    const exchange = id === undefined || isImported({ id }) ? undefined : await exchanges.find(id);
    // Another editor may have come to the front meanwhile and set them already.
    if (editor !== vscode.window.activeTextEditor) return;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('paymentsApi.hasNextPage', exchange?.paging?.nextPage !== undefined);
    set('paymentsApi.hasPreviousPage', exchange?.paging?.previousPage !== undefined);
  };
  void update(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor((editor) => void update(editor));
}
