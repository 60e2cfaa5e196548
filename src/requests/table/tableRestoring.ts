import * as vscode from 'vscode';

/** The type under which the editor knows the tables, and restores them after a reload of the window. */
export const TABLE_VIEW_TYPE = 'paymentsApi.table';

/** Who takes over a table, given what its webview kept. */
export interface TableRestorer {
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/**
 * Takes over tables that the editor restores. Registered on activation, so this module stays small. The manifest must
 * name the activation event `onWebviewPanel:paymentsApi.table`.
 */
export function registerTableSerializer(load: () => Promise<TableRestorer>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(TABLE_VIEW_TYPE, {
    async deserializeWebviewPanel(panel, state) {
      await (await load()).restore(panel, state);
    },
  });
}
