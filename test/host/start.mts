// Opens an editor with the extension, the sample workspace and the Local Sandbox, to try things in:
//
//   node test/host/start.mts           desktop VS Code where `code` is on PATH, else the same editor in a browser
//   node test/host/start.mts --web     in a browser in any case
//   node test/host/start.mts --demo    does the main job by itself, and leaves pictures in artifacts/
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packageExtension } from './build.mts';
import { removeFolder } from './cleanup.mts';
import { windowUrl } from './editor/browser.mts';
import { demonstrate } from './demo.mts';
import { readOptions } from './options.mts';
import { hostsDir, root, vsix } from './paths.mts';
import { runCommand } from './run-command.mts';
import { startServer } from './editor/server.mts';
import { setUpServer } from './editor/setup.mts';

const { values } = readOptions({ demo: { type: 'boolean' }, web: { type: 'boolean' } });

/** A copy of the sample workspace, so that what is tried there does not change the repository. */
function sampleWorkspace(): string {
  const copy = join(hostsDir, 'start/sample');
  removeFolder(copy);
  cpSync(join(root, 'sample'), copy, { recursive: true });
  return copy;
}

/** @returns false when there is no desktop editor to open */
async function openDesktop(): Promise<boolean> {
  const { code: missing } = await runCommand('code', ['--version']);
  if (missing !== 0) return false;
  const { code, output } = await runCommand('node', ['esbuild.js']);
  if (code !== 0) throw new Error(output);
  const opened = await runCommand('code', [
    '--new-window',
    `--extensionDevelopmentPath=${root}`,
    sampleWorkspace(),
  ]);
  if (opened.code !== 0) throw new Error(opened.output);
  console.log(
    'The editor is open. Right-click an invoice in its explorer and choose Upload to Payments API.',
  );
  return true;
}

async function openWeb(): Promise<void> {
  const serverMain = await setUpServer();
  await packageExtension();
  const { origin } = await startServer({ serverMain, vsix });
  console.log(`
The editor is at  ${windowUrl({ origin, folder: sampleWorkspace() })}

Right-click an invoice in its explorer and choose Upload to Payments API.
Press Ctrl+C here to end it.`);
  // Until Ctrl+C, which ends the server as well.
  await new Promise(() => setInterval(() => undefined, 2 ** 30));
}

try {
  if (values.demo === true) await demonstrate();
  else if (values.web === true || !(await openDesktop())) await openWeb();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
