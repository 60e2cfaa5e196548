import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { shownLanguage } from '../../util/text';
import type { WebviewPage } from './webviewPage';

export interface ShellOptions {
  readonly extensionUri: vscode.Uri;
  /** Of its script and style in `dist/webview`. */
  readonly name: 'details' | 'table';
  readonly title: string;
  readonly html: (page: WebviewPage) => string;
  readonly receive: (message: unknown) => void;
  /** Ends what is under way. */
  readonly onRelease: () => void;
}

/** A panel that shows a page of the extension's own, and the messages to and from it. */
export class WebviewShell<M> {
  readonly panel: vscode.WebviewPanel;
  readonly #onRelease: () => void;
  readonly #subscriptions: { dispose(): unknown }[];
  #isReleased = false;

  /** @param panel an empty panel, new or restored; from now on this owns it */
  constructor(panel: vscode.WebviewPanel, { extensionUri, name, title, html, ...options }: ShellOptions) {
    this.panel = panel;
    this.#onRelease = options.onRelease;
    this.#subscriptions = [
      panel.onDidDispose(() => this.release()),
      panel.webview.onDidReceiveMessage(options.receive),
    ];
    const { webview } = panel;
    const resources = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    const uriOf = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(resources, file)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [resources] };
    webview.html = html({
      scriptUri: uriOf(`${name}.js`),
      styleUri: uriOf(`${name}.css`),
      cspSource: webview.cspSource,
      nonce: randomBytes(18).toString('base64url'),
      title,
      language: shownLanguage(),
    });
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Ends a subscription with the panel. */
  own(subscription: { dispose(): unknown }): void {
    this.#subscriptions.push(subscription);
  }

  /** A webview that is out of sight takes no messages; it asks for all when it comes back. */
  post(message: M): void {
    if (!this.#isReleased) void this.panel.webview.postMessage(message);
  }

  /** Ends what is under way. The panel itself stays, so that it can be restored when the window reloads. */
  release(): void {
    this.#isReleased = true;
    this.#onRelease();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
