import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * The project's folder. Everything here is started from there (npm scripts are), and the end-to-end tests are
 * bundled elsewhere, so a path relative to this file would not do.
 */
export const root = process.cwd();

/** Editors and browsers to test in; not part of the repository. */
export const hostsDir = join(root, '.vscode-test');

/** Screenshots and logs to look at after a run. */
export const artifacts = join(root, 'artifacts');

/** The packaged extension that a test run makes and installs. */
export const vsix = join(hostsDir, 'payments-api-explorer.vsix');

/** Where the suites leave their counts for the runner, one file for each. */
export const resultsDir = join(hostsDir, 'results');

/** The environment for child processes: this very Node and the project's tools first on PATH, whatever the machine has. */
export function nodeEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = [dirname(process.execPath), join(root, 'node_modules/.bin')];
  return { ...process.env, ...extra, PATH: [...own, process.env['PATH'] ?? ''].join(delimiter) };
}

/** Reads a JSON file; the caller says what is in it. */
export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
