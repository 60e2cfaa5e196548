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
    return readLayout(this.#all().get(of));
  }

  async set(of: string, layout: readonly ColumnLayout[]): Promise<void> {
    const others = this.#all();
    others.delete(of);
    await this.#state.update(LAYOUTS, [[of, layout], ...others].slice(0, REMEMBERED));
  }

  #all(): Map<string, unknown> {
    return new Map(this.#state.get<[string, unknown][]>(LAYOUTS, []));
  }
}
