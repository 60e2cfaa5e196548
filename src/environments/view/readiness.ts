import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import type { Missing, Readiness } from '../../ui/views/welcome';
import { missingOf, stateOf } from './missing';

/** Reports to the views what environments need, and to the manifest what the active one needs. */
export function createReadiness(services: Services): Readiness & vscode.Disposable {
  const { environments, keys, sandbox } = services;
  const changed = new vscode.EventEmitter<void>();
  const missing = async (environmentId: string): Promise<Missing | undefined> => {
    const state = await stateOf(services, environmentId);
    if (state?.environment.type === 'local' && sandbox.scenario === 'offline') return 'offline';
    return state && missingOf(state);
  };
  const announce = async (): Promise<void> => {
    const { id } = environments.active;
    const found = await missing(id);
    // Another environment may be active by now, and was announced.
    if (id === environments.active.id)
      await vscode.commands.executeCommand('setContext', 'paymentsApi.missing', found);
    changed.fire();
  };
  void announce();
  const listeners = vscode.Disposable.from(
    changed,
    environments.onDidChange(() => void announce()),
    keys.onDidChange(() => void announce()),
    sandbox.onDidChange(() => void announce()),
  );
  return Object.assign(listeners, { missing, onDidChange: changed.event });
}
