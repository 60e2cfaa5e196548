import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onExit, removeFolder, temporaryFolder } from '../cleanup.mts';
import { nodeEnv } from '../paths.mts';
import { runCommand } from '../run-command.mts';

export interface ServerOptions {
  /** The editor's server, as the set-up tells. */
  readonly serverMain: string;
  /** Holds the user's data; a new folder, removed at the end, unless one is given. */
  readonly dataDir?: string;
  /** The user's settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A packaged extension to install. */
  readonly vsix?: string;
  /** Folders of other extensions, which a lean editor takes for some of its own: nothing is packaged for that. */
  readonly companions?: readonly string[];
  /** Lets a page run tests in the extension host. It hides notifications, so not for tests of the window. */
  readonly testDriver?: boolean;
  /** Ask whether to trust a folder, as an editor does by itself. Off by default. */
  readonly workspaceTrust?: boolean;
  /** Leaves out what the editor brings and no test needs: a window opens in four fifths of the work. Off by default. */
  readonly isLean?: boolean;
}

export interface Server {
  readonly origin: string;
  readonly dataDir: string;
  /** Replaces the user's settings, for the next window that is opened or reloaded. */
  writeSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Ends it with everything that it started, and waits for that. */
  stop(): Promise<void>;
}

/**
 * What every window is given: no greetings, no updates, and nothing that moves by itself. A list of choices stays when it
 * loses the focus, for a busy editor gives the focus late to the view or document that was opened before the list.
 */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.reduceMotion': 'on',
  'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'npm.autoDetect': 'off',
  // The editor starts two processes every few seconds to look for them, each from within the extension host.
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.startupPrompt': 'always',
  'telemetry.telemetryLevel': 'off',
  'typescript.tsc.autoDetect': 'off',
  'update.mode': 'none',
};

/** The extensions of the editor's own that a lean one keeps: themes, and the languages of what is opened or written. */
const neededExtensions = [
  ...['theme-defaults', 'theme-modern-icons', 'theme-seti', 'media-preview', 'markdown-basics'],
  ...[
    'json',
    'json-language-features',
    'yaml',
    'xml',
    'html',
    'shellscript',
    'javascript',
    'typescript-basics',
  ],
  ...['python', 'java', 'csharp', 'go', 'php', 'ruby', 'powershell'],
];

/**
 * Starts the editor's server on a free port of the loopback address, and waits until it answers.
 * @throws when it ends before that, with what it printed
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const dataDir = options.dataDir ?? temporaryFolder('editor');
  const settingsFile = join(dataDir, 'data/User/settings.json');
  const writeSettings: Server['writeSettings'] = (settings) => {
    mkdirSync(join(dataDir, 'data/User'), { recursive: true });
    writeFileSync(settingsFile, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  };
  writeSettings(options.settings ?? {});
  const folders = ['--server-data-dir', dataDir, '--extensions-dir', join(dataDir, 'extensions')];
  if (options.vsix !== undefined) await install(options.serverMain, options.vsix, folders);

  const args = [
    ...folders,
    ...(options.isLean === true ? ['--builtin-extensions-dir', leanExtensions(options, dataDir)] : []),
    ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
    '--disable-telemetry',
    // Nothing leaves the machine, so there is nothing to gain by it.
    '--disable-websocket-compression',
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
    ...(options.testDriver === true ? ['--enable-smoke-test-driver'] : []),
  ];
  // In a process group of its own, which is ended whole: it starts extension hosts and watchers.
  const server = spawn(process.execPath, [options.serverMain, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // No gallery: nothing is to be looked up in one.
    env: nodeEnv({ EXTENSIONS_GALLERY: '{}' }),
  });
  const release = onExit(() => endGroup(server, 'SIGKILL'));
  const origin = await address(server);
  return {
    origin,
    dataDir,
    writeSettings,
    stop: async () => {
      await end(server);
      release();
      if (options.dataDir === undefined) removeFolder(dataDir);
    },
  };
}

/** Makes a folder of links to the extensions of the editor's own that are kept, and to the companions. */
function leanExtensions({ serverMain, companions = [] }: ServerOptions, dataDir: string): string {
  const all = join(dirname(serverMain), '../extensions');
  const few = join(dataDir, 'builtin');
  mkdirSync(few, { recursive: true });
  for (const folder of [...neededExtensions.map((name) => join(all, name)), ...companions])
    symlinkSync(folder, join(few, basename(folder)));
  return few;
}

async function install(serverMain: string, vsix: string, folders: readonly string[]): Promise<void> {
  const args = [serverMain, '--install-extension', vsix, ...folders];
  const { code, output } = await runCommand(process.execPath, args);
  if (code !== 0) throw new Error(`The packaged extension could not be installed.\n${output}`);
}

async function address(server: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /Web UI available at http:\/\/[^:\s]+:(\d+)/.exec(output)?.[1];
      // Not 127.0.0.1: webviews are served from subdomains, and the window's own address names the server.
      if (port !== undefined) resolve(`http://localhost:${port}`);
    };
    server.stdout?.on('data', take);
    server.stderr?.on('data', take);
    server.once('exit', () => reject(new Error(`The editor's server ended before it was ready.\n${output}`)));
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  endGroup(server, 'SIGTERM');
  const impatience = setTimeout(() => endGroup(server, 'SIGKILL'), 3000);
  await ended;
  clearTimeout(impatience);
  endGroup(server, 'SIGKILL');
}

/** Ends what is left of the server's process group; nothing is left when it throws. */
function endGroup(server: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, signal);
  } catch {
    return;
  }
}
