import * as vscode from 'vscode';
import { findFocusedRow, type Drawing } from './focusedRow';
import type { ViewName } from './viewNames';

/** Registers what keys of the manifest call: one of our commands is run on the row that has the focus, as its menu does. */
export function registerRowKeys(
  name: ViewName,
  view: vscode.TreeView<unknown>,
  drawing: Readonly<Drawing>,
): vscode.Disposable {
  let last: Promise<unknown> = Promise.resolve();
  return vscode.commands.registerCommand(`paymentsApi.${name}.runOnFocused`, async (command: string) => {
    // A second key waits: two that toggle the selection at the same time would read each other's.
    const finding = last.then(() =>
      findFocusedRow(view, drawing, () => vscode.commands.executeCommand('list.toggleSelection')),
    );
    last = finding.catch(() => undefined);
    const row = await finding;
    return row && vscode.commands.executeCommand(command, row.focused, row.selection);
  });
}
