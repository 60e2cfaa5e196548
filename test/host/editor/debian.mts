import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../run-command.mts';

/**
 * The programs that testing needs beside Node, by the names of Debian's packages: curl proves the generated
 * commands, openssl makes certificates.
 */
const tools = ['curl', 'openssl'];

/**
 * Makes sure that these programs are there.
 * @throws an error that says what to install, where that cannot be done here
 */
export async function ensureTools(): Promise<void> {
  const missing = tools.filter((program) => findOnPath([program]) === undefined);
  if (missing.length > 0) await aptInstall(missing);
}

/** The path of the first of these programs that is on PATH. */
export function findOnPath(programs: readonly string[]): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(isExecutable);
}

/**
 * Installs Debian packages, as root or with sudo.
 * @throws an error that says what to install by hand
 */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const names = packages.join(', ');
  const privileged = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  console.log(
    `Installing ${names} with ${[...privileged, 'apt-get'].join(' ')}… To go without, install them yourself; CHROME_PATH names a Chromium.`,
  );
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [command = 'apt-get', ...rest] = [...privileged, 'apt-get', ...args];
    const { code, output } = await runCommand(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (code !== 0) throw new Error(`${output}\nInstall ${names} by hand, then try again.`);
  }
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return file !== '';
  } catch {
    return false;
  }
}
