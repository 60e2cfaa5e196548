import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** So long a pattern of others may take, in milliseconds. */
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Match>((resolve) => {
      // An answer that came while this thread was busy is read before the time counts as over.
      timer = setTimeout(() => setImmediate(resolve, 'too-slow'), PATTERN_MS);
    });
    const answer = once(worker, 'message').then(([result]) => result as Match);
    worker.postMessage({ pattern, text });
    const result = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (result === 'too-slow') await this[Symbol.asyncDispose]();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = await this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(SOURCE, { eval: true });
  await once(worker, 'message');
  return worker;
}
