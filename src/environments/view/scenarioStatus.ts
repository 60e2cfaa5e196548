import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import { scenarioWords } from '../../sandbox/scenarioWords';
import { isScenario } from '../../sandbox/server/data/scenarios';
import { SCENARIO_ON } from '../../services/earlyServices';
import type { Services } from '../../services/services';

/** The status-bar item of a scenario: there as long as one is on and requests go to the Local Sandbox. */
export class ScenarioStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'paymentsApi.scenario',
    vscode.StatusBarAlignment.Left,
    // Right of the environment.
    -1,
  );
  readonly #services: Services;
  readonly #listeners: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    this.#item.name = vscode.l10n.t('Local Sandbox scenario');
    this.#item.command = commandId('setLocalSandboxScenario');
    const render = (): void => {
      this.#render();
    };
    this.#listeners = vscode.Disposable.from(
      services.environments.onDidChange(render),
      services.sandbox.onDidChange(render),
      // Another window may have set it.
      vscode.window.onDidChangeWindowState(render),
    );
    render();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }

  #render(): void {
    const { sandbox, environments, context } = this.#services;
    const { trial } = sandbox;
    const kept = context.globalState.get(SCENARIO_ON);
    // A window that starts in a scenario shows it before the Local Sandbox runs.
    const id = sandbox.isRunning ? trial?.id : kept;
    if (id !== kept) void context.globalState.update(SCENARIO_ON, id);
    if (!isScenario(id) || environments.active.type !== 'local') {
      this.#item.hide();
      return;
    }
    const { title, description } = scenarioWords(id);
    this.#item.text = `$(beaker) ${title}`;
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    const says = vscode.l10n.t('Scenario: {0}. Select to choose another.', title);
    this.#item.tooltip = `${says}\n${description}`;
    this.#item.accessibilityInformation = { label: says, role: 'button' };
    this.#item.show();
  }
}
