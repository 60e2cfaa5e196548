import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, findOnPath, isExecutable } from './debian.mts';

/** Debian's package of Chromium without its own window, and its program: an editor opens in a quarter less time in it. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium to drive: the one in `CHROME_PATH`, one on PATH, or one that Playwright brought. */
export function findChromium(): string | undefined {
  const elsewhere = [...applications(), ...playwrightCopies()].find(isExecutable);
  return [process.env['CHROME_PATH'] ?? ''].find(isExecutable) ?? findOnPath(names) ?? elsewhere;
}

/**
 * Finds Chromium, or installs it with apt-get where that is possible.
 * @throws an error that says what to install
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  try {
    await aptInstall([shell]);
  } catch {
    // Older distributions have only the whole browser.
    await aptInstall(['chromium']);
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
  const inside = [
    'chromium_headless_shell-*/chrome-*/{headless_shell,chrome-headless-shell}',
    'chromium-*/chrome-linux*/chrome',
    'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
  ];
  return caches
    .filter((cache) => cache !== '')
    .flatMap((cache) => inside.flatMap((path) => globSync(join(cache, path))))
    .sort()
    .reverse();
}

function applications(): string[] {
  return globSync('/Applications/{Google Chrome,Chromium}.app/Contents/MacOS/{Google Chrome,Chromium}');
}
