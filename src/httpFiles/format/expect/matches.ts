import { once } from 'node:events';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** So long a pattern of others may take, in milliseconds of work. */
export const PATTERN_MS = 100;

const SOURCE = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ pattern, text }) => {
    let result = 'failed';
    try {
      result = new RegExp(pattern, 'u').test(text) ? 'met' : 'not-met';
    } catch (error) {
      if (error instanceof SyntaxError) result = 'no-pattern';
    }
    parentPort.postMessage(result);
  });
  parentPort.postMessage('ready');
`;

/** `failed`: it was not tried to its end, for want of memory or of a thread. */
export type Match = 'met' | 'not-met' | 'no-pattern' | 'too-slow' | 'failed';

/** Tries patterns of others in a thread of its own, which is ended when one takes too long. */
export class Patterns implements AsyncDisposable {
  readonly #start: () => Promise<Worker>;
  #worker: Promise<Worker> | undefined;

  constructor(start: () => Promise<Worker> = startWorker) {
    this.#start = start;
  }

  async match(pattern: string, text: string): Promise<Match> {
    const done = new AbortController();
    let result: Match = 'failed';
    try {
      const worker = await (this.#worker ??= this.#start());
      const answer = once(worker, 'message').then(([match]) => match as Match);
      worker.postMessage({ pattern, text });
      result = await Promise.race([answer, tooSlow(done.signal)]);
    } catch {
      // The thread could not be started, or has died. What it was to judge was sent and answered all the same.
    }
    done.abort();
    if (result === 'too-slow' || result === 'failed') await this[Symbol.asyncDispose]();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/**
 * Resolves when the process has worked for `PATTERN_MS`. The clock alone would blame the pattern where the computer
 * is so busy that its thread waits for a turn.
 */
async function tooSlow(done: AbortSignal): Promise<Match> {
  const start = process.cpuUsage();
  const left = () => {
    const { user, system } = process.cpuUsage(start);
    return PATTERN_MS - (user + system) / 1000;
  };
  for (let wait = PATTERN_MS; wait > 0; wait = left()) {
    await sleep(Math.max(wait, 1), undefined, { signal: done });
  }
  // An answer that came while this thread was busy is read first.
  await immediate();
  return 'too-slow';
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(SOURCE, { eval: true });
  await once(worker, 'message');
  return worker;
}
