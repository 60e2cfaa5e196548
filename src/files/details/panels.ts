import * as vscode from 'vscode';
import { DetailsPanel, isSameFile, type PanelContext } from './detailsPanel';
import { readSavedState } from './model/detailsProtocol';
import { DETAILS_VIEW_TYPE } from '../../ui/panels/webviewRestoring';
import type { DetailsTarget } from './model/source';

/** Shows the details of a file; see `DetailsPanels.show`. */
export type ShowPanel = (...args: Parameters<DetailsPanels['show']>) => Promise<AbortSignal>;

/** The details panels of this window: at most one for browsing, and any number of pinned ones. */
export class DetailsPanels implements vscode.Disposable {
  private readonly context: PanelContext;
  private readonly panels = new Set<DetailsPanel>();

  constructor(context: PanelContext) {
    this.context = context;
  }

  /**
   * Shows a file: in the panel that has it already, else in the one for browsing, else in a new one.
   * @param preview browse: reuse the panel that is not pinned; otherwise the panel is pinned
   * @param keepsFocus for a row, as in the explorer: only what is in sight already gets the focus
   * @returns what says that the panel is closed
   */
  show(target: DetailsTarget, preview = true, keepsFocus = false): AbortSignal {
    const shown = this.find(target);
    const panel = shown ?? (preview ? this.browsing() : undefined);
    if (panel === undefined) return this.open(target, !preview, keepsFocus).closed;
    const preserveFocus = keepsFocus && shown?.panel.visible !== true;
    panel.show(target);
    if (!preview) panel.pin();
    panel.panel.reveal(undefined, preserveFocus);
    return panel.closed;
  }

  /**
   * Takes over a panel that the editor restored.
   * @param state what its webview kept; a panel that names no file is closed
   */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedState(state);
    if (saved === undefined) {
      panel.dispose();
      return;
    }
    // A panel is restored when it is first looked at; by then another may have taken over the browsing.
    this.adopt(panel, saved, saved.pinned || this.browsing() !== undefined);
  }

  /** Ends what the panels have under way. They stay open: after a reload of the window they are restored. */
  dispose(): void {
    for (const panel of this.panels) panel.release();
  }

  private open(target: DetailsTarget, pinned: boolean, preserveFocus: boolean): DetailsPanel {
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const options = { enableFindWidget: true };
    return this.adopt(
      vscode.window.createWebviewPanel(DETAILS_VIEW_TYPE, '', place, options),
      target,
      pinned,
    );
  }

  private adopt(webviewPanel: vscode.WebviewPanel, target: DetailsTarget, pinned: boolean): DetailsPanel {
    const panel = new DetailsPanel(webviewPanel, this.context, target, pinned);
    this.panels.add(panel);
    webviewPanel.onDidDispose(() => this.panels.delete(panel));
    return panel;
  }

  private find(target: DetailsTarget): DetailsPanel | undefined {
    return [...this.panels].find(({ target: shown }) => isSameFile(shown, target));
  }

  private browsing(): DetailsPanel | undefined {
    return [...this.panels].find((panel) => !panel.pinned);
  }
}
