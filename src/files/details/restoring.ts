import * as vscode from 'vscode';
import type { DetailsPanels } from './panels';

/** The type under which the editor knows the details panels, and restores them after a reload of the window. */
export const DETAILS_VIEW_TYPE = 'paymentsApi.fileDetails';

/**
 * Takes over panels that the editor restores. Registered on activation, so this module stays small; what the
 * panels need is loaded when one of them comes into sight. The manifest must name the activation event
 * `onWebviewPanel:paymentsApi.fileDetails`.
 */
export function registerDetailsSerializer(
  load: () => Promise<Pick<DetailsPanels, 'restore'>>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(DETAILS_VIEW_TYPE, {
    async deserializeWebviewPanel(panel, state) {
      const panels = await load();
      panels.restore(panel, state);
    },
  });
}
