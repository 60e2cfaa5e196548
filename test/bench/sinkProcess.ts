import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Sink extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
}

/** Starts a sink on loopback, in a process of its own. */
export async function startSink(): Promise<Sink> {
  const child = fork(join(__dirname, __dirname.endsWith('editor') ? '../sink.js' : 'sink.js'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
