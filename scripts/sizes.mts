import { globSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';

function packed(file: string): number {
  return deflateRawSync(readFileSync(file), { level: 9 }).length;
}

/**
 * Prints what each library costs in the package: kilobytes as they are in the .vsix, compressed. Those of a bundle are
 * dealt out by what each library takes in it.
 */
export function printSizes(metafiles: readonly Metafile[]): void {
  const costs = new Map<string, number>();
  const add = (what: string, bytes: number): void => {
    costs.set(what, (costs.get(what) ?? 0) + bytes);
  };
  for (const [output, { inputs }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
    const all = Object.values(inputs).reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0);
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const [, library = 'own code'] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
      add(library, all === 0 ? 0 : (packed(output) * bytesInOutput) / all);
    }
  }
  for (const [what, pattern] of [
    ['translations', 'l10n/bundle.l10n.*.json'],
    ['manifest', 'package{,.nls*}.json'],
    ['pictures', 'media/*.{png,webp,svg}'],
    ['notices', 'dist/*.txt'],
  ] as const)
    for (const file of globSync(pattern)) add(what, packed(file));
  const rows = [...costs].sort(([, a], [, b]) => b - a);
  const all = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [what, bytes] of [...rows, ['all', all] as const])
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${what}`);
}
