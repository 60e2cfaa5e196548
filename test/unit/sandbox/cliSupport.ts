/** Runs the command-line program as a user would, as it was built. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve as absolute } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { LOCAL_SANDBOX_KEY } from '../../../src/sandbox';
import { later, type Served } from './support';

const PROGRAM = absolute('dist/sandbox-cli.js');

export interface RunningCli {
  readonly process: ChildProcess;
  readonly sandbox: Served;
  /** All that it printed until it was ready. */
  readonly greeting: string;
}

/** Starts it and resolves when it is ready for requests. */
export async function runCli(...args: string[]): Promise<RunningCli> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let greeting = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      greeting += chunk.toString();
      if (greeting.includes('Press Ctrl+C')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
    child.once('exit', (code) => reject(new Error(`It ended with ${String(code)}.`)));
  });
  const apiUrl = /^API address: +(\S+)$/m.exec(greeting)?.[1] ?? '';
  return { process: child, sandbox: { apiUrl, apiKey: LOCAL_SANDBOX_KEY }, greeting };
}

/** Runs it to its end, in a thread: a process of its own takes several times as long to start. */
export async function endedCli(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const thread = new Worker(PROGRAM, { argv: [...args], env, stdout: true, stderr: true });
  const [stdout, stderr, [code]] = await Promise.all([
    text(thread.stdout),
    text(thread.stderr),
    once(thread, 'exit') as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
}
