import * as vscode from 'vscode';
import { DetailsPanel } from './panel';
import type { PanelContext } from './panel';
import { readSavedState } from './protocol';
import type { DetailsSource, DetailsTarget } from './source';
import { detailsStrings } from './strings';

/** The type under which the editor restores these panels after a reload of the window. */
export const DETAILS_VIEW_TYPE = 'paymentsApi.fileDetails';

export interface ShowOptions {
  /** Browse: reuse the panel that is not pinned. Otherwise the panel is pinned. True unless told. */
  readonly preview?: boolean;
  /** Leave the focus where it is. False unless told. */
  readonly preserveFocus?: boolean;
}

/** The details panels of this window: at most one for browsing, and any number of pinned ones. */
export class DetailsPanels implements vscode.Disposable {
  private readonly context: PanelContext;
  private readonly panels = new Set<DetailsPanel>();
  private readonly serializer: vscode.Disposable;

  /**
   * Also takes over panels that the editor restores; for that, the manifest must name the activation event
   * `onWebviewPanel:paymentsApi.fileDetails`.
   * @param extensionUri where `dist/webview` is
   */
  constructor(extensionUri: vscode.Uri, source: DetailsSource) {
    this.context = { extensionUri, source, strings: detailsStrings(vscode.l10n) };
    this.serializer = vscode.window.registerWebviewPanelSerializer(DETAILS_VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state) => {
        this.restore(panel, state);
        return Promise.resolve();
      },
    });
  }

  /** Shows a file: in the panel that has it already, else in the one for browsing, else in a new one. */
  show(target: DetailsTarget, options: ShowOptions = {}): void {
    const { preview = true, preserveFocus = false } = options;
    const panel = this.find(target) ?? (preview ? this.browsing() : undefined);
    if (panel === undefined) {
      this.open(target, !preview, preserveFocus);
      return;
    }
    panel.show(target);
    if (!preview) panel.pin();
    panel.panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.serializer.dispose();
    for (const panel of this.panels) panel.dispose();
  }

  private open(target: DetailsTarget, pinned: boolean, preserveFocus: boolean): void {
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const options = { enableFindWidget: true };
    this.adopt(vscode.window.createWebviewPanel(DETAILS_VIEW_TYPE, '', column, options), target, pinned);
  }

  private restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedState(state);
    if (saved === undefined) {
      panel.dispose();
      return;
    }
    // A panel is restored when it is first looked at; by then another may have taken over the browsing.
    this.adopt(panel, saved, saved.pinned || this.browsing() !== undefined);
  }

  private adopt(
    webviewPanel: vscode.WebviewPanel,
    { environment, fileId }: DetailsTarget,
    pinned: boolean,
  ): void {
    const panel = new DetailsPanel(webviewPanel, this.context, { environment, fileId }, pinned);
    this.panels.add(panel);
    webviewPanel.onDidDispose(() => this.panels.delete(panel));
  }

  private find(target: DetailsTarget): DetailsPanel | undefined {
    return [...this.panels].find(({ target: shown }) => {
      return shown.environment === target.environment && shown.fileId === target.fileId;
    });
  }

  private browsing(): DetailsPanel | undefined {
    return [...this.panels].find((panel) => !panel.pinned);
  }
}
