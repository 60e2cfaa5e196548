import * as vscode from 'vscode';
import { ConfigurationError } from '../api/model/errors';
import type { Handlers } from '../commands/commands';
import type { SetUpEnvironment } from '../commands/settingUp';
import type { Services } from '../services/services';
import { confirmModally } from '../ui/questions/confirm';
import { showMessage } from '../ui/messages';
import { openOutside } from '../ui/openOutside';
import { environmentTitle } from '../ui/environmentTitle';
import { welcomeOf, type Readiness } from '../ui/views/welcome';
import { readAddressTarget, readEnvironmentTarget } from '../commands/environmentTarget';
import { createSandboxCommands } from './commands/localSandboxCommands';
import { createManageCommands } from './commands/manage';
import { commandTitle } from '../commands/titles';
import type { Environment } from '../services/environments/environmentModel';
import { pickEnvironment, pickOrAddEnvironment } from './view/pickEnvironment';
import { createReadiness } from './view/readiness';
import { showScenarioStatus } from './view/scenarioStatus';
import { EnvironmentSetUp } from './setUp/setUp';
import { EnvironmentsTree } from './view/environmentsTree';
import { copyIds } from '../ui/flash';
import { t } from '../util/text';

/** Environments: which there are, their addresses and keys, and which is active. */
export function createEnvironmentsFeature(services: Services) {
  const { environments, keys, context } = services;
  const setUp = new EnvironmentSetUp(services);
  const tree = new EnvironmentsTree(services);
  const readiness = createReadiness(services);
  context.subscriptions.push(tree, readiness, showScenarioStatus(services));

  /** The one that was named; else the active one where it takes a key, else the one that is picked. */
  const keyed = async (given: unknown, title: string): Promise<Environment> => {
    const { active } = environments;
    if (readEnvironmentTarget(given) === undefined && active.type !== 'local') return active;
    return pickEnvironment(services, { title, offer: ({ type }) => type !== 'local' }, given);
  };

  const manage = createManageCommands(services, setUp);
  const handlers = {
    ...manage,
    ...createSandboxCommands(services.sandbox),

    async switchEnvironment(given) {
      const title = commandTitle('switchEnvironment');
      const environment = await pickEnvironment(services, { title }, given);
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
              title: commandTitle('configureEnvironment'),
              offer: ({ type }) => type !== 'local',
            })
          : environments.get(id);
      if (environment === undefined) return manage.addEnvironment();
      return { data: { environment: (await setUp.configure(environment)).id } };
    },

    async setApiKey(given) {
      const environment = await keyed(given, commandTitle('setApiKey'));
      await setUp.enterKey(environment);
      return { data: { environment: environment.id } };
    },

    async removeApiKey(given) {
      const environment = await keyed(given, commandTitle('removeApiKey'));
      if (environment.type === 'local') throw keys.refusal(environment);
      if (typeof given !== 'string') await confirmKeyRemoval(environment);
      await keys.remove(environment);
      return { data: { environment: environment.id } };
    },

    openDashboard(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      const { id, name, type, dashboardUrl, dashboardProblem } = environment;
      if (type === 'local') throw keys.refusal(environment);
      if (dashboardUrl === undefined) {
        const message = dashboardProblem ?? t('{0} has no dashboard address. Add one in its set-up.', name);
        throw new ConfigurationError(message, { environment: id, missing: 'address' });
      }
      openOutside(dashboardUrl);
      return Promise.resolve({ data: { url: dashboardUrl } });
    },

    async copyAddress(given) {
      const environment = environments.get(readEnvironmentTarget(given));
      const address = readAddressTarget(given) ?? environment.addresses?.apiUrl;
      if (address === undefined) {
        const message = t('{0} has no address yet.', environment.name);
        throw new ConfigurationError(message, { environment: environment.id, missing: 'address' });
      }
      return { data: await copyIds([address]) };
    },
  } satisfies Partial<Handlers>;
  return {
    handlers,
    view: tree.content,
    setUp: ((id) => setUp.ensure(id)) satisfies SetUpEnvironment,
    /** What environments need before they can be used. */
    readiness,
  };
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

function confirmKeyRemoval(environment: Environment): Promise<void> {
  return confirmModally(
    t('Remove the API key of {0}?', environmentTitle(environment)),
    t('It is deleted from this editor and cannot be restored. The key itself stays valid.'),
    commandTitle('removeApiKey'),
  );
}
