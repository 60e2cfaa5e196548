import * as vscode from 'vscode';
import type { Drawing } from './focusedRow';
import type { ViewName } from './viewNames';

/**
 * Tells a view that these of its rows are about to go, for what somebody has just done with them there. The row next to
 * them takes the focus: the editor would leave none with it, and the next arrow key would begin at the top.
 * @param rows as the editor handed them to a command; others are passed over
 */
export async function leaveRows(view: ViewName, rows: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`paymentsApi.${view}.leaveRows`, rows);
}

/** Registers what `leaveRows` calls. */
export function registerLeaving(
  name: ViewName,
  view: vscode.TreeView<unknown>,
  drawing: Readonly<Drawing>,
): vscode.Disposable {
  return vscode.commands.registerCommand(
    `paymentsApi.${name}.leaveRows`,
    async (leaving: readonly unknown[]) => {
      const next = view.visible ? drawing.nextTo(leaving) : undefined;
      if (next === undefined) return;
      try {
        // Where several rows go that are selected, the editor would take the menu of any row for theirs.
        await view.reveal(next, { select: leaving.length > 1, focus: true });
      } catch {
        // It has gone as well, or the view is hidden.
      }
    },
  );
}
