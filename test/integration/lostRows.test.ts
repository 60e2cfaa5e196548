import assert from 'node:assert/strict';
import { COMMAND_NAMES } from '../../src/commandNames';
import { commandId } from '../../src/commands';
import { extension, fail } from './support/extension';

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

describe('a row that the editor does not know any more', () => {
  const { menus } = (extension().packageJSON as Manifest).contributes;
  const inMenus = new Set(menus['view/item/context']?.map(({ command }) => command));
  for (const name of COMMAND_NAMES) {
    if (!inMenus.has(commandId(name)) || OF_THE_LOCAL_SANDBOX.includes(name)) continue;
    it(`has no other one take its place: ${name}`, async () => {
      // As the menu of a row calls while its view is drawn anew: nothing for the row, nothing for the selection.
      const { error } = await fail(name, undefined, undefined);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /not known which row was meant. Nothing was done/);
    });
  }
});
