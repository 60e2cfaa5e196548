import * as vscode from 'vscode';

/** Confirms in the status bar, for three seconds. */
export function flash(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 3000);
}
