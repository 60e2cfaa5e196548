import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import { literal } from '../../util/plainText';
import type { Environments } from '../../services/environments/environments';

/** The one status-bar item: names the active environment, unmistakable when it is production. */
export class EnvironmentStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'paymentsApi.environment',
    vscode.StatusBarAlignment.Left,
    0,
  );
  readonly #environments: Environments;
  readonly #listeners: vscode.Disposable;

  constructor(environments: Environments) {
    this.#environments = environments;
    this.#item.name = vscode.l10n.t('Payments API environment');
    this.#item.command = commandId('switchEnvironment');
    const render = (): void => {
      this.#render();
    };
    this.#listeners = vscode.Disposable.from(
      environments.onDidChange(render),
      vscode.window.onDidChangeActiveColorTheme(render),
    );
    this.#render();
    this.#item.show();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }

  #render(): void {
    const { name: text, type, problem } = this.#environments.active;
    const name = literal(text);
    const production = type === 'production';
    this.#item.text = production
      ? `$(flame) ${vscode.l10n.t('PRODUCTION: {0}', name)}`
      : `$(credit-card) ${name}`;
    const mark = production ? 'error' : problem === undefined ? undefined : 'warning';
    // The dark high-contrast theme has no background for it: there the text itself has the colour. The editor
    // ignores that colour beside a background.
    const isPlain = vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.HighContrast;
    this.#item.backgroundColor =
      mark === undefined || isPlain ? undefined : new vscode.ThemeColor(`statusBarItem.${mark}Background`);
    const colors = { error: 'errorForeground', warning: 'editorWarning.foreground' };
    this.#item.color = mark === undefined || !isPlain ? undefined : new vscode.ThemeColor(colors[mark]);
    const tooltip = [
      production
        ? vscode.l10n.t('Payments API: requests go to {0}, a live environment.', name)
        : vscode.l10n.t('Payments API: requests go to {0}.', name),
      ...(problem === undefined ? [] : [problem]),
      vscode.l10n.t('Select to switch.'),
    ].join('\n');
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip, role: 'button' };
  }
}
