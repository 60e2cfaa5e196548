import * as vscode from 'vscode';
import type { KnownFile } from '../../storage/types/storageTypes';

/** The icon of a file's row: its type, or what became of its upload. */
export function iconOf({ state, gone, mimeType }: KnownFile): vscode.ThemeIcon {
  const dimmed = new vscode.ThemeColor('disabledForeground');
  switch (state) {
    case 'pending':
      return new vscode.ThemeIcon('clock');
    case 'uploading':
      return new vscode.ThemeIcon('sync~spin');
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
    case 'cancelled':
      return new vscode.ThemeIcon('circle-slash', dimmed);
    case 'not-sent':
      return new vscode.ThemeIcon('debug-pause', dimmed);
    case 'unknown':
      return new vscode.ThemeIcon('question', new vscode.ThemeColor('editorWarning.foreground'));
    case 'uploaded':
      return new vscode.ThemeIcon(typeIcon(mimeType), gone ? dimmed : undefined);
  }
}

function typeIcon(mimeType: string): string {
  if (mimeType.startsWith('image/')) return 'file-media';
  // Not `file`: for a row that has an address, the editor takes the icon theme's instead.
  return mimeType === 'application/pdf' ? 'file-pdf' : 'file-text';
}
