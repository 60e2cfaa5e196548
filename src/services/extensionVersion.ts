import type * as vscode from 'vscode';

/** The version of this extension, as its manifest says. */
export function extensionVersion(context: vscode.ExtensionContext): string {
  const { version } = context.extension.packageJSON as { readonly version?: unknown };
  return typeof version === 'string' ? version : '0';
}
