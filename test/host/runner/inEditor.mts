import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { temporaryFolder } from '../cleanup.mts';
import { nodeEnv, root } from '../paths.mts';

export interface EditorRun {
  /** The editor's executable; a desktop VS Code is downloaded when it is not given. */
  readonly editor: string | undefined;
  /** Which one is downloaded: a version, or `stable` for the newest. */
  readonly version?: string | undefined;
}

/**
 * Runs integration tests inside an editor, in a copy of the sample workspace.
 * @param env names the tests, and the place of their report
 * @param print takes what the editor prints
 * @returns whether all is well
 */
export async function runInEditor(
  { editor, version }: EditorRun,
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<boolean> {
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
  try {
    await runTests({
      stdout: output,
      stderr: output,
      ...(editor === undefined ? { version: version ?? 'stable' } : { vscodeExecutablePath: editor }),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, 'out/integration/index.js'),
      launchArgs: [workspace, `--user-data-dir=${data}`, `--extensions-dir=${join(data, 'extensions')}`],
      extensionTestsEnv: nodeEnv(env),
    });
    return true;
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    return false;
  }
}
