import * as vscode from 'vscode';
import type { Transport } from './api';
import type { Settings } from './settings';

/** The network as the user's settings describe it. */
export interface Network {
  /** Fires when a transport made before does not fit the settings any more. */
  readonly onDidChange: vscode.Event<void>;
  createTransport(): Promise<Transport>;
  dispose(): void;
}

export function createNetwork(settings: Settings): Network {
  const changed = new vscode.EventEmitter<void>();
  return {
    onDidChange: changed.event,
    async createTransport() {
      const { createFetchTransport, createUndiciTransport } = await import('./api');
      return settings.values.transport === 'vscode'
        ? createFetchTransport(globalThis.fetch)
        : createUndiciTransport({});
    },
    dispose: () => {
      changed.dispose();
    },
  };
}
