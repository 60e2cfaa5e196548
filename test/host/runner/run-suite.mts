// Runs the bundled tests of one folder with mocha, in plain Node, as a child process of test/run.mts:
//
//   node test/host/runner/run-suite.mts out/e2e
//
// TEST_FILES names the files, TEST_RESULTS the place of the report. The `hooks.js` in the folder's support/ brings mocha's
// root hooks, and where the files share something, such as an editor, `endShared`, which ends it.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { runFiles } from './suite.mts';

const folder = resolve(process.argv[2] ?? '');
interface Hooks {
  readonly mochaHooks: Mocha.RootHookObject;
  readonly endShared?: () => Promise<void>;
}
const { mochaHooks, endShared } = createRequire(import.meta.url)(join(folder, 'support/hooks.js')) as Hooks;

await runFiles({
  folder,
  rootHooks: mochaHooks,
  // Then each file has an end of its own.
  afterEach: endShared && (() => Promise.resolve()),
});
await endShared?.();
// Not left to an empty event loop: a handle that a test forgot must not hang the run.
process.stdout.write('', () => process.exit(0));
