import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandId, type CommandName } from '../../../src/commands/commands';
import type { Outcome } from '../../../src/commands/outcome';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import { extension, fail, succeed } from '../support/extension';

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  };
}

const { menus } = (extension().packageJSON as Manifest).contributes;

/** Commands of a menu, by their names. */
function inMenu(menu: string, suffix = ''): CommandName[] {
  const ids = new Set(menus[menu]?.map(({ command }) => command));
  return (Object.keys(COMMANDS) as CommandName[]).filter((name) => ids.has(commandId(name) + suffix));
}

const inTitles = inMenu('view/title', '.inTitle');
const ofRows = inMenu('view/item/context');

describe('a row that the editor does not know any more', () => {
  for (const name of ofRows) {
    it(`has no other one take its place: ${name}`, async () => {
      // As the menu of a row calls while its view is refreshed: nothing for the row, nothing for the selection.
      const { error } = await fail(name, undefined, undefined);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /The view was refreshed while its menu was open\. Nothing was done/);
    });
  }
});

describe('a button in the title of a view', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const name of [...new Set(inTitles)]) {
    // It asks with the editor's own dialog for files, which a test can only dismiss through the window.
    if (name === 'uploadFiles' || name === 'openHar') continue;
    it(`does what it says, whichever row has the focus: ${name}`, async () => {
      const row = { environmentId: 'no such environment', file: {}, exchange: {}, saved: {} };
      const progress = { ended: false };
      const calling = vscode.commands
        .executeCommand<Outcome<unknown>>(`${commandId(name)}.inTitle`, row, [row])
        .then((outcome) => {
          progress.ended = true;
          return outcome;
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
    for (const limit of [1, 2, 3]) {
      const path = `/local-sandbox/samples?limit=${limit}`;
      const { requestId } = await succeed('sendRequest', { path, environment: 'local', reveal: false });
      assert.ok(requestId);
      ids.unshift(requestId);
    }
    // The row of the newest one is selected by itself.
    const [, focused, selected] = ids;
    // A view may be drawn late, and a row that is just drawn is passed over: then once more from the top.
    for (let step = 0; (await copied()) !== selected; step += 1) {
      if (step % 6 === 0) await vscode.commands.executeCommand('paymentsApi.requests.focus');
      await vscode.commands.executeCommand(step % 6 === 0 ? 'list.focusFirst' : 'list.focusDown');
    }
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
