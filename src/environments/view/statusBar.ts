import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import { menuTitle } from '../../commands/titles';
import { environmentTitle } from '../../ui/environmentTitle';
import { literal } from '../../util/plainText';
import type { Environments } from '../../services/environments/environments';
import { present, t } from '../../util/text';

/** The one status-bar item: names the active environment, unmistakable when it is production. */
export function showEnvironmentStatus(environments: Environments): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'paymentsApi.environment',
    vscode.StatusBarAlignment.Left,
    0,
  );
  item.name = t('Payments API environment');
  item.command = commandId('switchEnvironment');
  const render = (): void => {
    const { type, problem } = environments.active;
    const production = type === 'production';
    const title = literal(environmentTitle(environments.active));
    item.text = `$(${production ? 'flame' : 'credit-card'}) ${title}`;
    const mark = production ? 'error' : problem && 'warning';
    // The dark high-contrast theme has no background for it: there the text itself has the colour. The editor
    // ignores that colour beside a background.
    const isPlain = vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.HighContrast;
    item.backgroundColor =
      mark && !isPlain ? new vscode.ThemeColor(`statusBarItem.${mark}Background`) : undefined;
    const colors = { error: 'errorForeground', warning: 'editorWarning.foreground' };
    item.color = mark && isPlain ? new vscode.ThemeColor(colors[mark]) : undefined;
    const where = t('Payments API: requests go to {0}.', title);
    const tooltip = present(where, problem, menuTitle('switchEnvironment')).join('\n');
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip, role: 'button' };
  };
  render();
  item.show();
  return vscode.Disposable.from(
    item,
    environments.onDidChange(render),
    vscode.window.onDidChangeActiveColorTheme(render),
  );
}
