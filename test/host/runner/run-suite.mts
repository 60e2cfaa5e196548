// Runs the bundled tests of one folder with mocha, in plain Node, as a child process of test/run.mts:
//
//   node test/host/runner/run-suite.mts out/e2e
//
// The parent sends lists of files to run, one after the other. After each list it gets what mocha printed, and the
// report. What the tests share, such as an editor, stays from one list to the next. A `hooks.js` in the folder's
// support/ brings mocha's root hooks, and `endLane`, which ends what is shared.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { FromLane, ToLane } from './lane.mts';
import { runSuite } from './suite.mts';

const folder = resolve(process.argv[2] ?? '');
const hooks = join(folder, 'support/hooks.js');
interface Hooks {
  readonly mochaHooks?: Mocha.RootHookObject;
  readonly endLane?: () => Promise<void>;
  /** Milliseconds for one test. */
  readonly timeout?: number;
}
const {
  mochaHooks,
  endLane,
  timeout = 20_000,
} = existsSync(hooks) ? (createRequire(import.meta.url)(hooks) as Hooks) : {};

function send(message: FromLane): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

async function obey(order: ToLane): Promise<void> {
  if (order === 'end') {
    await endLane?.();
    // Not left to an empty event loop: a handle that a test forgot must not hang the run.
    process.exit(0);
  }
  const report = await runSuite({
    files: order.files.map((file) => join(folder, file)),
    folder,
    grep: order.grep,
    timeout: order.timeout ?? timeout,
    rootHooks: mochaHooks,
    print: (text) => void send({ printed: `${text}\n` }),
  });
  await send({ report });
}

process.on('message', (order: ToLane) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// The parent is gone.
process.on('disconnect', () => process.exit(1));
