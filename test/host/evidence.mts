import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { artifacts } from './paths.mts';

/**
 * Keeps what helps to see why something failed: the extension's own log files, and what the window printed.
 * @param name begins the names of the files in `artifacts/`
 * @param dataDir the data folder of the editor's server
 * @param console lines of the window's console
 */
export function keepEvidence(name: string, dataDir: string, console: readonly string[] = []): void {
  mkdirSync(artifacts, { recursive: true });
  for (const file of extensionLogs(dataDir)) {
    const host = basename(dirname(dirname(file)));
    cpSync(file, join(artifacts, `${name}-${host}-${basename(file).replaceAll(' ', '-')}`));
  }
  if (console.length > 0) writeFileSync(join(artifacts, `${name}-console.log`), console.join('\n'));
}

/** Paths of the log files that the extension wrote, one for each extension host and channel. */
export function extensionLogs(dataDir: string): string[] {
  return globSync(join(dataDir, 'data/logs/*/exthost*/payments-tools.payments-api-explorer/*.log'));
}
