import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ViewName } from './viewNames';

/** How long the row in focus is looked for while its view is refreshed, in milliseconds, and the pause between tries. */
const LONGEST = 2000;
const PAUSE = 20;

/** The row in focus, and the rows that a command takes: a selected row means the whole selection, any other means itself. */
interface FocusedRow {
  readonly focused: unknown;
  readonly selection: readonly unknown[];
}

/** Counts how often a view has begun or ended to give rows to the editor, and knows its rows by their ids. */
export class Drawing {
  steps = 0;
  readonly #ids = new WeakMap<WeakKey, unknown>();

  /** Calls what gives rows, or what describes one. */
  async count<T>(give: () => Promise<T>): Promise<T> {
    this.steps += 1;
    const given = await give();
    this.steps += 1;
    return given;
  }

  /** Takes how the editor knows a row: with each refresh, the row of an id may be another object. */
  described(row: unknown, { id }: vscode.TreeItem): void {
    this.#ids.set(row as WeakKey, id);
  }

  /** The rows that are in one of the two only. */
  difference(some: readonly unknown[], others: readonly unknown[]): unknown[] {
    const [before, after] = [some, others].map((rows) => new Set(rows.map((row) => this.idOf(row))));
    return [
      ...some.filter((row) => after?.has(this.idOf(row)) !== true),
      ...others.filter((row) => before?.has(this.idOf(row)) !== true),
    ];
  }

  idOf(row: unknown): unknown {
    return this.#ids.get(row as WeakKey) ?? row;
  }
}

/** Registers what keys of the manifest call: one of our commands is run on the row that has the focus, as its menu does. */
export function registerRowKeys(
  name: ViewName,
  view: vscode.TreeView<unknown>,
  drawing: Readonly<Drawing>,
): vscode.Disposable {
  let last: Promise<unknown> = Promise.resolve();
  return vscode.commands.registerCommand(`paymentsApi.${name}.runOnFocused`, async (command: string) => {
    // A second key waits: two that toggle the selection at the same time would read each other's.
    const finding = last.then(() => findFocusedRow(view, drawing));
    last = finding.catch(() => undefined);
    const row = await finding;
    return row && vscode.commands.executeCommand(command, row.focused, row.selection);
  });
}

/**
 * Finds the row that has the focus. Extensions learn which rows are selected, but not that. So the selection of this
 * row is toggled twice: the row that the first time adds or takes away has the focus, the second time puts it back.
 *
 * A view that is refreshed has no rows for a moment, and so no selection, and the view itself selects its newest row.
 * Such a moment shows: rows are given meanwhile, a toggle does not change exactly one row, or the second one does not
 * undo the first. Then it is tried again, and what is left of the first toggle is undone.
 * @returns undefined when no row has the focus
 */
async function findFocusedRow(
  view: vscode.TreeView<unknown>,
  drawing: Readonly<Drawing>,
): Promise<FocusedRow | undefined> {
  const end = performance.now() + LONGEST;
  /** Rows that were toggled, by their ids, and whether they were selected before. */
  const wasSelected = new Map<unknown, boolean>();
  do {
    const { steps } = drawing;
    const before = view.selection;
    await toggle();
    const toggled = drawing.difference(before, view.selection);
    await toggle();
    const left = drawing.difference(before, view.selection);
    for (const [row, ...others] of [toggled, left]) {
      const id = drawing.idOf(row);
      if (row !== undefined && others.length === 0 && !wasSelected.has(id))
        wasSelected.set(id, before.includes(row));
    }
    const [focused] = toggled;
    if (toggled.length === 1 && left.length === 0 && steps === drawing.steps) {
      const isRight = wasSelected.get(drawing.idOf(focused)) === true;
      if (before.includes(focused) !== isRight) await toggle();
      return { focused, selection: isRight ? view.selection : [focused] };
    }
    await wait(PAUSE);
  } while (performance.now() < end);
  return undefined;
}

/** Selects the row in focus, or takes it out of the selection. */
async function toggle(): Promise<void> {
  await vscode.commands.executeCommand('list.toggleSelection');
}
