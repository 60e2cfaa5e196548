import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mts';
import { longestFirst, rememberTimes, testFiles, type Filter, type Kind, type Tier } from './files.mts';
import { runInEditor } from './inEditor.mts';
import { startLane, type Lane } from './lane.mts';
import { count, describeCounts, seconds, type Report } from './report.mts';

/** A piece of a tier that one lane does at a time: some of its files. */
export interface Job {
  readonly tier: Tier;
  readonly files: readonly string[];
  /** The tests that share a window: this job takes longer than any other. */
  readonly isSharing?: boolean;
}

export interface JobOptions extends Filter {
  readonly kind: Kind;
  /** The executable to run integration tests in; a desktop VS Code is downloaded when it is not given. */
  readonly editor: string | undefined;
  /** The version to download. */
  readonly version?: string | undefined;
  /** Variables for the tests. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** How many lanes there are: what they print comes in whole files then, else as it comes. */
  readonly lanes: number;
}

/** What came of a tier: its tests, and how long its jobs took in all lanes together. */
export interface TierResult {
  readonly report: Report;
  readonly milliseconds: number;
}

/** Cuts tiers into jobs, those that take longest first. */
export function plan(tiers: readonly Tier[], options: JobOptions): Job[] {
  const jobs = tiers.flatMap((tier) => planTier(tier, options));
  return [...jobs.filter(({ isSharing }) => isSharing), ...jobs.filter(({ isSharing }) => !isSharing)];
}

function planTier(tier: Tier, options: JobOptions): Job[] {
  const files = testFiles(tier, options.kind, options);
  if (files.length === 0) return [];
  // One process loads all unit tests, and one editor all integration tests: to open another costs more than it saves. Of
  // the tests through the window, each file is a job of its own, but for those that share a window: one lane does them
  // all, and opens but one.
  if (tier !== 'e2e') return [{ tier, files }];
  const ordered = longestFirst(tier, files);
  const sharing = ordered.filter((file) => isSharingWindow(file));
  const others = ordered.filter((file) => !sharing.includes(file)).map((file) => ({ tier, files: [file] }));
  return sharing.length === 0 ? others : [{ tier, files: sharing, isSharing: true }, ...others];
}

/** Whether a file of tests through the window works in the window that is shared. */
function isSharingWindow(file: string): boolean {
  const source = join(root, 'test/e2e', file.replace(/\.js$/, '.ts'));
  return readFileSync(source, 'utf8').includes('sharedWindow(');
}

/** Does jobs one after the other, taking the next one when one has ended: several lanes share the jobs. */
export class Worker {
  readonly #options: JobOptions;
  readonly #results: Map<Tier, TierResult>;
  readonly #lanes = new Map<Tier, Lane>();
  /** What the job under way has printed. */
  #output = '';

  /** @param results takes what came of each tier */
  constructor(options: JobOptions, results: Map<Tier, TierResult>) {
    this.#options = options;
    this.#results = results;
  }

  async work(jobs: Job[]): Promise<void> {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      // Through the window file by file: what a file leaves open is closed before the next.
      const parts = job.tier === 'e2e' ? job.files.map((file) => ({ ...job, files: [file] })) : [job];
      for (const part of parts) await this.#do(part);
    }
    for (const lane of this.#lanes.values()) await lane.end();
    this.#lanes.clear();
  }

  async #do(job: Job): Promise<void> {
    const started = performance.now();
    const report = await this.#run(job);
    const milliseconds = performance.now() - started;
    rememberTimes(job.tier, report);
    const before = this.#results.get(job.tier) ?? { report: [], milliseconds: 0 };
    this.#results.set(job.tier, {
      report: [...before.report, ...report],
      milliseconds: before.milliseconds + milliseconds,
    });
    if (this.#output !== '') console.log(this.#output.trimEnd());
    this.#output = '';
    const [file = '', ...others] = job.files;
    const what = others.length === 0 ? file : `${job.files.length} files`;
    console.log(`  ${job.tier}: ${what}: ${describeCounts(count(report))} (${seconds(milliseconds)})\n`);
  }

  #run({ tier, files }: Job): Promise<Report> {
    const { grep, editor, version, env, kind } = this.#options;
    const print = (text: string): void => {
      if (this.#options.lanes === 1) process.stdout.write(text);
      else this.#output += text;
    };
    if (tier === 'integration') return runInEditor(files, { editor, version, grep, print });
    const lane =
      this.#lanes.get(tier) ??
      startLane({
        folder: `out/${tier}`,
        grep,
        print,
        env,
        ...(kind === 'soak' ? { timeout: 15 * 60_000 } : {}),
      });
    this.#lanes.set(tier, lane);
    return lane.run(files);
  }
}
