import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { reason, type Ended, type Report } from './report.mts';

/**
 * Begins every line of mocha's inside the editor, whose window prints much of its own to the same console.
 */
export const testOutput = '[test] ';

export interface SuiteOptions {
  /** The folder of bundled test files. The report names them by their paths in it. */
  readonly folder: string;
  readonly rootHooks?: Mocha.RootHookObject | undefined;
  /** Takes what mocha prints, formatted; the console by default. */
  readonly print?: (text: string) => void;
  /** Called after each file, and has each file's own hooks run at its own end. Without it, files run as one. */
  readonly afterEach?: (() => PromiseLike<unknown>) | undefined;
}

/**
 * Runs test files with mocha in this process, prints their tests as they end, and leaves a report where the runner wants
 * it. A test that was skipped counts as failed: none is skipped here. No test is tried twice.
 * @param files those to run where the runner names none
 */
export async function runFiles(options: SuiteOptions, files: readonly string[] = []): Promise<Report> {
  const { TEST_FILES: given, TEST_RESULTS: results } = process.env;
  const all = given === undefined ? files : (JSON.parse(given) as string[]);
  const report: Ended[] = [];
  for (const part of options.afterEach === undefined ? [all] : all.map((file) => [file])) {
    report.push(...(await runSuite(options, part)));
    await options.afterEach?.();
  }
  if (results !== undefined) {
    mkdirSync(dirname(results), { recursive: true });
    writeFileSync(results, JSON.stringify(report));
  }
  return report;
}

async function runSuite(options: SuiteOptions, files: readonly string[]): Promise<Report> {
  // Failures point at the sources, not at the bundles.
  process.setSourceMapsEnabled(true);
  const print = options.print ?? console.log;
  const grep = process.env['TEST_GREP'];
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => print(format(...args));
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    // Far more than a test takes, since a busy machine is no failure. No test has less.
    timeout: 10 * 60_000,
    // A person may write `.only` while looking for something, but not leave it in.
    forbidOnly: process.env['CI'] !== undefined,
    ...(grep === undefined ? {} : { fgrep: grep }),
    ...(options.rootHooks === undefined ? {} : { rootHooks: options.rootHooks }),
  });
  for (const file of files) mocha.addFile(join(options.folder, file));
  await mocha.loadFilesAsync();
  const report: Ended[] = [];
  const add = (runnable: Mocha.Runnable, outcome: Ended['outcome'], why?: string) => {
    report.push({
      file: relative(options.folder, fileOf(runnable)),
      title: runnable.fullTitle(),
      milliseconds: runnable.duration ?? 0,
      outcome,
      ...(why !== undefined && { why }),
    });
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', (test) => add(test, 'passed'));
    runner.on('hook end', (hook) => {
      if ((hook.duration ?? 0) > 100) add(hook, 'hook');
    });
    runner.on('fail', (test: Mocha.Runnable, error: Error) => add(test, 'failed', reason(error)));
    runner.on('pending', (test: Mocha.Runnable) => add(test, 'failed', 'It was skipped.'));
  });
  // A runner that stays hands every unhandled rejection to the next one, which hands it back: with a few of them in
  // one process that never ends.
  mocha.dispose();
  return report;
}

/** The path of the test file that something is in, or that was running when it was called. */
function fileOf(runnable: Mocha.Runnable): string {
  for (let suite = runnable.parent; suite !== undefined; suite = suite.parent) {
    if (suite.file !== undefined) return suite.file;
  }
  return runnable.ctx?.currentTest?.file ?? '';
}
