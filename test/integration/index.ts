import * as vscode from 'vscode';
import { count, describeCounts } from '../host/runner/report.mts';
import { runFiles, testOutput } from '../host/runner/suite.mts';
import { testFilesIn } from '../host/runner/testFiles.mts';
import { configureProperties, FIXED_SEED } from '../support/properties';
import { endServices } from './support/contract';

/** Called by the editor, inside the extension host. Rejects when a test failed or none ran. */
export async function run(): Promise<void> {
  configureProperties({ seed: FIXED_SEED });
  // From an editor's own launch configuration, those whose path holds what a person entered.
  const part = process.env['TEST_FILE'] ?? '';
  const report = await runFiles(
    {
      folder: __dirname,
      rootHooks: { afterAll: endServices },
      print: (text) => {
        for (const line of text.split('\n')) console.log(testOutput + line);
      },
      async afterEach() {
        // What one file leaves open is no matter of the next.
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await vscode.commands.executeCommand('workbench.action.closePanel');
        // The views of the extension follow every change as long as they are in sight.
        await vscode.commands.executeCommand('workbench.view.explorer');
      },
    },
    testFilesIn(__dirname, 'test').filter((file) => file.includes(part)),
  );
  const counts = count(report);
  if (counts.failed > 0 || counts.passed === 0) throw new Error(describeCounts(counts));
}
