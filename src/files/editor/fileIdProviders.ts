import * as vscode from 'vscode';

/** File ids in text documents; small, since activation loads it. */

export const ANY_DOCUMENT: vscode.DocumentSelector = { scheme: '*' };

/** What is offered on the file ids of a document. */
export interface FileIdProviders {
  provideDocumentLinks(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentLink[]>;
  provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined>;
}

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
      provideDocumentLinks: async (document, token) =>
        areOn() ? (await load()).provideDocumentLinks(document, token) : [],
    }),
    vscode.languages.registerHoverProvider(ANY_DOCUMENT, {
      provideHover: async (document, position) =>
        areOn() ? (await load()).provideHover(document, position) : undefined,
    }),
  );
}
