import * as vscode from 'vscode';
import { trustedCertificates } from './certificates';
import { EDITOR_SETTINGS, proxyOptions, type EditorSettings } from './proxySettings';
import { retirable, routeLoopback } from './transports';

/**
 * Makes transports by the settings: our own, with the proxy and the certificates that the editor is set to, or the
 * editor's network stack, which finds all that by itself.
 */
export function createNetwork(settings: {
  readonly values: { readonly transport: 'undici' | 'vscode' };
  readonly onDidChange: vscode.Event<void>;
}) {
  const changed = new vscode.EventEmitter<void>();
  let { transport } = settings.values;
  const listeners = vscode.Disposable.from(
    changed,
    settings.onDidChange(() => {
      if (transport === settings.values.transport) return;
      transport = settings.values.transport;
      changed.fire();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (EDITOR_SETTINGS.some((key) => event.affectsConfiguration(`http.${key}`))) changed.fire();
    }),
  );
  return {
    /** Fires when a transport made before does not fit the settings any more. */
    onDidChange: changed.event,
    async createTransport() {
      const { createFetchTransport, createUndiciTransport } = await import('../api');
      if (settings.values.transport === 'vscode') return retirable(createFetchTransport(globalThis.fetch));
      const { systemCertificates, ...proxy } = readEditorSettings();
      const options = { ca: () => trustedCertificates(systemCertificates !== false) };
      const direct = createUndiciTransport(options);
      const found = proxyOptions(proxy, process.env);
      if (found.proxy === undefined) return retirable(direct);
      return retirable(routeLoopback(direct, createUndiciTransport({ ...options, ...found })));
    },
    dispose: () => {
      listeners.dispose();
    },
  };
}

/**
 * The editor's settings, without what a workspace or a folder says: a repository must not choose the proxy that
 * keys pass through.
 */
function readEditorSettings(): EditorSettings {
  const configuration = vscode.workspace.getConfiguration('http');
  return Object.fromEntries(EDITOR_SETTINGS.map((key) => [key, configuration.inspect(key)?.globalValue]));
}
