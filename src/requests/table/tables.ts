import * as vscode from 'vscode';
import type { Handler } from '../../commands/commands';
import { refuse } from '../../commands/arguments';
import { idsOf } from '../../commands/outcome';
import { readSavedExchanges } from './model/tableProtocol';
import { TablePanel, type TableContext } from './tablePanel';
import { TABLE_VIEW_TYPE } from '../../ui/panels/webviewRestoring';
import { TableModel } from './tableModel';
import { t } from '../../util/text';

/** The tables of this window: one for each answer that is shown as one. */
export class Tables implements vscode.Disposable {
  readonly #context: TableContext;
  readonly #panels = new Set<TablePanel>();

  constructor(context: TableContext) {
    this.#context = context;
  }

  /** The command that shows an answer as a table. */
  readonly open: Handler<'openAsTable'> = async (target) => {
    const exchange = await this.#context.exchanges.named(target);
    const open = [...this.#panels].find((panel) => panel.model.exchange.id === exchange.id);
    const model = open?.model ?? TableModel.of(exchange);
    if (model === undefined) {
      throw refuse(t('This answer holds no list of records, so there is nothing to show as a table.'));
    }
    if (open === undefined) {
      const options = { retainContextWhenHidden: true };
      this.#adopt(
        vscode.window.createWebviewPanel(TABLE_VIEW_TYPE, '', vscode.ViewColumn.Active, options),
        model,
      );
    } else {
      open.panel.reveal();
    }
    const { columns, rows } = model;
    return { data: { columns: [...columns], rows: rows.length }, ...idsOf(exchange) };
  };

  /** Takes over a panel that the editor restored; one whose answers are no longer kept is closed. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = await Promise.all(readSavedExchanges(state).map((id) => this.#context.exchanges.find(id)));
    const [first, ...more] = kept;
    const model = first === undefined ? undefined : TableModel.of(first);
    if (model === undefined) {
      panel.dispose();
      return;
    }
    for (const page of more) {
      // What follows a page that is gone would leave a gap: it can be read again.
      if (page === undefined) break;
      model.addKept(page);
    }
    this.#adopt(panel, model);
  }

  /** Ends what the tables have under way. They stay open: after a reload of the window they are restored. */
  dispose(): void {
    for (const panel of this.#panels) panel.release();
  }

  #adopt(webviewPanel: vscode.WebviewPanel, model: TableModel): void {
    const panel = new TablePanel(webviewPanel, this.#context, model);
    this.#panels.add(panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(panel));
  }
}
