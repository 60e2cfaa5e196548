import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { refuse } from '../../commands/arguments';
import { askModal } from '../../ui/confirm';
import { showMessage } from '../../ui/messages';
import { findScenario, type LocalSandboxControl } from '../../sandbox/control';
import { SCENARIOS } from '../../sandbox/server/data/scenarios';
import { scenarioWords } from '../view/scenarioWords';

type SandboxCommands = Pick<
  Handlers,
  | 'startLocalSandbox'
  | 'stopLocalSandbox'
  | 'resetLocalSandbox'
  | 'askToResetLocalSandbox'
  | 'setLocalSandboxScenario'
>;

/** The commands that start, stop and steer the Local Sandbox. */
export function createSandboxCommands(control: LocalSandboxControl): SandboxCommands {
  const reset = async () => {
    await control.reset();
    showMessage('info', vscode.l10n.t('The Local Sandbox is empty again, in its normal scenario.'));
    return { data: {} };
  };
  return {
    async startLocalSandbox() {
      const wasRunning = control.isRunning;
      const { apiUrl, filesUrl } = await control.start();
      showMessage(
        'info',
        wasRunning
          ? vscode.l10n.t('The Local Sandbox is already running at {0}.', apiUrl)
          : vscode.l10n.t('The Local Sandbox is running at {0}.', apiUrl),
      );
      return { data: { apiUrl, filesUrl } };
    },
    async stopLocalSandbox() {
      await control.stop();
      showMessage('info', vscode.l10n.t('The Local Sandbox has stopped. Its files and balances are kept.'));
      return { data: {} };
    },
    async resetLocalSandbox(...given: readonly unknown[]) {
      // From a menu the user is asked; a caller by code has made up its mind.
      if (given.length > 0) await confirmReset();
      return reset();
    },
    // The palette passes no arguments, so it has a separate command: one slip must not delete the data.
    async askToResetLocalSandbox() {
      await confirmReset();
      return reset();
    },
    async setLocalSandboxScenario(given) {
      const scenario =
        given === undefined || typeof given === 'object' ? await askScenario(control) : findScenario(given);
      if (scenario === undefined) {
        throw refuse(
          vscode.l10n.t('Unknown scenario. Available: {0}.', SCENARIOS.map(({ id }) => id).join(', ')),
        );
      }
      await control.setScenario(scenario);
      vscode.window.setStatusBarMessage(
        `$(beaker) ${vscode.l10n.t('Local Sandbox: {0}', scenarioWords(scenario).title)}`,
        5000,
      );
      return { data: { scenario } };
    },
  };
}

async function confirmReset(): Promise<void> {
  const reset = vscode.l10n.t('Reset');
  const answer = await askModal(
    vscode.l10n.t('Reset the Local Sandbox?'),
    vscode.l10n.t('This deletes its files and balances, for every window. Your own files are not changed.'),
    reset,
  );
  if (answer !== reset) throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was reset.') });
}

async function askScenario(control: LocalSandboxControl): Promise<(typeof SCENARIOS)[number]['id']> {
  const picked = await vscode.window.showQuickPick(
    SCENARIOS.map(({ id }) => {
      const { title, description } = scenarioWords(id);
      return {
        label: id === control.scenario ? `$(check) ${title}` : title,
        description: id,
        detail: description,
        id,
      };
    }),
    {
      title: vscode.l10n.t('Local Sandbox scenario'),
      placeHolder: vscode.l10n.t('Choose how it behaves from now on'),
    },
  );
  if (picked === undefined)
    throw new CancelledError({ message: vscode.l10n.t('Cancelled. The scenario was not changed.') });
  return picked.id;
}
