import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { CommandName } from '../../../src/commands/commands';
import type { Outcome } from '../../../src/commands/outcome';
import { succeed, send } from '../support/extension';
import { choose } from '../support/prompts';
import { uploadNew } from '../support/uploads';

const NAMES = ['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf'];

/** The id of what the row in focus shows. */
const COPY = { files: 'copyFileId', requests: 'copyRequestId' } as const;
type View = keyof typeof COPY;

/** Runs a command on the row in focus, as a key does. @returns undefined where no row has the focus */
function press(view: View, name: CommandName): Thenable<Outcome<unknown> | undefined> {
  return vscode.commands.executeCommand(`paymentsApi.${view}.runOnFocused`, `paymentsApi.${name}`);
}

async function focused(view: View): Promise<string> {
  const outcome = await press(view, COPY[view]);
  return outcome?.ok === true ? vscode.env.clipboard.readText() : '';
}

/** Waits for the view to be drawn again, and then for that row to have the focus. */
async function focusIsOn(view: View, id: string): Promise<void> {
  const end = performance.now() + 10_000;
  let last: string;
  do {
    // The editor takes refreshes together for 200 ms, and asks for the rows after that.
    await pause(300);
    last = await focused(view);
  } while (last !== id && performance.now() < end);
  assert.equal(last, id);
}

/** Goes to a row with the keys of a list. */
async function goTo(view: View, id: string): Promise<void> {
  let step = 0;
  do {
    // A view may be drawn late: then once more from the top.
    const isFirst = step++ % 8 === 0;
    if (isFirst) await vscode.commands.executeCommand(`paymentsApi.${view}.focus`);
    // The editor fails where it has just exchanged the row that it goes to.
    const going = vscode.commands.executeCommand(isFirst ? 'list.focusFirst' : 'list.focusDown');
    await going.then(undefined, () => undefined);
  } while ((await focused(view)) !== id);
}

describe('the focus in the Files view', () => {
  /** As the view shows them: the newest first. */
  const ids: string[] = [];

  before(async () => {
    await succeed('startLocalSandbox');
    for (const name of NAMES) ids.unshift(await uploadNew(name));
  });

  it('is where a key has its effect each time, also while the one before it is still at work', async () => {
    const [, second = ''] = ids;
    await goTo('files', second);
    const outcomes = await Promise.all([press('files', COPY.files), press('files', COPY.files)]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome?.ok),
      [true, true],
    );
  });

  it('stays on a file that is refreshed, sorted or grouped', async () => {
    const [, second = ''] = ids;
    await goTo('files', second);
    await press('files', 'refreshFile');
    await focusIsOn('files', second);
    for (const [command, place] of [
      ['sortFiles', 1],
      ['groupFiles', 1],
      ['groupFiles', 0],
      ['sortFiles', 0],
    ] as const) {
      const asked = succeed(command);
      await choose(place);
      await asked;
      await focusIsOn('files', second);
    }
  });

  it('goes to the row below a file that is taken out of the list, else to the one above', async () => {
    const [first = '', second = '', third = '', last = ''] = ids;
    await goTo('files', second);
    await press('files', 'forgetFile');
    await focusIsOn('files', third);
    await press('files', 'forgetFile');
    await focusIsOn('files', last);
    await vscode.commands.executeCommand('list.focusUp');
    await focusIsOn('files', first);
  });
});

describe('the focus in the Requests view', () => {
  /** As the view shows them: the newest first. */
  const ids: string[] = [];

  before(async () => {
    await succeed('startLocalSandbox');
    await succeed('clearRequestFilter');
    await succeed('ungroupRequests');
    for (const limit of [1, 2, 3, 4]) {
      const path = `/local-sandbox/samples?limit=${limit}`;
      const { requestId } = await send(path);
      ids.unshift(String(requestId));
    }
  });

  it('goes on in the rows when the one that clears a filter is gone', async () => {
    const [first = ''] = ids;
    await succeed('filterRequests', { text: 'samples?limit' });
    await goTo('requests', first);
    await vscode.commands.executeCommand('list.focusFirst');
    assert.equal((await press('requests', 'clearRequestFilter'))?.ok, true);
    await focusIsOn('requests', first);
  });

  it('is where a key has its effect, whatever is selected, also while the view is refreshed', async () => {
    const [, above = '', selected = ''] = ids;
    await vscode.commands.executeCommand('paymentsApi.requests.focus');
    // The row of an answer that came is selected: the last one or, on a busy machine, the one before it.
    await vscode.commands.executeCommand('list.clear');
    await goTo('requests', selected);
    await vscode.commands.executeCommand('list.toggleSelection');
    await vscode.commands.executeCommand('list.focusUp');
    const seen = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await succeed('refreshRequests');
      // The editor takes refreshes together for 200 ms, and asks for the rows after that.
      for (const end = performance.now() + 350; performance.now() < end;) seen.add(await focused('requests'));
    }
    await vscode.commands.executeCommand('list.clear');
    assert.deepEqual([...seen], [above]);
  });

  it('goes to the row below a request that is taken out of the history', async () => {
    const [, second = '', third = ''] = ids;
    await goTo('requests', second);
    await press('requests', 'forgetRequest');
    await focusIsOn('requests', third);
  });
});
