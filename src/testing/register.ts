import * as vscode from 'vscode';
import type { Environments } from '../services/environments/environments';
import { environmentTitle } from '../ui/environmentTitle';
import type { TestingFeature } from './feature';

/**
 * Registers the tests of the workspace, which are loaded when somebody looks at them or runs them. A workspace that is
 * not trusted has none: its request files are not sent.
 */
export function registerTesting(
  environments: Environments,
  load: () => Promise<TestingFeature>,
): vscode.Disposable {
  const subscriptions: { dispose(): unknown }[] = [];
  const begin = () => {
    const controller = vscode.tests.createTestController('paymentsApi', 'Payments API');
    controller.resolveHandler = async (item) => (await load()).resolve(controller, item);
    subscriptions.push(controller, keepProfiles(controller, environments, load));
  };
  if (vscode.workspace.isTrusted) begin();
  return vscode.Disposable.from(vscode.workspace.onDidGrantWorkspaceTrust(begin), {
    dispose: () => {
      vscode.Disposable.from(...subscriptions).dispose();
    },
  });
}

/**
 * Keeps a run profile for each environment; the active one is that of the button. The editor offers "Run All Tests" only
 * where there is a profile, so they are made before anybody looks at the tests.
 */
export function keepProfiles(
  controller: vscode.TestController,
  environments: Pick<Environments, 'all' | 'active' | 'onDidChange'>,
  load: () => Promise<Pick<TestingFeature, 'run'>>,
): vscode.Disposable {
  const profiles = new Map<string, vscode.TestRunProfile>();
  const update = () => {
    const { all, active } = environments;
    for (const [id, profile] of profiles) {
      if (all.some((environment) => environment.id === id)) continue;
      profile.dispose();
      profiles.delete(id);
    }
    for (const environment of all) {
      const { id } = environment;
      const label = environmentTitle(environment);
      let profile = profiles.get(id);
      if (profile === undefined) {
        profile = controller.createRunProfile(label, vscode.TestRunProfileKind.Run, async (request, token) =>
          (await load()).run(controller, request, id, token),
        );
        profiles.set(id, profile);
      }
      profile.label = label;
      profile.isDefault = id === active.id;
    }
  };
  update();
  return environments.onDidChange(update);
}
