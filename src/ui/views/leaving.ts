import * as vscode from 'vscode';
import type { ViewName } from './viewNames';

/** The rows that the editor was given, by the row above them. */
export class GivenRows {
  readonly #below = new Map<unknown, readonly unknown[]>();

  /** @param parent undefined for the rows at the top, with which the others are given anew */
  set(parent: unknown, rows: readonly unknown[]): void {
    if (parent === undefined) this.#below.clear();
    this.#below.set(parent, rows);
  }

  /**
   * The row that is next to those that go: below them, else above, else next to the row that they are under.
   * @returns undefined where there is none, and for rows that the view does not show
   */
  nextTo(leaving: readonly unknown[]): unknown {
    for (const [parent, rows] of this.#below) {
      const at = rows.findIndex((row) => leaving.includes(row));
      if (at < 0) continue;
      const stays = (row: unknown): boolean => !leaving.includes(row);
      const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
      return next ?? (parent === undefined ? undefined : this.nextTo([parent]));
    }
    return undefined;
  }
}

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
  given: GivenRows,
): vscode.Disposable {
  return vscode.commands.registerCommand(
    `paymentsApi.${name}.leaveRows`,
    async (leaving: readonly unknown[]) => {
      const next = view.visible ? given.nextTo(leaving) : undefined;
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
