import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/**
 * Begins every line of mocha's inside the editor, whose window prints much of its own to the same console.
 */
export const testOutput = '[test] ';

/** How many tests ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** What one suite leaves for the runner, by the name of its test file. */
export type Report = Readonly<Record<string, Counts>>;

export interface SuiteOptions {
  /** Bundled test files, by absolute path. */
  readonly files: readonly string[];
  /** Where to write the report. */
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
 * Runs test files with mocha in this process, prints them as they end, and writes the report.
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
  const report = new Map<string, Counts>();
  const add = (runnable: Mocha.Runnable, ended: Counts) => {
    const file = fileOf(runnable);
    report.set(file, sum([report.get(file) ?? { passed: 0, failed: 0 }, ended]));
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    runner.on('pass', (test) => {
      add(test, { passed: 1, failed: 0 });
    });
    for (const event of ['fail', 'pending'] as const) {
      runner.on(event, (test: Mocha.Runnable) => {
        add(test, { passed: 0, failed: 1 });
      });
    }
    runner.on('retry', (test: Mocha.Test, error: Error) => {
      const [what = '', ...stack] = error.stack?.split('\n') ?? [error.message];
      const where = stack.findLast((line) => /^ +at .*\.test\.ts/.test(line))?.trim() ?? '';
      print(`    tried again: ${test.fullTitle()}: ${what} ${where}`);
    });
  });
  mkdirSync(dirname(options.results), { recursive: true });
  writeFileSync(options.results, JSON.stringify(Object.fromEntries(report)));
  return sum(report.values());
}

/** All counts together. */
export function sum(counts: Iterable<Counts>): Counts {
  const total = { passed: 0, failed: 0 };
  for (const { passed, failed } of counts) {
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/** The name of the test file that something stands in, or that was running when it was called. */
function fileOf(runnable: Mocha.Runnable): string {
  for (let suite = runnable.parent; suite !== undefined; suite = suite.parent) {
    if (suite.file !== undefined) return basename(suite.file);
  }
  return basename(runnable.ctx?.currentTest?.file ?? '');
}
