import type * as vscode from 'vscode';

type ShownIn = Pick<vscode.TreeView<unknown>, 'visible' | 'selection' | 'reveal'>;

/** Selects the row of what came last as soon as it is drawn, and leaves the focus where it is. */
export class NewestRow {
  readonly #newsOfVisibility: () => Promise<void>;
  #id: string | undefined;

  constructor(newsOfVisibility: () => Promise<void>) {
    this.#newsOfVisibility = newsOfVisibility;
  }

  /** Takes the place of one that was not drawn yet. */
  came(id: string): void {
    this.#id = id;
  }

  /** Called with rows that the editor is about to draw. @param idOf undefined for a row that stands for nothing that comes */
  async drawn<Row>(
    view: ShownIn | undefined,
    rows: readonly Row[],
    idOf: (row: Row) => string | undefined,
  ): Promise<void> {
    const id = this.#id;
    const row = id === undefined ? undefined : rows.find((each) => idOf(each) === id);
    if (row === undefined) return;
    this.#id = undefined;
    await this.#newsOfVisibility();
    // Several rows are selected for something that is still to be done with them.
    if (view?.visible !== true || view.selection.length > 1) return;
    try {
      await view.reveal(row, { select: true, focus: false });
    } catch {
      // The view was refreshed again: its next rows have it too.
      this.#id ??= id;
    }
  }
}
