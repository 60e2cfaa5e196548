import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mts';
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
