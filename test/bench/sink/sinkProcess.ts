import { fork } from 'node:child_process';
import { once } from 'node:events';
import { built } from '../built';

export interface Sink extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** When the next byte arrives, in milliseconds since the epoch. */
  nextByte(): Promise<number>;
}

/** Starts a sink on loopback, in a separate process. */
export async function startSink(): Promise<Sink> {
  const child = fork(built('out/bench/sink/sink.js'));
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
