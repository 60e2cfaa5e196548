import * as vscode from 'vscode';

/** File ids in text documents; small, since activation loads it. */

export const ANY_DOCUMENT: vscode.DocumentSelector = { scheme: '*' };

/** What is offered on the file ids of a document. */
export type FileIdProviders = vscode.DocumentLinkProvider & vscode.HoverProvider;

/**
 * Underlines the file ids that are known here, in any text document, with a hover.
 * @param areOn whether the user wants it, and has used the extension
 */
export function registerFileIdProviders(
  load: () => Promise<FileIdProviders>,
  areOn: () => boolean,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(ANY_DOCUMENT, {
      provideDocumentLinks: async (...args) => (areOn() ? (await load()).provideDocumentLinks(...args) : []),
    }),
    vscode.languages.registerHoverProvider(ANY_DOCUMENT, {
      provideHover: async (...args) => (areOn() ? (await load()).provideHover(...args) : undefined),
    }),
  );
}
