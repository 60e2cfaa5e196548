import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandId, type CommandName } from '../../../src/commands/commands';
import type { Outcome } from '../../../src/commands/outcome';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import { until } from '../../host/editor/waiting.mts';
import { dismissAll } from '../support/prompts';
import { extension, fail, closeEditors } from '../support/extension';

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

const isLogShown = () =>
  vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'output');

// All commands of rows go one way to their handlers: one of each view shows it.
describe('a row that the editor does not know any more', () => {
  for (const name of ['forgetFile', 'forgetRequest', 'removeApiDescription', 'removeApiKey'] as const) {
    it(`has no other one take its place: ${name}`, async () => {
      assert.ok(inMenu('view/item/context').includes(name));
      // As the menu of a row calls while its view is refreshed: nothing for the row, nothing for the selection.
      const { error } = await fail(name, undefined, undefined);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /The view was refreshed while its menu was open\. Nothing was done/);
    });
  }
});

describe('a button in the title of a view', () => {
  after(closeEditors);

  for (const name of inMenu('view/title', '.inTitle')) {
    // It asks with the editor's own dialog for files, which a test can only dismiss through the window.
    if (name === 'uploadFiles' || name === 'openHar') continue;
    it(`does what it says, whichever row has the focus: ${name}`, async () => {
      const row = { environmentId: 'no such environment', file: {}, exchange: {}, saved: {} };
      const outcome = await dismissAll(
        vscode.commands.executeCommand<Outcome<unknown>>(`${commandId(name)}.inTitle`, row, [row]),
      );
      assert.ok(outcome.ok || outcome.error.kind === 'cancelled', JSON.stringify(outcome));
      // The editor never shows a log again whose panel is closed while it is loaded.
      if (name === 'showLog') await until(isLogShown);
    });
  }
});
