import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Sink extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** When the next byte arrives, in milliseconds since the epoch. */
  nextByte(): Promise<number>;
}

/**
 * Starts a sink on loopback, in a separate process.
 * @param root the project's folder; in an editor the working folder is another one
 */
export async function startSink(root = process.env['BENCH_ROOT'] ?? process.cwd()): Promise<Sink> {
  const child = fork(resolve(root, 'out/bench/sink.js'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async nextByte() {
      const arrived = once(child, 'message');
      child.send('next');
      const [time] = (await arrived) as [number];
      return time;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
