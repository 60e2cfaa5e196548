import { accessSync, constants, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.mts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium to drive: the one in `CHROME_PATH`, one on PATH, or one that Playwright brought. */
export function findChromium(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env['CHROME_PATH'] ?? '', ...onPath, ...applications(), ...playwrightCopies()].find(
    isExecutable,
  );
}

/**
 * Finds Chromium, or installs it with apt-get where that is possible.
 * @throws an error that says what to install
 */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  const privileged = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  say('Installing Chromium with apt-get…');
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = 'apt-get', ...rest] = [...privileged, 'apt-get', ...args];
    const { code, output } = await runCommand(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (code !== 0) throw new Error(`${output}\n${missing}`);
  }
  const installed = findChromium();
  if (installed === undefined) throw new Error(missing);
  return installed;
}

const missing =
  'No Chromium was found and it could not be installed. Install chromium or google-chrome, or name one in CHROME_PATH.';

function playwrightCopies(): string[] {
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ];
  const inside = ['chrome-linux*/chrome', 'chrome-mac*/*.app/Contents/MacOS/*'];
  return caches
    .filter((cache) => cache !== '')
    .flatMap((cache) => inside.flatMap((path) => globSync(join(cache, 'chromium-*', path))))
    .sort()
    .reverse();
}

function applications(): string[] {
  return globSync('/Applications/{Google Chrome,Chromium}.app/Contents/MacOS/{Google Chrome,Chromium}');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return file !== '';
  } catch {
    return false;
  }
}
