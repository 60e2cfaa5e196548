import * as vscode from 'vscode';
import type { Drawing } from './focusedRow';
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
   * @param drawing knows rows by their ids: with each refresh, the row of an id may be another object
   * @returns undefined where there is none, and for rows that the view does not show
   */
  nextTo(leaving: readonly unknown[], drawing: Readonly<Drawing>): unknown {
    const ids = leaving.map((row) => drawing.idOf(row));
    const goes = (row: unknown): boolean => ids.includes(drawing.idOf(row));
    const stays = (row: unknown): boolean => !goes(row);
    for (const [parent, rows] of this.#below) {
      const at = rows.findIndex(goes);
      if (at < 0) continue;
      const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
      return next ?? (parent === undefined ? undefined : this.nextTo([parent], drawing));
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
  drawing: Readonly<Drawing>,
): vscode.Disposable {
  return vscode.commands.registerCommand(
    `paymentsApi.${name}.leaveRows`,
    async (leaving: readonly unknown[]) => {
      const next = view.visible ? given.nextTo(leaving, drawing) : undefined;
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
