import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import { commandTitle, menuTitle } from '../../commands/titles';
import { isScenario, scenarioWords } from '../../sandbox/server/data/scenarios';
import { SCENARIO_ON } from '../../services/earlyServices';
import type { Services } from '../../services/services';

/** The status-bar item of a scenario: there as long as one is on and requests go to the Local Sandbox. */
export function showScenarioStatus({ sandbox, environments, context }: Services): vscode.Disposable {
  // Right of the environment.
  const item = vscode.window.createStatusBarItem('paymentsApi.scenario', vscode.StatusBarAlignment.Left, -1);
  item.name = commandTitle('setLocalSandboxScenario');
  item.command = commandId('setLocalSandboxScenario');
  const render = (): void => {
    const { trial } = sandbox;
    const kept = context.globalState.get(SCENARIO_ON);
    // A window that starts in a scenario shows it before the Local Sandbox runs.
    const id = sandbox.isRunning ? trial?.id : kept;
    if (id !== kept) void context.globalState.update(SCENARIO_ON, id);
    if (!isScenario(id) || environments.active.type !== 'local') {
      item.hide();
      return;
    }
    const { title, description } = scenarioWords(id);
    item.text = `$(beaker) ${title}`;
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    item.tooltip = `${title}\n${description}\n${menuTitle('setLocalSandboxScenario')}`;
    item.accessibilityInformation = { label: item.tooltip, role: 'button' };
    item.show();
  };
  render();
  return vscode.Disposable.from(
    item,
    environments.onDidChange(render),
    sandbox.onDidChange(render),
    // Another window may have set it.
    vscode.window.onDidChangeWindowState(render),
  );
}
