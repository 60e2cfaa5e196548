import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { extension } from '../support/extension';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly image: string; readonly altText: string };
        readonly completionEvents: readonly string[];
        readonly when?: string;
      }[];
    }[];
  };
}

const manifest = () => extension().packageJSON as Manifest;

describe('the manifest and the code', () => {
  it('name the same commands: each is registered', async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const declared = manifest().contributes.commands.map(({ command }) => command);
    assert.ok(declared.length > 80);
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });

  it('give other extensions nothing, and tests in test mode no more than they need', async () => {
    assert.deepEqual(Object.keys(await extension().activate()), ['setApiKey']);
  });

  it('keep every setting out of reach of a workspace', () => {
    for (const [key, { scope }] of Object.entries(manifest().contributes.configuration.properties)) {
      assert.equal(scope, 'application', key);
    }
  });

  it('have the views of the contract', () => {
    const ids = manifest().contributes.views['paymentsApi']?.map(({ id }) => id);
    assert.deepEqual(ids, [
      'paymentsApi.files',
      'paymentsApi.operations',
      'paymentsApi.requests',
      'paymentsApi.environments',
    ]);
  });

  it('offer no top-up where the environment is production', () => {
    const entries = Object.values(manifest().contributes.menus)
      .flat()
      .filter(({ command }) => command === 'paymentsApi.topUpSandbox');
    assert.ok(entries.length > 0);
    for (const { when } of entries) assert.match(when ?? '', /!= 'production'|\(local\|sandbox\)/);
  });

  it('lead through the first minute with commands and pictures that there are', () => {
    const { commands, walkthroughs } = manifest().contributes;
    const declared = new Set(commands.map(({ command }) => command));
    const contexts = ['paymentsApi.hasFiles', 'paymentsApi.hasShownDetails'];
    const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.equal(steps.length, 7);
    for (const { description, media, completionEvents, when } of steps) {
      const [command = ''] = /(?<=\(command:)[^)?]+/.exec(description) ?? [];
      assert.ok(declared.has(command), description);
      assert.equal(command === 'paymentsApi.topUpSandbox', when?.includes("!= 'production'") ?? false);
      for (const event of completionEvents) {
        const [kind, name = ''] = event.split(':');
        assert.ok(kind === 'onContext' ? contexts.includes(name) : declared.has(name), event);
        // The button in a title has an id of its own.
        assert.ok(!declared.has(`${name}.inTitle`) || completionEvents.includes(`${event}.inTitle`), event);
      }
      const image = vscode.Uri.joinPath(extension().extensionUri, media.image).fsPath;
      assert.ok(existsSync(image), image);
      assert.match(media.altText, /^[A-Z].*\.$/);
    }
  });
});
