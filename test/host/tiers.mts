import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { temporaryFolder } from './cleanup.mts';
import { nodeEnv, readJson, resultsDir, root } from './paths.mts';
import { runCommand } from './run-command.mts';
import { sum, type Counts, type Report } from './suite.mts';

/** The tests in plain Node, those inside the extension host, and those through the window. */
export type Tier = 'unit' | 'integration' | 'e2e';

/** Which tests of a tier to run: all unless told. */
export interface Filter {
  /** Text in the test's full title. */
  readonly grep?: string | undefined;
  /** Text in the path of the bundled test file. */
  readonly file?: string | undefined;
}

/**
 * Runs a tier in plain Node. What the tests print comes out as it comes. A file through the window in which something
 * failed is run once more, with an editor of its own, before that counts: its tests are the steps of one story, and a
 * step tried again stands where the one that failed left off. The output names each such file.
 */
export async function runInNode(tier: 'unit' | 'e2e', filter: Filter): Promise<Counts> {
  const report = await runFiles(tier, filter);
  const hasFailed = (file: string) => file.endsWith('.test.js') && (report[file]?.failed ?? 0) > 0;
  let latest = report;
  for (const file of tier === 'e2e' ? Object.keys(report).filter(hasFailed) : []) {
    console.log(`    run again: ${file}`);
    latest = { ...latest, ...(await runFiles(tier, { ...filter, file })) };
  }
  return sum(Object.values(latest));
}

async function runFiles(tier: 'unit' | 'e2e', filter: Filter): Promise<Report> {
  const results = forget(tier);
  const options = Object.entries({ results, ...filter })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name}=${value}`);
  const args = [
    '--disable-warning=ExperimentalWarning',
    'test/host/run-suite.mts',
    `out/${tier}`,
    ...options,
  ];
  const { code } = await runCommand(process.execPath, args, {
    onOutput: (text) => process.stdout.write(text),
  });
  return readReport(tier, results, code === 0);
}

/**
 * Runs the integration tests inside an editor, in a copy of the sample workspace.
 * @param editor the editor's executable; a desktop VS Code is downloaded when it is not given
 */
export async function runInEditor(filter: Filter, editor: string | undefined): Promise<Counts> {
  const results = forget('integration');
  const workspace = temporaryFolder('workspace');
  cpSync(join(root, 'sample'), workspace, { recursive: true });
  const data = temporaryFolder('editor');
  let passed = true;
  try {
    await runTests({
      ...(editor === undefined ? {} : { vscodeExecutablePath: editor }),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, 'out/integration/index.js'),
      launchArgs: [workspace, `--user-data-dir=${data}`, `--extensions-dir=${join(data, 'extensions')}`],
      extensionTestsEnv: nodeEnv({
        TEST_RESULTS: results,
        TEST_GREP: filter.grep,
        TEST_FILE: filter.file,
      }),
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    passed = false;
  }
  return sum(Object.values(readReport('integration', results, passed)));
}

/** Takes away the report of an earlier run, so that it is never taken for this one's. */
function forget(tier: Tier): string {
  const file = join(resultsDir, `${tier}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Stands in a report for the file that was running when the suite ended before its end. */
const UNFINISHED = 'unfinished';

/** The report that the tier left; a tier that did not come to its end counts as one failure more. */
function readReport(tier: Tier, file: string, passed: boolean): Report {
  const unfinished = { [UNFINISHED]: { passed: 0, failed: 1 } };
  try {
    const report = readJson(file) as Report;
    return passed || sum(Object.values(report)).failed > 0 ? report : { ...report, ...unfinished };
  } catch {
    console.log(`The ${tier} tests did not run to their end.`);
    return unfinished;
  }
}
