import type * as vscode from 'vscode';
import { setTimeout as wait } from 'node:timers/promises';

/** How long the row in focus is looked for while its view is refreshed, in milliseconds, and the pause between tries. */
const LONGEST = 2000;
const PAUSE = 20;

/** The row in focus, and the rows that a command takes: a selected row means the whole selection, any other means itself. */
export interface FocusedRow {
  readonly focused: unknown;
  readonly selection: readonly unknown[];
}

/** Counts how often a view has begun or ended to give rows to the editor, and knows these rows by their ids. */
export class Drawing {
  steps = 0;
  readonly #ids = new WeakMap<WeakKey, unknown>();
  /** The rows that the editor was given, by the row above them. */
  readonly #below = new Map<unknown, readonly unknown[]>();

  /** Calls what gives rows, or what describes one. */
  async count<T>(give: () => Promise<T>): Promise<T> {
    this.steps += 1;
    const given = await give();
    this.steps += 1;
    return given;
  }

  /** Takes how the editor knows a row: with each refresh, the row of an id may be another object. */
  described(row: unknown, { id }: Pick<vscode.TreeItem, 'id'>): void {
    this.#ids.set(row as WeakKey, id);
  }

  /** @param parent undefined for the rows at the top, with which the others are given anew */
  given(parent: unknown, rows: readonly unknown[]): void {
    if (parent === undefined) this.#below.clear();
    this.#below.set(parent, rows);
  }

  /**
   * The row that is next to those that go: below them, else above, else next to the row that they are under.
   * @returns undefined where there is none, and for rows that the view does not show
   */
  nextTo(leaving: readonly unknown[]): unknown {
    const ids = leaving.map((row) => this.idOf(row));
    const goes = (row: unknown): boolean => ids.includes(this.idOf(row));
    const stays = (row: unknown): boolean => !goes(row);
    for (const [parent, rows] of this.#below) {
      const at = rows.findIndex(goes);
      if (at < 0) continue;
      const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
      return next ?? (parent === undefined ? undefined : this.nextTo([parent]));
    }
    return undefined;
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

/**
 * Finds the row that has the focus. Extensions learn which rows are selected, but not that. So the selection of this
 * row is toggled twice: the row that the first time adds or takes away has the focus, the second time puts it back.
 *
 * A view that is refreshed has no rows for a moment, and so no selection, and the view itself selects its newest row.
 * Such a moment shows: rows are given meanwhile, a toggle does not change exactly one row, or the second one does not
 * undo the first. Then it is tried again, until two tries find the same row. A toggle that was lost on the way is made up for at the end; the editor also
 * fails to toggle where a selected row has just gone.
 * @param toggleFocused selects the row in focus, or takes it out of the selection
 * @returns undefined when no row has the focus, or the view was drawn all the time; the selection is as before then
 */
export async function findFocusedRow(
  view: Pick<vscode.TreeView<unknown>, 'selection'>,
  drawing: Readonly<Drawing>,
  toggleFocused: () => PromiseLike<unknown>,
  longest = LONGEST,
): Promise<FocusedRow | undefined> {
  const toggle = () => toggleFocused().then(undefined, () => undefined);
  const end = performance.now() + longest;
  const selected = view.selection;
  const ids = new Set(selected.map((row) => drawing.idOf(row)));
  let isDisturbed = false;
  let last: unknown;
  do {
    const { steps } = drawing;
    const before = view.selection;
    await toggle();
    const [focused, ...others] = drawing.difference(before, view.selection);
    await toggle();
    const isUndone = drawing.difference(before, view.selection).length === 0;
    const isFound = focused !== undefined && others.length === 0 && isUndone && steps === drawing.steps;
    const id = isFound ? drawing.idOf(focused) : undefined;
    if (isFound && (!isDisturbed || id === last)) {
      const isSelected = ids.has(id);
      if (before.includes(focused) !== isSelected) await toggle();
      return { focused, selection: isSelected ? selected : [focused] };
    }
    isDisturbed ||= !isFound;
    last = id;
    await wait(PAUSE);
  } while (performance.now() < end);
  if (drawing.difference(selected, view.selection).length === 1) await toggle();
  return undefined;
}
