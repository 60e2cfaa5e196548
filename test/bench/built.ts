import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * A file of the build. Relative to the project's folder, because a bundle does not know its own sources' folder; in an
 * editor the working folder is another one.
 * @param path within it, such as `out/bench/main.js`
 */
export function built(path: string): string {
  return resolve(process.env['BENCH_ROOT'] ?? process.cwd(), path);
}

/** Runs a file of the build in a process of its own, to its end. @returns the one message that it sends */
export async function inNewProcess<T>(path: string, ...args: string[]): Promise<T> {
  const child = fork(built(path), args);
  const ended = once(child, 'exit');
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${path} ${args.join(' ')} came to no result`))),
  ])) as [T];
  await ended;
  return message;
}
