/** Runs the command-line program as a user would, as it was built. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve as absolute } from 'node:path';
import { LOCAL_SANDBOX_KEY } from '../../../src/sandbox';
import { later, type Served } from './support';

const PROGRAM = absolute('dist/sandbox-cli.js');

export interface RunningCli {
  readonly process: ChildProcess;
  readonly sandbox: Served;
  /** All that it printed until it was ready. */
  readonly greeting: string;
}

function spawnCli(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

/** Starts it and resolves when it is ready for requests. */
export async function runCli(...args: string[]): Promise<RunningCli> {
  const child = spawnCli(args);
  let greeting = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      greeting += chunk.toString();
      if (greeting.includes('Press Ctrl+C')) resolve();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      reject(new Error(chunk.toString()));
    });
    child.once('exit', (code) => {
      reject(new Error(`It ended with ${String(code)}.`));
    });
  });
  const apiUrl = /^API address: +(\S+)$/m.exec(greeting)?.[1] ?? '';
  return { process: child, sandbox: { apiUrl, apiKey: LOCAL_SANDBOX_KEY }, greeting };
}

/** Runs it to its end. */
export async function endedCli(args: readonly string[], env?: NodeJS.ProcessEnv) {
  const child = spawnCli(args, env);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}
