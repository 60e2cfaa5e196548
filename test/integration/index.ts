import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runSuite, testOutput } from '../host/suite.mts';

/** Called by the editor, inside the extension host. Rejects when a test failed or none ran. */
export async function run(): Promise<void> {
  const only = process.env['TEST_FILE'] ?? '';
  const files = globSync('**/*.test.js', { cwd: __dirname })
    .filter((file) => file.includes(only))
    .sort()
    .map((file) => join(__dirname, file));
  const { passed, failed } = await runSuite({
    files,
    results: process.env['TEST_RESULTS'] ?? join(__dirname, 'results.json'),
    grep: process.env['TEST_GREP'],
    timeout: 20_000,
    print: (text) => {
      for (const line of text.split('\n')) console.log(testOutput + line);
    },
  });
  if (failed > 0 || passed === 0) throw new Error(`${passed} tests passed, ${failed} failed.`);
}
