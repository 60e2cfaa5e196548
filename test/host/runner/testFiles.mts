import { globSync } from 'node:fs';

/** The tests that every run has, and the long proofs of `npm run test:soak`. */
export type Kind = 'test' | 'soak';

/** The bundled test files in a folder, by their paths in it. A new file is found by its name alone. */
export function testFilesIn(folder: string, kind: Kind): string[] {
  return globSync(`**/*.${kind}.js`, { cwd: folder }).sort();
}
