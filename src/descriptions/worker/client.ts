import { Worker } from 'node:worker_threads';
import { t, type Texts } from '../../util/text';
import type { FromWorker, TaskArguments, TaskError, TaskName, TaskResult, ToWorker } from './tasks';

/** What the client of the worker is made with. */
export interface WorkerParts {
  /** Path of the worker's code. */
  readonly file: string;
  /** What a worker begins with. */
  readonly start: () => Texts;
  /** Reads a file that is not on this machine. */
  readonly readFile: (uri: string) => Promise<Uint8Array>;
  /** Milliseconds that a task may take; for tests. */
  readonly timeouts?: Partial<Record<TaskName, number>>;
}

/** What is large takes some seconds. The rest is done at once, or never. */
const LONG = 30_000;
const TIMEOUTS: Partial<Record<TaskName, number>> = {
  open: LONG,
  layOutJson: LONG,
  comparedText: LONG,
  compareTexts: LONG,
};
const TIMEOUT = 2000;
/** What a document of 20 MB needs, and a bomb does not get. */
const MAX_HEAP_MB = 1024;

/** Why a task was not done: `too-slow`, `too-large` for memory or depth, or the reason of the task itself. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly reason: 'too-slow' | 'too-large' | 'refused' | 'broken';
  /** Counted from 0. */
  readonly line: number | undefined;
  readonly files: readonly string[] | undefined;

  constructor({ name, message, line, files }: TaskError) {
    super(message);
    this.reason = REASONS[name] ?? 'broken';
    this.line = line;
    this.files = files;
  }
}

const REASONS: Readonly<Record<string, TaskFailure['reason']>> = {
  TooMuchError: 'too-slow',
  TimeoutError: 'too-slow',
  RangeError: 'too-large',
  ERR_WORKER_OUT_OF_MEMORY: 'too-large',
  DescriptionError: 'refused',
};

interface Job {
  readonly name: TaskName;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: TaskFailure) => void;
}

/**
 * Runs tasks in a worker, one after the other, each with a time of its own. A worker that takes longer is ended; the
 * next one opens the same documents again.
 */
export class DescriptionsWorker {
  readonly #parts: WorkerParts;
  readonly #queue: Job[] = [];
  /** Documents that the worker has to have open. */
  readonly #documents = new Set<string>();
  #current: Job | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #id = 0;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /**
   * @returns what the task gives
   * @throws TaskFailure
   */
  run<Name extends TaskName>(name: Name, ...args: TaskArguments<Name>): Promise<TaskResult<Name>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ name, args, resolve: resolve as Job['resolve'], reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#queue.splice(0)];
    this.#current = undefined;
    clearTimeout(this.#timer);
    for (const job of waiting)
      job.reject(new TaskFailure({ name: 'Error', message: 'The window is closing' }));
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined || this.#queue.length === 0) return;
    try {
      const worker = this.#worker ?? this.#start();
      this.#current = this.#queue.shift();
      this.#id += 1;
      const { name = 'close', args = [] } = this.#current ?? {};
      worker.postMessage({ kind: 'task', id: this.#id, name, args } satisfies ToWorker);
      this.#setTimer(name, worker);
    } catch (error) {
      // The system has no thread to give.
      this.#current ??= this.#queue.shift();
      this.#end({ name: 'Error', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #setTimer(name: TaskName, worker: Worker): void {
    const milliseconds = { ...TIMEOUTS, ...this.#parts.timeouts }[name] ?? TIMEOUT;
    this.#timer = setTimeout(() => {
      this.#drop(worker);
      this.#end({ name: 'TimeoutError', message: t('It takes too long.') });
    }, milliseconds);
    this.#timer.unref();
  }

  /** A new worker opens what the last one had open, before anything else. */
  #start(): Worker {
    const worker = new Worker(this.#parts.file, {
      workerData: this.#parts.start(),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#worker = worker;
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error: Error) => {
      if (worker !== this.#worker) return;
      this.#drop(worker);
      this.#end({ name: 'code' in error ? String(error.code) : error.name, message: error.message });
    });
    const nothing = () => undefined;
    const again = [...this.#documents].map((uri): Job => ({
      name: 'open',
      args: [uri],
      resolve: nothing,
      reject: nothing,
    }));
    this.#queue.unshift(...again);
    return worker;
  }

  #receive(worker: Worker, message: FromWorker): void {
    if (message.kind === 'read') void this.#readFile(worker, message.id, message.uri);
    else if (message.id === this.#id) {
      if (message.kind === 'failed') this.#end(message.error);
      else this.#end(undefined, message.value);
    }
  }

  async #readFile(worker: Worker, id: number, uri: string): Promise<void> {
    try {
      const bytes = await this.#parts.readFile(uri);
      worker.postMessage({ kind: 'file', id, bytes } satisfies ToWorker);
    } catch (error) {
      const { name, message, code = '' } = error as TaskError;
      worker.postMessage({ kind: 'file', id, error: { name, message, code } } satisfies ToWorker);
    }
  }

  #end(error: TaskError | undefined, value?: unknown): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    const uri = String(job?.args[0]);
    if (job?.name === 'open' && error === undefined) this.#documents.add(uri);
    // What cannot be opened is not tried again by each worker.
    else if (job?.name === 'open' || job?.name === 'close') this.#documents.delete(uri);
    if (error === undefined) job?.resolve(value);
    else job?.reject(new TaskFailure(error));
    this.#next();
  }

  #drop(worker: Worker): void {
    void worker.terminate();
    this.#worker = undefined;
  }
}
