import * as vscode from 'vscode';

/** Where everything is kept. It is there once the extension was used. */
export function databaseFile({ globalStorageUri }: vscode.ExtensionContext): string {
  return vscode.Uri.joinPath(globalStorageUri, 'payments-api.db').fsPath;
}
