import { mkdirSync } from 'node:fs';
import { hostsDir, vsix } from './paths.mts';
import { runCommand } from './run-command.mts';

/** Builds the extension as it ships, and the tests or the benchmarks. */
export async function build(what: 'tests' | 'bench' = 'tests'): Promise<void> {
  await must('node', ['esbuild.js', '--production', `--${what}`]);
}

/**
 * Makes the package that is installed to test it. A warning of the packager's is a failure.
 * @param isBuilt whether to package what `build` has just made
 */
export async function packageExtension(isBuilt = false): Promise<void> {
  mkdirSync(hostsDir, { recursive: true });
  const args = ['scripts/package.mts', '--out', vsix];
  const output = await must('node', isBuilt ? [...args, '--as-built'] : args);
  if (/warning/i.test(output)) throw new Error(output);
}

/** Runs what is to be said about the sources without running them, one after the other. */
export async function checks(
  step: (title: string, work: () => Promise<unknown>) => Promise<boolean>,
): Promise<void> {
  await step('lint and types', () => must('npm', ['run', '--silent', 'lint']));
  await step('format', () => must('oxfmt', ['--check']));
}

/**
 * Runs a command that has to succeed.
 * @returns what it printed
 * @throws an error with what it printed
 */
async function must(command: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand(command, args);
  if (code !== 0) throw new Error(output);
  return output;
}
