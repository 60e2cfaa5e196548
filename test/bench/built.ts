import { resolve } from 'node:path';

/**
 * A file of the build. Relative to the project's folder, because a bundle does not know its own sources' folder; in an
 * editor the working folder is another one.
 * @param path within it, such as `out/bench/main.js`
 */
export function built(path: string): string {
  return resolve(process.env['BENCH_ROOT'] ?? process.cwd(), path);
}
