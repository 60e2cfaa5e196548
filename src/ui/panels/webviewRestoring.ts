import * as vscode from 'vscode';

/** The types under which the editor knows the panels; the manifest has an activation event for each. */
export const DETAILS_VIEW_TYPE = 'paymentsApi.fileDetails';
export const TABLE_VIEW_TYPE = 'paymentsApi.table';

/** Who takes over a panel, given what its webview kept. */
export interface PanelRestorer {
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
}

/**
 * Takes over panels that the editor restores after a reload of the window. Registered on activation, so this module
 * stays small; what the panels need is loaded when one of them comes into sight.
 */
export function registerRestorer(viewType: string, load: () => Promise<PanelRestorer>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(panel, state) {
      await (await load()).restore(panel, state);
    },
  });
}
