// Runs the benchmarks:
//
//   node test/host/bench.mts [--json FILE] [--only PART]    in plain Node
//   node test/host/bench.mts --editor [--json FILE] [--only PART]    inside the extension host of a real window
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from './build.mts';
import { temporaryFolder } from './cleanup.mts';
import { nodeEnv, resultsDir, root } from './paths.mts';
import { runCommand } from './run-command.mts';
import { setUpHost } from './setup.mts';

const { values } = parseArgs({
  options: { editor: { type: 'boolean' }, json: { type: 'string' }, only: { type: 'string' } },
});

/** Measures inside the editor; what its extension host prints comes out here. */
async function inEditor(): Promise<void> {
  await setUpHost();
  mkdirSync(resultsDir, { recursive: true });
  const results = join(resultsDir, 'bench.json');
  const data = temporaryFolder('editor');
  await runTests({
    vscodeExecutablePath: process.env['VSCODE_EXECUTABLE_PATH'] ?? join(root, 'test/host/editor.mts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'out/bench/editor/index.js'),
    launchArgs: [
      temporaryFolder('workspace'),
      `--user-data-dir=${data}`,
      `--extensions-dir=${join(data, 'extensions')}`,
    ],
    extensionTestsEnv: nodeEnv({
      BENCH_RESULTS: results,
      BENCH_ROOT: root,
      ...(values.only !== undefined && { BENCH_ONLY: values.only }),
    }),
  });
  if (values.json !== undefined) copyFileSync(results, values.json);
}

/** Measures in plain Node. */
async function inNode(): Promise<number> {
  const { json, only } = values;
  const args = ['out/bench/main.js', ...(json ? ['--json', json] : []), ...(only ? ['--only', only] : [])];
  const { code } = await runCommand(process.execPath, args, {
    onOutput: (text) => process.stdout.write(text),
  });
  return code;
}

await build();
if (values.editor === true) {
  await inEditor();
  process.exit(0);
}
process.exit(await inNode());
