import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mts';
import { removeFolder } from '../cleanup.mts';
import { ensureTools } from './debian.mts';
import { withLock } from '../lock.mts';
import { hostsDir, root } from '../paths.mts';
import { runCommand } from '../run-command.mts';

/** Everything that is needed to open an editor window. */
export interface Host {
  /** The editor's server, to be run by Node 24. */
  readonly serverMain: string;
  /** The browser that shows its window. */
  readonly chromium: string;
}

const source = join(root, 'test/host/code-server');
const logWriter = 'logWriter.js';
const serverFolder = 'node_modules/code-server/lib/vscode';

/** Libraries of the editor that no window loads here: agents, other machines, other systems. */
const unneeded = [
  ...['@github/copilot-sdk', '@vscode/copilot-api', '@microsoft/mxc-sdk'],
  ...['@devcontainers/cli', 'ssh2', 'kerberos', '@vscode/windows-process-tree', '@vscode/windows-registry'],
];

/**
 * Makes sure that the editor and a browser are there, and installs what is missing.
 * An interrupted installation is begun again, and two processes never install at the same time.
 * It says each step; nothing when all is there.
 * @throws when a step fails, with what it printed
 */
export async function setUpHost(): Promise<Host> {
  const serverMain = await setUpServer();
  const chromium = await oneAtATime(async () => {
    await ensureTools();
    return ensureChromium();
  });
  return { serverMain, chromium };
}

/**
 * Sets up the editor without a browser, for a person who has one.
 * @returns the path of the editor's server
 */
export async function setUpServer(): Promise<string> {
  const folder = join(hostsDir, folderName());
  await oneAtATime(() => ensureEditor(folder));
  return join(folder, serverFolder, 'out/server-main.js');
}

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(hostsDir, { recursive: true });
  const announce = (): void =>
    console.log('Waiting for another process that is setting up the editor to test in…');
  return withLock(join(hostsDir, 'setup-lock.db'), announce, work);
}

/** A folder for each lock file, and for each log writer. */
function folderName(): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', logWriter]) hash.update(readFileSync(join(source, file)));
  return `code-server-${hash.digest('hex').slice(0, 8)}-${process.platform}-${process.arch}`;
}

async function ensureEditor(folder: string): Promise<void> {
  // Written last: without it the folder is a half-finished one.
  const stamp = join(folder, 'ready');
  if (existsSync(stamp)) return;
  removeFolder(folder);
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, file), join(folder, file));
  // Its own postinstall is not run: it takes minutes and wants Kerberos headers. These steps do, and compile nothing.
  const server = join(folder, serverFolder);
  await step('Fetching the editor', ['ci'], folder);
  // Installs all others: half of the work, and a third of the bytes.
  await step("Fetching the editor's libraries", ['uninstall', ...unneeded, '--omit=dev'], server);
  // Log output channels stay empty without a log writer.
  copyFileSync(join(source, logWriter), join(server, 'node_modules/@vscode/spdlog/index.js'));
  writeFileSync(stamp, '');
}

async function step(title: string, args: string[], cwd: string): Promise<void> {
  const started = performance.now();
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runCommand('npm', [...args, ...quiet], { cwd });
  if (code !== 0) throw new Error(`${title} failed: npm ${args.join(' ')} in ${cwd}\n${output}`);
  console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
