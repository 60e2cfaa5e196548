import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/**
 * Begins every line of mocha's inside the editor, whose window prints much of its own to the same console.
 */
export const testOutput = '[test] ';

/** The counts of one suite, as it leaves them for the runner. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface SuiteOptions {
  /** Bundled test files, by absolute path. */
  readonly files: readonly string[];
  /** Where to write the counts. */
  readonly results: string;
  /** Milliseconds for one test. */
  readonly timeout: number;
  /** How often a failed test is tried again before it counts; each try that failed is printed. 0 unless told. */
  readonly retries?: number;
  /** Only tests whose full title holds this text. */
  readonly grep?: string | undefined;
  readonly rootHooks?: Mocha.RootHookObject | undefined;
  /** Takes what mocha prints, formatted; the console unless told. */
  readonly print?: (text: string) => void;
}

/**
 * Runs test files with mocha in this process, prints them as they end, and writes the counts.
 * A test that was skipped counts as failed: none is skipped here.
 */
export async function runSuite(options: SuiteOptions): Promise<Counts> {
  // Failures point at the sources, not at the bundles.
  process.setSourceMapsEnabled(true);
  const print = options.print ?? console.log;
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    print(format(...args));
  };
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: options.timeout,
    retries: options.retries ?? 0,
    forbidOnly: process.env['CI'] !== undefined,
    ...(options.grep === undefined ? {} : { fgrep: options.grep }),
    ...(options.rootHooks === undefined ? {} : { rootHooks: options.rootHooks }),
  });
  for (const file of options.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const counts = await new Promise<Counts>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures + pending });
    });
    runner.on('retry', (test: Mocha.Test, error: Error) => {
      const [what = '', ...stack] = error.stack?.split('\n') ?? [error.message];
      const where = stack.findLast((line) => /^ +at .*\.test\.ts/.test(line))?.trim() ?? '';
      print(`    tried again: ${test.fullTitle()}: ${what} ${where}`);
    });
  });
  mkdirSync(dirname(options.results), { recursive: true });
  writeFileSync(options.results, JSON.stringify(counts));
  return counts;
}
