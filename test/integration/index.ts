import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { count, describeCounts, type Ended } from '../host/runner/report.mts';
import { runSuite, testOutput } from '../host/runner/suite.mts';
import { testFilesIn } from '../host/runner/testFiles.mts';
import { configureProperties, FIXED_SEED } from '../support/properties';
import { endServices } from './support/contract';

/** Called by the editor, inside the extension host. Rejects when a test failed or none ran. */
export async function run(): Promise<void> {
  configureProperties({ seed: FIXED_SEED });
  const given = process.env['TEST_FILES'];
  // From an editor's own launch configuration, those whose path holds what a person entered.
  const part = process.env['TEST_FILE'] ?? '';
  const files =
    given === undefined
      ? testFilesIn(__dirname, 'test').filter((file) => file.includes(part))
      : (JSON.parse(given) as string[]);
  const report: Ended[] = [];
  // One after the other, so that each file's own hooks run at its own end.
  for (const file of files) {
    const ended = await runSuite({
      files: [join(__dirname, file)],
      folder: __dirname,
      grep: process.env['TEST_GREP'],
      rootHooks: { afterAll: endServices },
      // Far more than one takes, since a busy machine is no failure.
      timeout: 10 * 60_000,
      print: (text) => {
        for (const line of text.split('\n')) console.log(testOutput + line);
      },
    });
    report.push(...ended);
    // What one file leaves open is no matter of the next.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('workbench.action.closePanel');
    // The views of the extension follow every change as long as they are in sight.
    await vscode.commands.executeCommand('workbench.view.explorer');
  }
  const results = process.env['TEST_RESULTS'];
  if (results !== undefined) {
    mkdirSync(dirname(results), { recursive: true });
    writeFileSync(results, JSON.stringify(report));
  }
  const counts = count(report);
  if (counts.failed > 0 || counts.passed === 0) throw new Error(describeCounts(counts));
}
