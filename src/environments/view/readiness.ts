import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import type { Missing, Readiness } from '../../ui/views/welcome';
import { missingOf } from './missing';

/** Reports to the views what environments need, and to the manifest what the active one needs. */
export function createReadiness({ environments, keys, sandbox }: Services): Readiness & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const missing = async (environmentId: string): Promise<Missing | undefined> => {
    const environment = environments.all.find(({ id }) => id === environmentId);
    if (environment === undefined) return undefined;
    const key = await keys.state(environment);
    const { state: local, scenario } = sandbox;
    if (environment.type === 'local' && scenario === 'offline') return 'offline';
    return missingOf({ environment, key, local });
  };
  const announce = async (): Promise<void> => {
    await vscode.commands.executeCommand(
      'setContext',
      'paymentsApi.missing',
      await missing(environments.active.id),
    );
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
