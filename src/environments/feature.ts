import * as vscode from 'vscode';
import { CancelledError, ConfigurationError } from '../api/errors';
import type { Handlers } from '../commands';
import type { Ground } from '../ground';
import type { LocalSandboxControl } from '../sandbox/control';
import type { ViewContent } from '../ui/views';
import { readEnvironmentTarget } from './environmentTarget';
import { checkApiKey } from './keyVault';

export type EnvironmentCommands = Pick<
  Handlers,
  'switchEnvironment' | 'configureEnvironment' | 'setApiKey' | 'removeApiKey' | 'openDashboard'
>;

export interface EnvironmentsParts {
  readonly ground: Ground;
  readonly sandbox: LocalSandboxControl;
}

export interface EnvironmentsFeature {
  readonly handlers: EnvironmentCommands;
  readonly view: ViewContent;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  setUp(environmentId: string): Promise<boolean>;
}

/** Environments: which there are, their addresses and keys, and which is active. */
export function createEnvironmentsFeature({ ground }: EnvironmentsParts): EnvironmentsFeature {
  const { environments, keys } = ground;
  const handlers: EnvironmentCommands = {
    async switchEnvironment(given) {
      const id = readEnvironmentTarget(given) ?? (await pickEnvironment(ground));
      await environments.switchTo(environments.get(id).id);
      return { data: { environment: environments.active.id } };
    },
    configureEnvironment(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      return Promise.reject(new ConfigurationError({ message: environment.problem ?? 'Not available yet.' }));
    },
    async setApiKey(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      const apiKey = await vscode.window.showInputBox({
        title: vscode.l10n.t('API key for {0}', environment.name),
        prompt: vscode.l10n.t(
          'Kept in the secret storage of this editor, and sent to {0} only',
          environment.addresses?.apiOrigin ?? '',
        ),
        password: true,
        ignoreFocusOut: true,
        validateInput: checkApiKey,
      });
      if (apiKey === undefined)
        throw new CancelledError({ message: vscode.l10n.t('Cancelled. The key stays as it was.') });
      await keys.store(environment, apiKey);
      return { data: { environment: environment.id } };
    },
    async removeApiKey(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      await keys.remove(environment);
      return { data: { environment: environment.id } };
    },
    async openDashboard(given) {
      const { id, name, dashboardUrl } = environments.get(readEnvironmentTarget(given));
      if (dashboardUrl === undefined) {
        throw new ConfigurationError(
          {
            message: vscode.l10n.t(
              '{0} has no dashboard address. Write it in the setting paymentsApi.environments.',
              name,
            ),
          },
          { environment: id },
        );
      }
      await vscode.env.openExternal(vscode.Uri.parse(dashboardUrl, true));
      return { data: { url: dashboardUrl } };
    },
  };
  return {
    handlers,
    view: { tree: { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') } },
    setUp: () => Promise.resolve(false),
  };
}

async function pickEnvironment({ environments }: Ground): Promise<string> {
  const picked = await vscode.window.showQuickPick(
    environments.all.map(({ id, name, type, problem }) => ({
      label: id === environments.active.id ? `$(check) ${name}` : name,
      description: type,
      ...(problem !== undefined && { detail: problem }),
      id,
    })),
    {
      title: vscode.l10n.t('Switch environment'),
      placeHolder: vscode.l10n.t('Requests go to the one you choose'),
    },
  );
  if (picked === undefined) {
    throw new CancelledError({ message: vscode.l10n.t('Cancelled. The environment stays as it was.') });
  }
  return picked.id;
}
