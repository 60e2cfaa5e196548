/** How one test, or one hook around tests, ended. */
export interface Ended {
  /** The test file, by its path in the tier's folder. */
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  /** A hook that failed counts as a failed test; one that did its work is here for its time only. */
  readonly outcome: 'passed' | 'failed' | 'hook';
  /** Why it failed, in a few lines. */
  readonly why?: string;
}

/** What a run of test files leaves for the runner. */
export type Report = readonly Ended[];

/** How many tests ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export function count(report: Report): Counts {
  const of = (outcome: Ended['outcome']): number =>
    report.filter((ended) => ended.outcome === outcome).length;
  return { passed: of('passed'), failed: of('failed') };
}

/** `N passed, N failed` */
export function describeCounts({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Adds a failure for each file that was to be run and of which no test ended: it did not run.
 * @param isPartial whether only some tests were asked for, so that a file may have none of them
 */
export function withMissing(report: Report, files: readonly string[], isPartial: boolean): Ended[] {
  if (isPartial) return [...report];
  const seen = new Set(report.filter(({ outcome }) => outcome !== 'hook').map(({ file }) => file));
  return [...report, ...files.filter((file) => !seen.has(file)).map((file) => broken(file, 'No test ran.'))];
}

/** A failure that is none of a test: of a file that could not be run to its end. */
export function broken(file: string, why: string): Ended {
  return { file, title: why, milliseconds: 0, outcome: 'failed' };
}

/** Milliseconds as seconds for people. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}

/** The lines that name the ten slowest tests and hooks, slowest first. */
export function slowest(report: Report): string[] {
  return [...report]
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, 10)
    .map(({ file, title, milliseconds }) => `${seconds(milliseconds).padStart(8)}  ${file}: ${title}`);
}

/** The lines that name what failed, and why. */
export function failures(report: Report): string[] {
  return report
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ file, title, why = '' }) => [
      `  ✘ ${file}: ${title}`,
      ...why.split('\n').map((line) => `      ${line}`.trimEnd()),
    ])
    .filter((line) => line !== '');
}

/** So much of an error is shown at the end of a run. */
const SHOWN = { characters: 300, lines: 4 };

/** The message of an error, shortened, and the lines of the tests that led to it. */
export function reason(error: Error): string {
  const message = error.message.slice(0, SHOWN.characters);
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at .*\btest\//.test(line));
  return [message, ...places.slice(0, SHOWN.lines).map((line) => line.trim())].join('\n');
}
