import type * as vscode from 'vscode';
import { readLayout, type ColumnLayout } from './model/tableProtocol';

const LAYOUTS = 'paymentsApi.tableLayouts';
/** So many tables' columns are remembered: those that were arranged last. */
const REMEMBERED = 100;

/** How the columns of tables were left, by method and path. */
export class TableLayouts {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** @param of method and path, without the query */
  get(of: string): readonly ColumnLayout[] {
    return readLayout(this.#all().find(([key]) => key === of)?.[1]);
  }

  async set(of: string, layout: readonly ColumnLayout[]): Promise<void> {
    const others = this.#all().filter(([key]) => key !== of);
    await this.#state.update(LAYOUTS, [[of, layout], ...others].slice(0, REMEMBERED));
  }

  #all(): readonly (readonly [string, unknown])[] {
    const kept: unknown = this.#state.get(LAYOUTS);
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((item: unknown) =>
      Array.isArray(item) && typeof item[0] === 'string' ? [[item[0], item[1] as unknown] as const] : [],
    );
  }
}
