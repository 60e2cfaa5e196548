import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extension } from '../support/extension';

// What the manifest says is tested without the editor.
describe('the extension in an editor', () => {
  it('has each command of its manifest registered', async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension().packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const declared = contributes.commands.map(({ command }) => command);
    assert.ok(declared.length > 80);
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });

  it('gives other extensions nothing, and tests in test mode no more than they need', async () =>
    assert.deepEqual(Object.keys(await extension().activate()), ['setApiKey']));
});
