import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { temporaryFolder } from '../cleanup.mts';
import { nodeEnv, readJson, resultsDir, root } from '../paths.mts';
import { broken, withMissing, type Report } from './report.mts';

let runs = 0;

export interface EditorRun {
  /** The editor's executable; a desktop VS Code is downloaded when it is not given. */
  readonly editor: string | undefined;
  /** Which one is downloaded: a version, or `stable` for the newest. */
  readonly version?: string | undefined;
  /** Only tests whose full title holds this text. */
  readonly grep?: string | undefined;
  /** Takes what the editor prints. */
  readonly print: (text: string) => void;
}

/**
 * Runs integration tests inside an editor, in a copy of the sample workspace.
 * @param files paths in `out/integration`
 */
export async function runInEditor(
  files: readonly string[],
  { editor, version, grep, print }: EditorRun,
): Promise<Report> {
  const results = join(resultsDir, `integration-${process.pid}-${runs++}.json`);
  const workspace = temporaryFolder('workspace');
  cpSync(join(root, 'sample'), workspace, { recursive: true });
  const data = temporaryFolder('editor');
  const output = new Writable({
    decodeStrings: false,
    write(chunk: Buffer | string, _encoding, done) {
      print(chunk.toString());
      done();
    },
  });
  let passed = true;
  try {
    await runTests({
      stdout: output,
      stderr: output,
      ...(editor === undefined ? { version: version ?? 'stable' } : { vscodeExecutablePath: editor }),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, 'out/integration/index.js'),
      launchArgs: [workspace, `--user-data-dir=${data}`, `--extensions-dir=${join(data, 'extensions')}`],
      extensionTestsEnv: nodeEnv({
        TEST_RESULTS: results,
        TEST_FILES: JSON.stringify(files),
        ...(grep === undefined ? {} : { TEST_GREP: grep }),
      }),
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    passed = false;
  }
  const report = withMissing(readReport(results), files, grep !== undefined);
  rmSync(results, { force: true });
  if (passed || report.some(({ outcome }) => outcome === 'failed')) return report;
  return [...report, broken('integration', 'The editor did not end as it should.')];
}

function readReport(file: string): Report {
  try {
    return readJson(file) as Report;
  } catch {
    return [broken('integration', 'The tests did not run to their end.')];
  }
}
