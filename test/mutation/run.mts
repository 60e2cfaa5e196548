// Changes the sources in small ways, one at a time, and reports what no unit test notices:
//
//   npm run mutation -- rules                one room, see rooms.mts; all of them without a name
//   npm run mutation -- rules --only PART    only sources with that part in their path
//   npm run mutation -- rules --static       also changes that are carried out while a module is loaded: slow, run it once
//
// A change that stays unnoticed fails the run, unless it is in survivors.json with the reason. So does an entry there
// whose text is no longer in its source. One that makes the tests run out of time is not counted: it may have been noticed,
// or the computer was busy.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { readOptions, wrongUsage } from '../host/options.mts';
import { root } from '../host/paths.mts';
import { writeTexts } from '../../scripts/collectTexts.mts';
import { ROOMS, type Room } from './rooms.mts';

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** A change that no test notices: what was written, and what it was changed to. */
interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly changed: string;
}

/** Changes that stay unnoticed, and why. */
interface Known extends Omit<Survivor, 'changed'> {
  readonly changed: string | readonly string[];
  readonly reason: string;
}

const { values, positionals } = readOptions({
  only: { type: 'string' },
  static: { type: 'boolean' },
  concurrency: { type: 'string' },
});
const home = join(root, 'test/mutation');
const tool = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const known = JSON.parse(readFileSync(join(home, 'survivors.json'), 'utf8')) as readonly Known[];
const stale = known.filter(
  ({ file, original }) => !readFileSync(join(root, file), 'utf8').includes(original),
);
for (const { file, original } of stale) console.log(`survivors.json, but not in ${file}:\n  - ${original}`);
if (!existsSync(tool)) spawnSync('npm', ['ci', '--silent'], { cwd: home, stdio: 'inherit' });

// The tests of the translations read them; a build of changed sources would not find them all.
writeTexts();
const names = positionals.length > 0 ? positionals : Object.keys(ROOMS);
let unexpected = stale.length;
for (const name of names) {
  const room =
    ROOMS[name] ?? wrongUsage(`There is no room "${name}". There are: ${Object.keys(ROOMS).join(', ')}.`);
  unexpected += judge(name, run(name, room));
}
process.exit(unexpected > 0 ? 1 : 0);

/** Tries all changes of a room. */
function run(name: string, { sources, tests, needs = [], readsBuild, overOneTransport }: Room): Report {
  const folder = join(root, 'artifacts/mutation');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${name}.json`);
  const only = values.only === undefined ? '' : `*${values.only}*`;
  const parts = ['support/hooks', ...needs, ...tests].map((part) => `--only unit/${part}`);
  const config = {
    testRunner: 'mocha',
    plugins: [join(home, 'node_modules/@stryker-mutator/mocha-runner/dist/src/index.js')],
    mutate: sources
      .filter((source) => !source.endsWith('.ts') || source.includes(values.only ?? ''))
      .map((source) => (source.endsWith('.ts') ? source : `${source}/**/${only || '*'}.ts`)),
    // Tests are built with the sources; all of them ask the same place which change is on.
    buildCommand: readsBuild === true ? 'node esbuild.js --tests' : `node esbuild.js ${parts.join(' ')}`,
    mochaOptions: {
      'no-config': true,
      spec: tests.map(
        (test) => `out/unit/${test}${existsSync(join(root, 'test/unit', test)) ? '/**/*' : ''}.test.js`,
      ),
      require: ['./out/unit/support/hooks.js'],
    },
    coverageAnalysis: 'perTest',
    ignoreStatic: values.static !== true,
    ignorePatterns: ['/.vscode-test', '/artifacts', '/dist', '/out', '/test/mutation/node_modules'],
    concurrency: Number(values.concurrency ?? 2),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: 'artifacts/mutation/sandbox',
    // It warns that the tests are bundles.
    logLevel: 'error',
    allowEmpty: true,
  };
  const file = join(folder, `${name}.config.json`);
  writeFileSync(file, JSON.stringify(config));
  const env = { ...process.env, ...(overOneTransport === true && { TEST_TRANSPORT: 'undici' }) };
  const { status } = spawnSync(process.execPath, [tool, 'run', file], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** Prints the score of a room, and its survivors that are not in the list. @returns how many these are */
function judge(name: string, { files }: Report): number {
  const count = { noticed: 0, unnoticed: 0, outOfTime: 0 };
  const found: Survivor[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const mutant of mutants) {
      if (mutant.status === 'Killed') count.noticed += 1;
      if (mutant.status === 'Timeout') count.outOfTime += 1;
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
      count.unnoticed += 1;
      const original = textAt(lines, mutant);
      const changed = mutant.replacement ?? '';
      if (isKnown(file, original, changed)) continue;
      found.push({ file: `${file}:${mutant.location.start.line}`, original, changed });
    }
  }
  for (const { file, original, changed } of found) console.log(`${file}\n  - ${original}\n  + ${changed}`);
  const share = (100 * count.noticed) / Math.max(1, count.noticed + count.unnoticed);
  console.log(
    `${name}: ${share.toFixed(1)} % of ${count.noticed + count.unnoticed} changes noticed, ` +
      `${found.length} unexpected survivors, ${count.outOfTime} out of time`,
  );
  return found.length;
}

function isKnown(file: string, original: string, changed: string): boolean {
  return known.some(
    (each) => each.file === file && each.original === original && [each.changed].flat().includes(changed),
  );
}

function textAt(lines: readonly string[], { location: { start, end } }: Mutant): string {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = (part.at(-1) ?? '').slice(0, end.column - 1);
  part[0] = (part[0] ?? '').slice(start.column - 1);
  return part.join('\n');
}
