import * as vscode from 'vscode';
import type { Exchanges } from '../exchange/exchanges';
import { exchangeIdIn } from '../exchange/requestUris';

/** Tells menus and keys whether the page in front has one after it and one before it. */
export function followActivePage(exchanges: Exchanges): vscode.Disposable {
  const tell = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const id = editor === undefined ? undefined : exchangeIdIn(editor.document.uri);
    const exchange = id === undefined || exchanges.isForeign(id) ? undefined : await exchanges.find(id);
    // Another editor may have come to the front meanwhile, and told already.
    if (editor !== vscode.window.activeTextEditor) return;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('paymentsApi.hasNextPage', exchange?.paging?.nextPage !== undefined);
    set('paymentsApi.hasPreviousPage', exchange?.paging?.previousPage !== undefined);
  };
  void tell(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor((editor) => void tell(editor));
}
