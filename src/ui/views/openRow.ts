import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';

/** How long a view may take to refresh, and how often it is checked, in milliseconds. */
const DRAWN_MS = 3000;
const LOOK_MS = 20;

type ItemOf = (element: unknown) => vscode.TreeItem | Thenable<vscode.TreeItem>;

/**
 * Registers a command without arguments that does what the selected row's own command says.
 *
 * The editor keeps the arguments of a row's command, and drops them when the row is refreshed. But it takes clicks
 * on what is still on the screen, as when a view comes back into sight, and would say then that the "actual command"
 * was not found. The selection outlasts this: a row is the same row while its id is the same.
 * @param id the command's id, of no interest to anybody but the rows
 */
export function registerRowOpening(
  id: string,
  view: vscode.TreeView<unknown>,
  itemOf: ItemOf,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async () => {
    const element = await selectedRow(view);
    if (element === undefined) return;
    const { command } = await itemOf(element);
    if (command !== undefined)
      await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  });
}

/** Has a click on the row run that command, if its own has arguments. */
export function openedBy(id: string, item: vscode.TreeItem): vscode.TreeItem {
  if (item.command?.arguments !== undefined) item.command = { command: id, title: item.command.title };
  return item;
}

/** Waits until the editor knows the selected row again. Undefined for one that is gone from the view. */
async function selectedRow(view: vscode.TreeView<unknown>): Promise<unknown> {
  for (let waited = 0; view.selection.length === 0 && waited < DRAWN_MS; waited += LOOK_MS)
    await wait(LOOK_MS);
  return view.selection[0];
}
