// Runs the tests:
//
//   node test/run.mts                 everything: lint, format, types, and the three tiers
//   node test/run.mts unit            one tier: unit, integration or e2e
//   node test/run.mts desktop         the integration tier in desktop VS Code: the newest, or --vscode VERSION, or `oldest`
//   node test/run.mts soak            the long proofs, for --minutes N over and over again
//
// with --grep TITLE and --file PART-OF-PATH (once or more) to run some tests only, --no-build to run what was built before,
// and --seed N --path P to try a property again as `npm run fuzz` names it.
// The last line counts the tests of all tiers: `N passed, N failed`.
import { join } from 'node:path';
import { build, checks, packageExtension } from './host/build.mts';
import { ensureTools } from './host/editor/debian.mts';
import { markedOnly, sourcesWith, type Tier } from './host/runner/files.mts';
import { runTier, type TierOptions, type TierResult } from './host/runner/tiers.mts';
import { numberOf, readOptions, wrongUsage } from './host/options.mts';
import { readJson, root } from './host/paths.mts';
import {
  broken,
  count,
  describeCounts,
  failures,
  seconds,
  slowest,
  type Ended,
} from './host/runner/report.mts';
import { setUpHost } from './host/editor/setup.mts';

const { values, positionals } = readOptions({
  grep: { type: 'string' },
  file: { type: 'string', multiple: true },
  'no-build': { type: 'boolean' },
  minutes: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
  vscode: { type: 'string' },
});
const everyTier: readonly Tier[] = ['unit', 'integration', 'e2e'];
const tiersOf: Readonly<Record<string, readonly Tier[]>> = {
  all: everyTier,
  unit: ['unit'],
  integration: ['integration'],
  e2e: ['e2e'],
  desktop: ['integration'],
  soak: ['unit', 'integration'],
};
const [what = 'all'] = positionals;
const tiers =
  tiersOf[what] ?? wrongUsage(`There are no tests "${what}". There are: ${Object.keys(tiersOf).join(', ')}.`);
const kind = what === 'soak' ? 'soak' : 'test';
for (const part of values.file ?? []) {
  if (sourcesWith(tiers, kind, part).length === 0) wrongUsage(`No test file has "${part}" in its path.`);
}
const marked = markedOnly(tiers, kind);
if (marked.length > 0 && process.env['CI'] !== undefined)
  wrongUsage(`Remove .only from ${marked.join(', ')}.`);
if (marked.length > 0) console.log(`Only what is marked with .only is run: ${marked.join(', ')}`);
const started = performance.now();
const results = new Map<Tier, TierResult>();
/** Steps beside the tests that failed. */
const failedSteps: Ended[] = [];

/** Where a desktop VS Code is wanted: its path, or `undefined` for one to download. */
const desktop = process.env['VSCODE_EXECUTABLE_PATH'];
/** The editor of `test/host` has no server for Windows; the desktop one takes its place there. */
const editor =
  desktop ?? (process.platform === 'win32' ? undefined : join(root, 'test/host/runner/editor.mts'));

const options: TierOptions = {
  kind,
  grep: values.grep,
  files: marked.length > 0 ? marked : values.file,
  editor: what === 'desktop' ? desktop : editor,
  version: values.vscode === 'oldest' ? oldestEditor() : values.vscode,
  env: {
    ...(values.seed === undefined ? {} : { TEST_SEED: values.seed }),
    ...(values.path === undefined ? {} : { TEST_PATH: values.path }),
  },
  isBesideAnother: what === 'all',
};

/** The oldest VS Code that the extension supports. */
function oldestEditor(): string {
  const { engines } = readJson(join(root, 'package.json')) as { engines: { vscode: string } };
  return engines.vscode.replace('^', '');
}

/** A step that is right or wrong: it counts only when it fails. Says how long it took. */
async function step(title: string, work: () => Promise<unknown>): Promise<boolean> {
  const begun = performance.now();
  try {
    await work();
    console.log(`✔ ${title} (${seconds(performance.now() - begun)})`);
    return true;
  } catch (error) {
    failedSteps.push(broken(title, 'This step failed.'));
    const why = error instanceof Error ? error.message : String(error);
    console.log(`✘ ${title} (${seconds(performance.now() - begun)})\n${why}`);
    return false;
  }
}

/** Makes the package of what was built. */
const packaged = () => packageExtension(true);

/** Runs tiers one after the other, and keeps what came of them. */
async function run(tiers: readonly Tier[]): Promise<void> {
  for (const tier of tiers) {
    const { report, milliseconds } = await runTier(tier, options);
    if (report.length === 0) continue;
    const before = results.get(tier) ?? { report: [], milliseconds: 0 };
    results.set(tier, {
      report: [...before.report, ...report],
      milliseconds: before.milliseconds + milliseconds,
    });
  }
}

/** The tests through the window beside all others: each half takes about as long, and no more windows are open at once. */
async function everything(): Promise<void> {
  if (process.platform === 'linux') await step('tools to test with', () => ensureTools());
  const ready = step('editor to test in', () => setUpHost());
  const built = step('build', () => build()).then(async (done) => done && (await step('package', packaged)));
  const others = built.then(async (done) => {
    if (done) await run(['unit']);
    if (done && (await ready)) await run(['integration']);
  });
  // While the editor is fetched: that is waiting, mostly.
  const checked = checks(step);
  if ((await built) && (await ready)) await run(['e2e']);
  await Promise.all([others, checked]);
}

/** One tier, or the soak tests of all. */
async function some(tiers: readonly Tier[]): Promise<void> {
  const isBuilt = values['no-build'] === true || (await step('build', () => build()));
  const needsEditor = what !== 'desktop' && tiers.some((tier) => tier !== 'unit');
  const isReady = !needsEditor || (await step('editor to test in', () => setUpHost()));
  const needsPackage = tiers.includes('e2e') && values['no-build'] !== true;
  if (!isBuilt || !isReady || (needsPackage && !(await step('package', packaged)))) return;
  const end = performance.now() + numberOf('minutes', values.minutes ?? '0') * 60_000;
  do {
    await run(tiers);
  } while (performance.now() < end);
}

if (what === 'all') await everything();
else await some(tiers);

// A tier in which no test ran has failed, unless only some were asked for.
if (values.grep === undefined && options.files === undefined && what !== 'soak') {
  for (const tier of tiers) {
    if (count(results.get(tier)?.report ?? []).passed > 0) continue;
    failedSteps.push(broken(tier, 'No test of this tier passed.'));
  }
}
const report = [...failedSteps, ...[...results.values()].flatMap((result) => result.report)];
const total = count(report);
if (total.passed + total.failed === 0)
  console.log(`No test has ${values.grep === undefined ? '' : `"${values.grep}" in its title`}.`);
if (total.failed > 0) console.log(['', 'Failed:', ...failures(report)].join('\n'));
console.log(['', 'The slowest tests and hooks:', ...slowest(report), ''].join('\n'));
for (const [tier, result] of results)
  console.log(`${tier}: ${describeCounts(count(result.report))} (${seconds(result.milliseconds)})`);
console.log(`All in all: ${seconds(performance.now() - started)}`);
console.log(describeCounts(total));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
