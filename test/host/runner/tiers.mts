import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, resultsDir } from '../paths.mts';
import { runCommand } from '../run-command.mts';
import { testFiles, type Filter, type Kind, type Tier } from './files.mts';
import { runInEditor, type EditorRun } from './inEditor.mts';
import { broken, withMissing, type Report } from './report.mts';

export interface TierOptions extends Filter, EditorRun {
  readonly kind: Kind;
  /** Variables for the tests. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Another tier runs at the same time: what tests print comes when this one has ended. */
  readonly isBesideAnother: boolean;
}

/** What came of a tier: its tests, and how long it took. */
export interface TierResult {
  readonly report: Report;
  readonly milliseconds: number;
}

/** Runs the tests of a tier in a process or an editor of their own. */
export async function runTier(tier: Tier, options: TierOptions): Promise<TierResult> {
  const begun = performance.now();
  const files = inOrder(testFiles(tier, options.kind, options));
  if (files.length === 0) return { report: [], milliseconds: 0 };
  const printed: string[] = [];
  const print = (text: string): void => {
    if (options.isBesideAnother) printed.push(text);
    else process.stdout.write(text);
  };
  const results = join(resultsDir, `${tier}-${process.pid}.json`);
  const { grep } = options;
  const env = {
    ...options.env,
    TEST_RESULTS: results,
    TEST_FILES: JSON.stringify(files),
    ...(grep === undefined ? {} : { TEST_GREP: grep }),
  };
  const isWell =
    tier === 'integration'
      ? await runInEditor(options, env, print)
      : await runInProcess(`out/${tier}`, env, print);
  process.stdout.write(printed.join(''));
  const left = readReport(results);
  rmSync(results, { force: true });
  const report =
    left === undefined
      ? [broken(tier, 'The tests did not run to their end.')]
      : withMissing(left, files, grep !== undefined);
  if (!isWell && report.every(({ outcome }) => outcome !== 'failed'))
    report.push(broken(tier, 'It did not end as it should.'));
  return { report, milliseconds: performance.now() - begun };
}

/** Runs tests in a process of plain Node, in which what the files share stays from one to the next. */
async function runInProcess(
  folder: string,
  env: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Promise<boolean> {
  const args = ['--disable-warning=ExperimentalWarning', 'test/host/runner/run-suite.mts', folder];
  return (await runCommand('node', args, { env, onOutput })).code === 0;
}

function readReport(file: string): Report | undefined {
  try {
    return readJson(file) as Report;
  } catch {
    return undefined;
  }
}

/** The workspace is not trusted yet in the first one. The last one adds accounts, and has everything logged. */
const [firstOfAll, lastOfAll] = ['stories/trust.test.js', 'stories/accounts.test.js'];

function inOrder(files: readonly string[]): string[] {
  const place = (file: string): number => (file === firstOfAll ? 0 : file === lastOfAll ? 2 : 1);
  return files.toSorted((one, other) => place(one) - place(other));
}
