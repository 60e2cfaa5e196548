import { invalidArgument } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { commandTitle } from '../../commands/titles';
import { pickOne } from '../../ui/questions/answered';
import { confirmModally } from '../../ui/questions/confirm';
import { showMessage } from '../../ui/messages';
import type { LocalSandboxControl } from '../../sandbox/control';
import { isScenario, SCENARIOS, scenarioWords, type Scenario } from '../../sandbox/server/data/scenarios';
import { t } from '../../util/text';

/** The commands that start, stop and steer the Local Sandbox. */
export function createSandboxCommands(control: LocalSandboxControl) {
  const reset = async () => {
    await control.reset();
    showMessage('info', t('The Local Sandbox is empty again, in its normal scenario.'));
    return { data: {} };
  };
  return {
    async startLocalSandbox() {
      const { apiUrl, filesUrl } = await control.start();
      showMessage('info', t('The Local Sandbox is running at {0}.', apiUrl));
      return { data: { apiUrl, filesUrl } };
    },
    async stopLocalSandbox() {
      await control.stop();
      showMessage('info', t('The Local Sandbox has stopped. Its files and balances are kept.'));
      return { data: {} };
    },
    resetLocalSandbox: reset,
    // Menus and the palette have a command of their own: one slip must not delete the data.
    async askToResetLocalSandbox() {
      await confirmReset();
      return reset();
    },
    async setLocalSandboxScenario(given: unknown) {
      const scenario = given ?? (await askScenario(control));
      if (!isScenario(scenario)) {
        throw invalidArgument('scenario', SCENARIOS.map((id) => `"${id}"`).join(' | '));
      }
      await control.setScenario(scenario);
      return { data: { scenario } };
    },
  } satisfies Partial<Handlers>;
}

function confirmReset(): Promise<void> {
  return confirmModally(
    t('Reset the Local Sandbox?'),
    t('This deletes its files and balances, for every window. Your own files are not changed.'),
    commandTitle('resetLocalSandbox'),
  );
}

function askScenario(control: LocalSandboxControl): Promise<Scenario> {
  return pickOne(
    SCENARIOS.map((id) => {
      const { title, description } = scenarioWords(id);
      return {
        label: id === control.scenario ? `$(check) ${title}` : title,
        description: id,
        detail: description,
        value: id,
      };
    }),
    {
      title: commandTitle('setLocalSandboxScenario'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
}
