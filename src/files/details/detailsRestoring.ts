import * as vscode from 'vscode';

/** The type under which the editor knows the details panels, and restores them after a reload of the window. */
export const DETAILS_VIEW_TYPE = 'paymentsApi.fileDetails';

/** Who takes over a panel, given what its webview kept. */
export interface PanelRestorer {
  restore(panel: vscode.WebviewPanel, state: unknown): void;
}

/**
 * Takes over panels that the editor restores. Registered on activation, so this module stays small; what the
 * panels need is loaded when one of them comes into sight. The manifest must name the activation event
 * `onWebviewPanel:paymentsApi.fileDetails`.
 */
export function registerDetailsSerializer(load: () => Promise<PanelRestorer>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(DETAILS_VIEW_TYPE, {
    async deserializeWebviewPanel(panel, state) {
      const panels = await load();
      panels.restore(panel, state);
    },
  });
}
