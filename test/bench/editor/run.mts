// Runs the measurements of uploads inside an editor:
//
//   node esbuild.js --production --tests && node test/bench/editor/run.mts
//
// BENCH_ROUNDS says how often (3 unless told); BENCH_PROFILE set prints where the time of the extension host goes.
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { temporaryFolder } from '../../host/cleanup.mts';
import { nodeEnv, root } from '../../host/paths.mts';

const data = temporaryFolder('editor');
await runTests({
  vscodeExecutablePath: process.env['VSCODE_EXECUTABLE_PATH'] ?? join(root, 'test/host/editor.mts'),
  extensionDevelopmentPath: root,
  extensionTestsPath: join(root, 'out/bench/editor/uploads.js'),
  launchArgs: [
    temporaryFolder('workspace'),
    `--user-data-dir=${data}`,
    `--extensions-dir=${join(data, 'extensions')}`,
  ],
  extensionTestsEnv: nodeEnv(),
});
