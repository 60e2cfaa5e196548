import { join } from 'node:path';
import type * as vscode from 'vscode';

/** Where everything is kept. It is there once the extension was used. */
export function databaseFile({ globalStorageUri }: vscode.ExtensionContext): string {
  return join(globalStorageUri.fsPath, 'payments-api.db');
}
