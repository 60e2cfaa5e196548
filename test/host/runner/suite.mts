import { relative } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { reason, type Ended, type Report } from './report.mts';

/**
 * Begins every line of mocha's inside the editor, whose window prints much of its own to the same console.
 */
export const testOutput = '[test] ';

export interface SuiteOptions {
  /** Bundled test files, by absolute path. */
  readonly files: readonly string[];
  /** The folder that the report names the files in. */
  readonly folder: string;
  /** Milliseconds for one test. */
  readonly timeout: number;
  /** Only tests whose full title holds this text. */
  readonly grep?: string | undefined;
  readonly rootHooks?: Mocha.RootHookObject | undefined;
  /** Takes what mocha prints, formatted; the console by default. */
  readonly print?: (text: string) => void;
}

/**
 * Runs test files with mocha in this process, prints them as they end, and reports each test and its time.
 * A test that was skipped counts as failed: none is skipped here. No test is tried twice.
 */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  // Failures point at the sources, not at the bundles.
  process.setSourceMapsEnabled(true);
  const print = options.print ?? console.log;
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => print(format(...args));
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: options.timeout,
    // A person may write `.only` while looking for something, but not leave it in.
    forbidOnly: process.env['CI'] !== undefined,
    ...(options.grep === undefined ? {} : { fgrep: options.grep }),
    ...(options.rootHooks === undefined ? {} : { rootHooks: options.rootHooks }),
  });
  for (const file of options.files) mocha.addFile(file);
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
