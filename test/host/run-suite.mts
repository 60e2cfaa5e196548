// Runs the bundled tests of one folder with mocha, in plain Node:
//
//   node test/host/run-suite.mts out/unit [--grep TITLE] [--file PART-OF-PATH] [--results FILE]
//
// A `hooks.js` in the folder's support/ brings mocha's root hooks.
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resultsDir } from './paths.mts';
import { runSuite } from './suite.mts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string' }, file: { type: 'string' }, results: { type: 'string' } },
});
const folder = resolve(positionals[0] ?? '');
const files = globSync('**/*.test.js', { cwd: folder })
  .filter((file) => file.includes(values.file ?? ''))
  .sort()
  .map((file) => join(folder, file));
const hooks = join(folder, 'support/hooks.js');
const { mochaHooks } = existsSync(hooks)
  ? (createRequire(import.meta.url)(hooks) as { mochaHooks: Mocha.RootHookObject })
  : {};

// Each bundled test file holds its own copy of what ends things at exit.
process.setMaxListeners(100);

const { failed } = await runSuite({
  files,
  results: values.results ?? join(resultsDir, 'last.json'),
  grep: values.grep,
  // Through a window, one step may wait for an editor to start.
  timeout: mochaHooks === undefined ? 20_000 : 60_000,
  // A busy machine swallows a click or a key now and then; the run names each test that had to be tried again.
  retries: mochaHooks === undefined ? 0 : 2,
  rootHooks: mochaHooks,
});
// Not left to an empty event loop: a handle that a test forgot must not hang the run.
process.exit(failed === 0 ? 0 : 1);
