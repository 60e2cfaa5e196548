// Loads one bundle in a new process, as the extension host does, and prints how long that took. Activates it as
// well when it can be. Started by activation.ts with the bundle's path.
import '../stub/editorStub';
import { createRequire } from 'node:module';
import { extensionContext } from '../stub/vscode';

interface Bundle {
  readonly activate?: (context: unknown) => unknown;
}

const [, , path = ''] = process.argv;
// A path that is known at run time only, so it is not for the bundler.
const load = createRequire(__filename);
// The editor has it loaded already.
load('vscode');
const start = performance.now();
const bundle = load(path) as Bundle;
const loaded = performance.now();
bundle.activate?.(extensionContext);
const activated = performance.now();
process.send?.({ loadMs: loaded - start, activateMs: activated - loaded });
process.disconnect();
// Ends whatever was activated.
process.exitCode = 0;
setImmediate(() => process.exit());
