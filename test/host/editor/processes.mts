import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The extension hosts of the editor whose data are in that folder: one for each window. */
export function extensionHosts(dataDir: string): number[] {
  const all = processes();
  const servers = new Set(all.filter(({ command }) => command.includes(dataDir)).map(({ pid }) => pid));
  return all
    .filter(({ parent, command }) => servers.has(parent) && command.includes('extensionHost'))
    .map(({ pid }) => pid);
}

function processes(): RunningProcess[] {
  if (existsSync('/proc/self/stat')) return globSync('/proc/[0-9]*').flatMap((folder) => readProcess(folder));
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...args]) => ({ pid: Number(pid), parent: Number(parent), command: args.join(' ') }));
}

function readProcess(folder: string): RunningProcess[] {
  try {
    const stat = readFileSync(`${folder}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`${folder}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [{ pid: Number(folder.slice(folder.lastIndexOf('/') + 1)), parent: Number(parent), command }];
  } catch {
    // It ended in the meantime.
    return [];
  }
}

/** Waits until the extension hosts of closed windows have ended, and ends those that do not. */
export async function endExtensionHosts(dataDir: string): Promise<void> {
  const patience = performance.now() + 5000;
  for (let hosts = extensionHosts(dataDir); hosts.length > 0; hosts = extensionHosts(dataDir)) {
    if (performance.now() > patience) for (const host of hosts) end(host);
    await wait(25);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
