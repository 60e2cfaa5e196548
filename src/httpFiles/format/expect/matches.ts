import { once } from 'node:events';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** So long a pattern of others may take, in milliseconds of work. */
export const PATTERN_MS = 100;

const SOURCE = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ pattern, text }) => {
    let result = 'no-pattern';
    try {
      result = new RegExp(pattern, 'u').test(text) ? 'met' : 'not-met';
    } catch {}
    parentPort.postMessage(result);
  });
  parentPort.postMessage('ready');
`;

export type Match = 'met' | 'not-met' | 'no-pattern' | 'too-slow';

/** Tries patterns of others in a thread of its own, which is ended when one takes too long. */
export class Patterns implements AsyncDisposable {
  #worker: Promise<Worker> | undefined;

  async match(pattern: string, text: string): Promise<Match> {
    const worker = await (this.#worker ??= start());
    const answer = once(worker, 'message').then(([result]) => result as Match);
    worker.postMessage({ pattern, text });
    const done = new AbortController();
    const result = await Promise.race([answer, tooSlow(done.signal)]);
    done.abort();
    if (result === 'too-slow') await this[Symbol.asyncDispose]();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = await this.#worker;
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

async function start(): Promise<Worker> {
  const worker = new Worker(SOURCE, { eval: true });
  await once(worker, 'message');
  return worker;
}
