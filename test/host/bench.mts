// Runs the benchmarks:
//
//   node test/host/bench.mts [--json FILE] [--only PART]    in plain Node
//   node test/host/bench.mts --editor [--json FILE] [--only PART]    in the extension host of a real window, and the
//                                                                    part `table` in the window itself
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from './build.mts';
import { temporaryFolder } from './cleanup.mts';
import { readOptions } from './options.mts';
import { nodeEnv, resultsDir, root } from './paths.mts';
import { runCommand } from './run-command.mts';
import { setUpHost } from './editor/setup.mts';

const { values } = readOptions({
  editor: { type: 'boolean' },
  json: { type: 'string' },
  only: { type: 'string' },
});

const results = join(resultsDir, 'bench.json');

/** Measures in the editor: in its extension host, then in its window. */
async function inEditor(): Promise<number> {
  await setUpHost();
  mkdirSync(resultsDir, { recursive: true });
  rmSync(results, { force: true });
  if (values.only !== 'table') await inExtensionHost();
  // What a person sees; its figures join those of the extension host.
  const isWhole = only === undefined || only === 'table';
  const code = isWhole ? await inNode('out/bench/window/table.js', results) : 0;
  if (values.json !== undefined && existsSync(results)) copyFileSync(results, values.json);
  return code;
}

/** What the extension host prints comes out here. */
async function inExtensionHost(): Promise<void> {
  const data = temporaryFolder('editor');
  await runTests({
    vscodeExecutablePath: process.env['VSCODE_EXECUTABLE_PATH'] ?? join(root, 'test/host/runner/editor.mts'),
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
}

/** Measures in a process of its own. @param args file of the build, and what it takes */
async function inNode(...args: readonly string[]): Promise<number> {
  const { code } = await runCommand(process.execPath, args, {
    onOutput: (text) => process.stdout.write(text),
  });
  return code;
}

const { json, only } = values;
await build('bench');
process.exit(
  values.editor === true
    ? await inEditor()
    : await inNode('out/bench/main.js', ...(json ? ['--json', json] : []), ...(only ? ['--only', only] : [])),
);
