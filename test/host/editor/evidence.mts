import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { artifacts } from '../paths.mts';

/** What is kept beside the extension's own log files. */
export interface Evidence {
  /** Lines of the window's console. */
  readonly console?: readonly string[];
  /** What the services of the test were asked, and what they answered. */
  readonly service?: readonly string[];
}

/**
 * Keeps what helps to see why something failed.
 * @param name begins the names of the files in `artifacts/`
 * @param dataDir the data folder of the editor's server
 */
export function keepEvidence(name: string, dataDir: string, evidence: Evidence): void {
  mkdirSync(artifacts, { recursive: true });
  for (const file of extensionLogs(dataDir)) {
    const host = basename(dirname(dirname(file)));
    cpSync(file, join(artifacts, `${name}-${host}-${basename(file).replaceAll(' ', '-')}`));
  }
  for (const [what, lines] of Object.entries(evidence) as [string, readonly string[]][])
    if (lines.length > 0) writeFileSync(join(artifacts, `${name}-${what}.log`), lines.join('\n'));
}

/** Paths of the log files that the extension wrote, one for each extension host and channel. */
export function extensionLogs(dataDir: string): string[] {
  return globSync(join(dataDir, 'data/logs/*/exthost*/payments-tools.payments-api-explorer/*.log'));
}
