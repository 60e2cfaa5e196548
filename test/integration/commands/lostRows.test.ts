import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { COMMAND_NAMES } from '../../../src/commands/commands';
import { commandId } from '../../../src/commands/commands';
import { call, extension, fail, succeed } from '../support/extension';

/** There is but one Local Sandbox: whichever row they are chosen from. */
const OF_THE_LOCAL_SANDBOX = [
  'startLocalSandbox',
  'stopLocalSandbox',
  'setLocalSandboxScenario',
  'resetLocalSandbox',
];

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  };
}

const { menus } = (extension().packageJSON as Manifest).contributes;

/** Commands of a menu, by their names. */
function inMenu(menu: string): string[] {
  const ids = new Set(menus[menu]?.map(({ command }) => command));
  return COMMAND_NAMES.filter((name) => ids.has(commandId(name)));
}

const inTitles = inMenu('view/title');
const ofRows = COMMAND_NAMES.filter((name) => inMenu('view/item/context').includes(name));

describe('a row that the editor does not know any more', () => {
  for (const name of ofRows) {
    if (inTitles.includes(name) || OF_THE_LOCAL_SANDBOX.includes(name)) continue;
    it(`has no other one take its place: ${name}`, async () => {
      // As the menu of a row calls while its view is refreshed: nothing for the row, nothing for the selection.
      const { error } = await fail(name, undefined, undefined);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /The view was refreshed while its menu was open\. Nothing was done/);
    });
  }
});

describe('the title of a view in which no row has the focus', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const name of ofRows) {
    if (!inTitles.includes(name) || OF_THE_LOCAL_SANDBOX.includes(name)) continue;
    it(`does what it says: ${name}`, async () => {
      const progress = { ended: false };
      // The editor calls as from a row that it does not know.
      const calling = call(name, undefined, undefined).finally(() => {
        progress.ended = true;
      });
      while (!progress.ended) {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        await nextTurn();
      }
      const outcome = await calling;
      assert.ok(outcome.ok || outcome.error.kind === 'cancelled', JSON.stringify(outcome));
    });
  }
});

describe('a key that is pressed on a row', () => {
  it('is taken each time, also while the one before it is still at work', async () => {
    const press = (): Thenable<{ ok: boolean } | undefined> =>
      vscode.commands.executeCommand('paymentsApi.environments.runOnFocused', 'paymentsApi.copyAddress');
    await succeed('startLocalSandbox');
    await vscode.commands.executeCommand('paymentsApi.environments.focus');
    // The rows may come a moment after the view.
    do await vscode.commands.executeCommand('list.focusFirst');
    while ((await press()) === undefined);
    const outcomes = await Promise.all([press(), press()]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome?.ok),
      [true, true],
    );
  });

  it('has its effect on that row alone, also while the view is refreshed', async () => {
    const copied = async (): Promise<string> => {
      const outcome = await vscode.commands.executeCommand<{ ok: boolean } | undefined>(
        'paymentsApi.requests.runOnFocused',
        'paymentsApi.copyRequestId',
      );
      return outcome?.ok === true ? vscode.env.clipboard.readText() : 'nothing';
    };
    await succeed('startLocalSandbox');
    await succeed('clearRequestFilter');
    await succeed('ungroupRequests');
    const ids: string[] = [];
    for (const limit of [1, 2]) {
      const path = `/local-sandbox/samples?limit=${limit}`;
      const { requestId } = await succeed('sendRequest', { path, environment: 'local', reveal: false });
      assert.ok(requestId);
      ids.unshift(requestId);
    }
    await vscode.commands.executeCommand('paymentsApi.requests.focus');
    await vscode.commands.executeCommand('list.focusFirst');
    const [focused, selected] = ids;
    while ((await copied()) !== selected) await vscode.commands.executeCommand('list.focusDown');
    await vscode.commands.executeCommand('list.toggleSelection');
    await vscode.commands.executeCommand('list.focusUp');
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await succeed('refreshRequests');
      // The editor takes refreshes together for 200 ms, and asks for the rows after that.
      for (const end = performance.now() + 350; performance.now() < end;) seen.add(await copied());
    }
    await vscode.commands.executeCommand('list.clear');
    assert.deepEqual([...seen], [focused]);
  });
});
