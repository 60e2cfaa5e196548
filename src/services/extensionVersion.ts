import type * as vscode from 'vscode';

export function extensionVersion(context: vscode.ExtensionContext): string {
  const { version } = context.extension.packageJSON as { readonly version?: unknown };
  return typeof version === 'string' ? version : '0';
}
