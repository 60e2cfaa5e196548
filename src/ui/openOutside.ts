import * as vscode from 'vscode';

/**
 * Opens a web address outside the editor. Not awaited: the editor may ask whether to open it, and a command's
 * outcome must not hang on that.
 */
export function openOutside(url: string): void {
  void vscode.env.openExternal(vscode.Uri.parse(url, true)).then(undefined, () => undefined);
}
