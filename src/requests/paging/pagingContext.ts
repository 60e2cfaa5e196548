import * as vscode from 'vscode';
import { bodyOf } from '../exchange/answer';
import type { Exchanges } from '../exchange/exchanges';
import { isImported } from '../exchange/imported';
import { exchangeIdIn } from '../exchange/requestUris';

/** Sets the context keys that say whether the answer in front may hold a list, and has a page after it and one before it. */
export function followActivePage(exchanges: Exchanges): vscode.Disposable {
  const update = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const id = editor === undefined ? undefined : exchangeIdIn(editor.document.uri);
    const exchange = id === undefined ? undefined : await exchanges.find(id);
    // Another editor may have come to the front meanwhile and set them already.
    if (editor !== vscode.window.activeTextEditor) return;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    const paging = exchange === undefined || isImported(exchange) ? undefined : exchange.paging;
    set('paymentsApi.hasNextPage', paging?.nextPage !== undefined);
    set('paymentsApi.hasPreviousPage', paging?.previousPage !== undefined);
    // Where there is one is known when it is read: a long answer would hold the editor up.
    set('paymentsApi.hasList', exchange !== undefined && bodyOf(exchange)?.includes('[') === true);
  };
  void update(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor((editor) => void update(editor));
}
