// Runs the tests:
//
//   node test/run.mts                 everything: lint, format, types, and the three tiers
//   node test/run.mts unit            one tier: unit, integration or e2e
//   node test/run.mts desktop         the integration tier in desktop VS Code
//
// with --grep TITLE and --file PART-OF-PATH to run some tests only, and --no-build to run what was built before.
// The last line counts the tests of all tiers: `N passed, N failed`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, checks, packageExtension } from './host/build.mts';
import { ensureTools } from './host/debian.mts';
import { root } from './host/paths.mts';
import { setUpHost } from './host/setup.mts';
import type { Counts } from './host/suite.mts';
import { runInEditor, runInNode } from './host/tiers.mts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string' }, file: { type: 'string' }, 'no-build': { type: 'boolean' } },
});
const filter = { grep: values.grep, file: values.file };
const total = { passed: 0, failed: 0 };

/** Where a desktop VS Code is wanted: its path, or `undefined` for one to download. */
const desktop = process.env['VSCODE_EXECUTABLE_PATH'];
/** The editor of `test/host` has no server for Windows; the desktop one takes its place there. */
const editor = desktop ?? (process.platform === 'win32' ? undefined : join(root, 'test/host/editor.mts'));

const tiers = {
  unit: () => runInNode('unit', filter),
  integration: () => runInEditor(filter, editor),
  e2e: () => runInNode('e2e', filter),
  desktop: () => runInEditor(filter, desktop),
};

/** A step that is right or wrong: it counts only when it fails. Says how long it took. */
async function step(title: string, work: () => Promise<unknown>): Promise<boolean> {
  const started = performance.now();
  try {
    await work();
    console.log(`✔ ${title} (${seconds(started)})`);
    return true;
  } catch (error) {
    total.failed += 1;
    console.log(
      `✘ ${title} (${seconds(started)})\n${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}

/** Runs a tier and adds its counts. A tier in which no test ran has failed, unless only some were asked for. */
async function tier(name: keyof typeof tiers): Promise<void> {
  const started = performance.now();
  const counts = { passed: 0, failed: 0 };
  const ran = await step(`${name} tests ran`, async () => {
    Object.assign(counts, await tiers[name]());
    const nothing = counts.passed + counts.failed === 0;
    if (nothing && values.grep === undefined && values.file === undefined)
      throw new Error('No test was found.');
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  if (ran) console.log(`  ${name}: ${describe(counts)} (${seconds(started)})`);
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`;
}

function describe(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}

async function everything(): Promise<void> {
  if (process.platform === 'linux') await step('tools to test with', () => ensureTools());
  // The checks and the set-up of the editor go on beside the unit tests: there are two cores at least.
  const [, ready, built] = await Promise.all([
    checks(step),
    step('editor to test in', () => setUpHost()),
    (async () => {
      const done = await step('build', build);
      if (done) await tier('unit');
      return done;
    })(),
  ]);
  if (!ready || !built) {
    total.failed += 2;
    console.log('The tests inside the editor and through its window could not run.');
    return;
  }
  await tier('integration');
  if (await step('package', packageExtension)) await tier('e2e');
}

async function one(name: keyof typeof tiers): Promise<void> {
  const built = values['no-build'] === true || (await step('build', build));
  const packaged =
    name !== 'e2e' || values['no-build'] === true || (built && (await step('package', packageExtension)));
  const ready = name === 'unit' || name === 'desktop' || (await step('editor to test in', () => setUpHost()));
  if (built && packaged && ready) await tier(name);
}

function isTier(name: string): name is keyof typeof tiers {
  return name in tiers;
}

const [name = 'all'] = positionals;
if (isTier(name)) await one(name);
else if (name === 'all') await everything();
else throw new Error(`There is no tier "${name}". There are: ${Object.keys(tiers).join(', ')}.`);

console.log(describe(total));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
