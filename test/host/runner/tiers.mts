import { testFiles, type Filter, type Kind, type Tier } from './files.mts';
import { runInEditor } from './inEditor.mts';
import { startLane } from './lane.mts';
import { count, describeCounts, seconds, type Ended, type Report } from './report.mts';

export interface TierOptions extends Filter {
  readonly kind: Kind;
  /** The executable to run integration tests in; a desktop VS Code is downloaded when it is not given. */
  readonly editor: string | undefined;
  /** The version to download. */
  readonly version?: string | undefined;
  /** Variables for the tests. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Another tier runs at the same time: what tests print comes when their part has ended. */
  readonly isBesideAnother: boolean;
}

/** What came of a tier: its tests, and how long it took. */
export interface TierResult {
  readonly report: Report;
  readonly milliseconds: number;
}

/** Runs the tests of a tier, and prints how they ended. */
export async function runTier(tier: Tier, options: TierOptions): Promise<TierResult> {
  const begun = performance.now();
  let printed = '';
  const print = (text: string): void => {
    if (options.isBesideAnother) printed += text;
    else process.stdout.write(text);
  };
  await using runner =
    tier === 'integration' ? editorRunner(options, print) : processRunner(tier, options, print);
  const report: Ended[] = [];
  for (const files of partsOf(tier, testFiles(tier, options.kind, options))) {
    const started = performance.now();
    const part = await runner.run(files);
    report.push(...part);
    if (printed !== '') console.log(printed.trimEnd());
    printed = '';
    const what = files.length === 1 ? String(files[0]) : `${files.length} files`;
    console.log(
      `  ${tier}: ${what}: ${describeCounts(count(part))} (${seconds(performance.now() - started)})\n`,
    );
  }
  return { report, milliseconds: performance.now() - begun };
}

interface Runner extends AsyncDisposable {
  run(files: readonly string[]): Promise<Report>;
}

/** One editor for all files: to open another costs more than it saves. */
function editorRunner({ editor, version, grep }: TierOptions, print: (text: string) => void): Runner {
  return {
    run: (files) => runInEditor(files, { editor, version, grep, print }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A process of plain Node, in which what the files share stays from one to the next. */
function processRunner(tier: Tier, { grep, env, kind }: TierOptions, print: (text: string) => void): Runner {
  const timeout = kind === 'soak' ? 15 * 60_000 : undefined;
  const lane = startLane({ folder: `out/${tier}`, grep, print, env, timeout });
  return { run: (files) => lane.run(files), [Symbol.asyncDispose]: () => lane.end() };
}

/** The workspace is not trusted yet in the first one. The last one adds accounts, and has everything logged. */
const firstOfAll = 'stories/trust.test.js';
const lastOfAll = 'stories/accounts.test.js';

/** The files that run at once: through the window one by one, since what a file leaves open is closed before the next. */
function partsOf(tier: Tier, files: readonly string[]): (readonly string[])[] {
  if (tier !== 'e2e') return files.length === 0 ? [] : [files];
  const place = (file: string): number => (file === firstOfAll ? 0 : file === lastOfAll ? 2 : 1);
  return files.toSorted((one, other) => place(one) - place(other)).map((file) => [file]);
}
