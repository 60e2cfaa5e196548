import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson, resultsDir, root } from '../paths.mts';
import type { Report } from './report.mts';
import { testFilesIn, type Kind } from './testFiles.mts';

export type { Kind };

/** The tests in plain Node, those inside the extension host, and those through the window. */
export type Tier = 'unit' | 'integration' | 'e2e';

/** Which tests of a tier to run: all by default. */
export interface Filter {
  /** Text in the test's full title. */
  readonly grep?: string | undefined;
  /** Texts of which one is in the path of the test file. */
  readonly files?: readonly string[] | undefined;
}

/** The bundled test files of a tier, by their paths in its folder. */
export function testFiles(tier: Tier, kind: Kind, { files = [''] }: Filter): string[] {
  return testFilesIn(join(root, 'out', tier), kind).filter((path) =>
    files.some((part) => isPartOf(sourceOf(tier, path), part)),
  );
}

/** The sources of test files that a part of a path names. */
export function sourcesWith(tiers: readonly Tier[], kind: Kind, part: string): string[] {
  return tiers.flatMap((tier) => sources(tier, kind)).filter((path) => isPartOf(path, part));
}

/** The sources that mark a test or a suite with `.only`, as a person does for a while: only they are run then. */
export function markedOnly(tiers: readonly Tier[], kind: Kind): string[] {
  return tiers
    .flatMap((tier) => sources(tier, kind))
    .filter((path) => /\b(?:describe|it)\.only\(/.test(readFileSync(join(root, path), 'utf8')));
}

function sources(tier: Tier, kind: Kind): string[] {
  return globSync(`test/${tier}/**/*.${kind}.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
}

function sourceOf(tier: Tier, path: string): string {
  return `test/${tier}/${path.replaceAll('\\', '/').replace(/\.js$/, '.ts')}`;
}

function isPartOf(source: string, part: string): boolean {
  return source.includes(part.replaceAll('\\', '/').replace(/\.js$/, '.ts'));
}

/** Seconds that each file took when it last ran here. */
const timesFile = join(resultsDir, 'times.json');

/** Puts the files that take longest first, by when they last ran here, else by their size. */
export function longestFirst(tier: Tier, files: readonly string[]): string[] {
  const times = lastTimes();
  const guess = (file: string): number =>
    times[`${tier}/${file}`] ?? statSync(join(root, sourceOf(tier, file))).size;
  return files
    .map((file) => ({ file, time: guess(file) }))
    .sort((one, other) => other.time - one.time)
    .map(({ file }) => file);
}

/** Remembers how long files took, for the next run. */
export function rememberTimes(tier: Tier, report: Report): void {
  const times = lastTimes();
  const now: Record<string, number> = {};
  for (const { file, milliseconds } of report) now[file] = (now[file] ?? 0) + milliseconds;
  for (const [file, milliseconds] of Object.entries(now)) times[`${tier}/${file}`] = milliseconds;
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify(times, undefined, 2));
}

function lastTimes(): Record<string, number> {
  try {
    return readJson(timesFile) as Record<string, number>;
  } catch {
    return {};
  }
}
