import * as vscode from 'vscode';

const SCHEME = 'payments-api-gone';

/** The address by which the editor asks how to draw the row of a file that is gone. */
export function goneUri(key: number): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${key}` });
}

/** Dims the rows of files that the service does not know any more. */
export const goneDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== SCHEME) return undefined;
    const tooltip = vscode.l10n.t('The service no longer knows this file');
    return new vscode.FileDecoration(undefined, tooltip, new vscode.ThemeColor('disabledForeground'));
  },
};
