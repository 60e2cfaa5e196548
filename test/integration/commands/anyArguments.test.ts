import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CommandName } from '../../../src/commands/commands';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import type { Outcome } from '../../../src/commands/outcome';
import { dismissAll } from '../support/prompts';
import { setUserSetting, succeed, closeEditors } from '../support/extension';

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

function isOutcome(value: unknown): value is Outcome<unknown> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  if (value.ok === true) return 'data' in value;
  const { error } = value as { error?: { kind?: unknown; message?: unknown } };
  return typeof error?.kind === 'string' && typeof error.message === 'string' && error.message.length > 0;
}

describe('a command called with anything', () => {
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
      for (const args of ODD) {
        const outcome = await dismissAll(vscode.commands.executeCommand(`paymentsApi.${name}`, ...args));
        assert.ok(isOutcome(outcome), JSON.stringify(outcome));
        if (outcome.ok) continue;
        assert.ok(!/\bat \S+:\d+|\{"|undefined|\[object/.test(outcome.error.message), outcome.error.message);
      }
    });
  }
});
