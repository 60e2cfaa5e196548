// Tries every property of the unit tests with fresh seeds:
//
//   npm run fuzz -- --minutes 10 [--grep TITLE] [--file PART-OF-PATH]
//
// Prints seed and path of each finding, and how to try it again; a property that failed is left alone after that.
// Ends with 0 when all held. What is found becomes an example in the suite.
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { RunDetails } from 'fast-check';
import Mocha from 'mocha';
import type { PropertyOptions } from '../support/properties.ts';
import { build } from './build.mts';
import { numberOf, readOptions, wrongUsage } from './options.mts';
import { root } from './paths.mts';

const { values } = readOptions({
  minutes: { type: 'string', default: '1' },
  grep: { type: 'string' },
  file: { type: 'string', default: '' },
  'no-build': { type: 'boolean' },
});
const end = performance.now() + numberOf('minutes', values.minutes) * 60_000;
/** For one test. Fresh values may take longer than those of the suite. */
const TIMEOUT_MS = 5 * 60_000;
const RUNS = 400;

if (values['no-build'] !== true) await build();
process.setSourceMapsEnabled(true);
const folder = join(root, 'out/unit');
const files = globSync('**/*.test.js', { cwd: folder })
  .filter((file) => file.includes(values.file))
  .map((file) => join(folder, file))
  .filter((file) => readFileSync(file, 'utf8').includes('require("fast-check")'))
  .sort();
if (files.length === 0) wrongUsage(`No file of properties has "${values.file}" in its path.`);

// The tests' own copy of the library has to be set, so this comes from what was built as well.
const { configureProperties, mochaHooks } = createRequire(import.meta.url)(
  join(folder, 'support/hooks.js'),
) as {
  readonly configureProperties: (options: PropertyOptions) => void;
  readonly mochaHooks: Mocha.RootHookObject;
};

interface Finding {
  readonly title: string;
  readonly file: string;
  readonly seed: number;
  readonly path: string;
  readonly error: string;
}

/** Titles of the tests that hold a property; learned in the first round. */
const withProperty = new Set<string>();
const findings: Finding[] = [];
let current: Mocha.Test | undefined;
let last: RunDetails<unknown> | undefined;
let tried = 0;

/** Says nothing: findings are printed as they come. */
class Silent extends Mocha.reporters.Base {
  override epilogue(): void {
    return;
  }
}

const mocha = new Mocha({ ui: 'bdd', reporter: Silent, timeout: TIMEOUT_MS });
mocha.cleanReferencesAfterRun(false);
mocha.rootHooks(mochaHooks);
if (values.grep !== undefined) mocha.fgrep(values.grep);
for (const file of files) mocha.addFile(file);
await mocha.loadFilesAsync();

/** Runs every test once. */
async function round(): Promise<void> {
  const seed = randomInt(2 ** 31);
  configureProperties({
    seed,
    runs: RUNS,
    onChecked: (details) => {
      last = details;
      tried += details.numRuns;
      if (current !== undefined) withProperty.add(current.fullTitle());
    },
  });
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('test', (test) => {
      current = test;
      last = undefined;
      if (performance.now() > end) runner.abort();
    });
    runner.on('fail', (test, error: Error) => {
      const path = last?.failed === true ? (last.counterexamplePath ?? '') : '';
      const file = relative(root, test.file ?? '').replace(/^out\/(.*)\.js$/, 'test/$1.ts');
      report({ title: test.fullTitle(), file, seed, path, error: error.message });
    });
  });
}

function report(finding: Finding): void {
  findings.push(finding);
  const { title, file, seed, path, error } = finding;
  const again = `npm run test:unit -- --grep '${title}' --seed ${seed}${path === '' ? '' : ` --path ${path}`}`;
  console.log(`\n✘ ${title}\n  ${file}\n  seed ${seed}, path ${path}\n  ${again}\n${error}\n`);
}

/** Takes out the tests that hold no property, and those that failed. */
function keepProperties(suite: Mocha.Suite): void {
  const failed = new Set(findings.map(({ title }) => title));
  suite.tests = suite.tests.filter((test) => {
    const title = test.fullTitle();
    return withProperty.has(title) && !failed.has(title);
  });
  suite.suites.forEach(keepProperties);
}

let rounds = 0;
while (performance.now() < end) {
  await round();
  rounds += 1;
  keepProperties(mocha.suite);
  if (withProperty.size === 0) break;
}
console.log(
  `${withProperty.size} tests with properties, ${rounds} rounds, ${tried} tries, ${findings.length} findings`,
);
process.exit(findings.length > 0 || withProperty.size === 0 ? 1 : 0);
