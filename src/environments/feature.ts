import * as vscode from 'vscode';
import { CancelledError, ConfigurationError } from '../api/model/errors';
import type { Handlers } from '../commands/commands';
import type { Connections } from '../services/connections';
import type { Services } from '../services/services';
import type { LocalSandboxControl } from '../sandbox/control';
import { askModal } from '../ui/confirm';
import { showMessage } from '../ui/messages';
import { openOutside } from '../ui/openOutside';
import { environmentTitle } from '../ui/progress';
import type { ViewContent } from '../ui/views/views';
import { welcomeOf, type Readiness } from '../ui/views/welcome';
import { readAddressTarget, readEnvironmentTarget } from '../commands/environmentTarget';
import { createManageCommands } from './commands/manage';
import type { Environment } from '../services/environmentModel';
import { pickEnvironment, pickOrAddEnvironment } from './view/pickEnvironment';
import { EnvironmentReadiness } from './view/readiness';
import { EnvironmentSetUp } from './setUp/setUp';
import { EnvironmentsTree } from './view/environmentsTree';

export type EnvironmentCommands = Pick<
  Handlers,
  | 'switchEnvironment'
  | 'configureEnvironment'
  | 'setApiKey'
  | 'removeApiKey'
  | 'openDashboard'
  | 'copyAddress'
  | 'addEnvironment'
  | 'renameEnvironment'
  | 'duplicateEnvironment'
  | 'removeEnvironment'
>;

export interface EnvironmentsParts {
  readonly services: Services;
  readonly connections: Connections;
  readonly sandbox: LocalSandboxControl;
}

export interface EnvironmentsFeature {
  readonly handlers: EnvironmentCommands;
  readonly view: ViewContent;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  setUp(environmentId: string): Promise<boolean>;
  /** What environments need before they can be used. */
  readonly readiness: Readiness;
}

/** Environments: which there are, their addresses and keys, and which is active. */
export function createEnvironmentsFeature({
  services,
  connections,
  sandbox,
}: EnvironmentsParts): EnvironmentsFeature {
  const { environments, keys, context } = services;
  const setUp = new EnvironmentSetUp({ services, connections });
  const tree = new EnvironmentsTree(services, sandbox);
  const readiness = new EnvironmentReadiness(services, sandbox);
  context.subscriptions.push(tree, readiness);

  /** The one that was named; else the active one where it takes a key, else the one that is picked. */
  const keyed = async (given: unknown, title: string): Promise<Environment> => {
    const id = readEnvironmentTarget(given);
    if (id !== undefined) return environments.get(id);
    if (environments.active.type !== 'local') return environments.active;
    const placeholder = vscode.l10n.t('Choose an environment');
    return pickEnvironment(services, { title, placeholder, offer: ({ type }) => type !== 'local' });
  };

  const manage = createManageCommands({ services, connections }, setUp);
  const handlers: EnvironmentCommands = {
    ...manage,

    async switchEnvironment(given) {
      const id = readEnvironmentTarget(given);
      const environment =
        id === undefined
          ? await pickEnvironment(services, {
              title: vscode.l10n.t('Switch environment'),
              placeholder: vscode.l10n.t('New requests go to the environment you choose'),
            })
          : environments.get(id);
      await environments.switchTo(environment.id);
      // Code that names an environment gets no message: no person may be there to act on it.
      if (typeof given !== 'string') await offerSetUp(readiness, environment);
      return { data: { environment: environment.id } };
    },

    async configureEnvironment(given) {
      const id = readEnvironmentTarget(given);
      const environment =
        id === undefined
          ? await pickOrAddEnvironment(services, {
              title: vscode.l10n.t('Set up an environment'),
              placeholder: vscode.l10n.t('Choose an environment'),
              offer: ({ type }) => type !== 'local',
            })
          : environments.get(id);
      if (environment === undefined) return manage.addEnvironment();
      return { data: { environment: (await setUp.configure(environment)).id } };
    },

    async setApiKey(given) {
      const environment = await keyed(given, vscode.l10n.t('Enter an API key'));
      await setUp.enterKey(environment);
      return { data: { environment: environment.id } };
    },

    async removeApiKey(given) {
      const environment = await keyed(given, vscode.l10n.t('Remove an API key'));
      if (environment.type === 'local') throw keys.refusal(environment);
      if (typeof given !== 'string') await confirmKeyRemoval(environment);
      await keys.remove(environment);
      return { data: { environment: environment.id } };
    },

    openDashboard(given) {
      const { id, name, dashboardUrl } = environments.get(readEnvironmentTarget(given));
      if (dashboardUrl === undefined) {
        const message = vscode.l10n.t('{0} has no dashboard address. Add one in its set-up.', name);
        throw new ConfigurationError({ message }, { environment: id });
      }
      openOutside(dashboardUrl);
      return Promise.resolve({ data: { url: dashboardUrl } });
    },

    async copyAddress(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      const address = readAddressTarget(given) ?? environment.addresses?.apiUrl;
      if (address === undefined) {
        const message = vscode.l10n.t('{0} has no address yet.', environment.name);
        throw new ConfigurationError({ message }, { environment: environment.id });
      }
      await vscode.env.clipboard.writeText(address);
      vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Address copied')}`, 3000);
      return { data: address };
    },
  };
  return { handlers, view: tree.content, setUp: (id) => setUp.ensure(id), readiness };
}

/** Says what an environment that was just chosen still needs, and offers to enter it. */
async function offerSetUp(readiness: Readiness, environment: Environment): Promise<void> {
  const missing = await readiness.missing(environment.id);
  // The Local Sandbox needs nothing: it starts with the first request, and its scenario was chosen.
  if (missing === undefined || environment.type === 'local') return;
  const { text, title, command } = welcomeOf(missing, environmentTitle(environment), environment.id);
  const run = () =>
    vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  showMessage('info', environment.problem ?? text, [{ title, run }]);
}

async function confirmKeyRemoval(environment: Environment): Promise<void> {
  const remove = vscode.l10n.t('Remove Key');
  const answer = await askModal(
    vscode.l10n.t('Remove the API key of {0}?', environmentTitle(environment)),
    vscode.l10n.t('It is deleted from this editor and cannot be restored. The key itself stays valid.'),
    remove,
  );
  if (answer === remove) return;
  throw new CancelledError({ message: vscode.l10n.t('Cancelled. The key was not changed.') });
}
