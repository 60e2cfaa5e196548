import * as vscode from 'vscode';
import type { CommandName } from '../../../src/commands/commands';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import { assertOutcome, type AnyOutcome } from '../support/contract';
import { dismissAll } from '../support/prompts';
import { extension, setUserSetting, succeed, closeEditors } from '../support/extension';

/** What no caller should pass, and some will. */
const ODD: readonly (readonly unknown[])[] = [
  [42],
  ['\u0000../..\u202e$(bug)'],
  [{ file: { key: 'x', fileId: 7 } }],
  [{ environment: { id: 1 }, exchange: null }, [null, { file: 3 }]],
  [[], [], []],
  [null, null, { purpose: 7, duplicates: [], environment: Symbol('x') }],
  [vscode.Uri.parse('nowhere:/a/b.pdf'), [], { purpose: 'payment_evidence', duplicates: 'skip' }],
  [throwing()],
];

/** An object whose every property throws when it is looked at. */
function throwing(): unknown {
  return new Proxy(
    {},
    {
      get: () => {
        throw new RangeError('Do not look');
      },
    },
  );
}

describe('a command called with anything', () => {
  // Until then the editor looks at the arguments itself.
  before(() => extension().activate());

  // Among the commands are some that stop the Local Sandbox, switch and change environments, and filter views.
  after(async () => {
    await setUserSetting('environments', undefined);
    await succeed('startLocalSandbox');
    await succeed('setLocalSandboxScenario', 'normal');
    await succeed('switchEnvironment', 'local');
    await succeed('chooseSharedVariables', '', { environment: 'local' });
    await succeed('clearFileFilter');
    await succeed('clearRequestFilter');
    await closeEditors();
  });

  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    it(`resolves to an outcome: ${name}`, async () => {
      // At the same time: to close what is asked takes most of the time.
      const calls = ODD.map((args) =>
        vscode.commands.executeCommand<AnyOutcome>(`paymentsApi.${name}`, ...args),
      );
      for (const outcome of await dismissAll(Promise.all(calls))) assertOutcome(outcome);
    });
  }
});
