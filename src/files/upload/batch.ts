import { randomUUID } from 'node:crypto';
import { CancelledError, type ErrorFacts } from '../../api/model/errors';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { FileUpload } from '../../httpFiles/run/fileUpload';
import type { Reachable } from '../../services/connections';
import { isUnderWay } from '../../storage/types/fileStates';
import type { KnownFile, UploadPermit } from '../../storage/types/storageTypes';
import { failureOf } from '../../ui/failures';
import { formatDuration } from '../../ui/formats/formats';
import { environmentTitle } from '../../ui/environmentTitle';
import { withCancellableProgress } from '../../ui/progress';
import { t } from '../../util/text';
import type { CheckedFile } from '../check/gather';
import { ReadMemory } from '../check/readMemory';
import { endUpload, uploadOne, type BatchContext, type UploadEnd } from './uploadOne';
import { type BatchProgress, describeProgress, type UploadProgress } from './uploadProgress';
import { noSuchRow, resultOfRow } from './uploadResults';

/** What asks for a longer wait ends the batch. */
const LONGEST_WAIT_S = 60;

/** What a batch is sent with. */
export type BatchOptions = Omit<BatchContext, 'id' | 'isAlone' | 'tracker' | 'memory' | 'signal'> &
  Pick<FileUpload, 'signal' | 'report'> & {
    /** Uploads in flight. */
    readonly concurrency: number;
    /** The bytes of one file of the batch may be sent again for another one. */
    readonly copies: boolean;
    readonly progress: UploadProgress;
    readonly onCancel?: (() => void) | undefined;
  };

/** The result of each file, and the keys of the rows. */
export interface SentBatch {
  readonly results: ReadonlyMap<CheckedFile, UploadResult>;
  readonly keys: readonly number[];
}

/** Sends a batch under one notification with progress and Cancel: its own, unless it is part of something that has one. */
export function send(files: readonly CheckedFile[], options: BatchOptions): Promise<SentBatch> {
  const { signal: ended = new AbortController().signal, report: reportElsewhere, onCancel } = options;
  if (reportElsewhere !== undefined) {
    return sendBatch(files, options, ended, (now) => reportElsewhere(describeProgress(now)));
  }
  const title = titleOf(options.connection.environment, files.length);
  return withCancellableProgress(title, (cancelled, report) => {
    const signal = AbortSignal.any([cancelled, ended]);
    cancelled.addEventListener('abort', () => onCancel?.());
    return sendBatch(files, options, signal, (now) =>
      report(describeProgress(now), now.total === 0 ? 0 : (now.sent / now.total) * 100),
    );
  });
}

/**
 * Sends a batch.
 * @param report called with its progress
 * @throws ConfigurationError when it cannot be written down: then nothing is sent
 */
export async function sendBatch(
  files: readonly CheckedFile[],
  options: BatchOptions,
  signal: AbortSignal,
  report: (progress: BatchProgress) => void,
): Promise<SentBatch> {
  const tracker = options.progress.follow(files, report);
  try {
    return await new Batch(files, {
      ...options,
      tracker,
      id: randomUUID(),
      isAlone: files.length === 1,
      memory: new ReadMemory(),
      signal,
    }).run();
  } finally {
    tracker.stop();
  }
}

/** A file of the queue. */
interface Job {
  readonly file: CheckedFile;
  /** Key of the row that was begun for it; undefined while another window has the row that it goes on with. */
  key?: number;
  /** Key of the row on its way that it waits for. */
  waitsFor?: number;
}

/** The queue of a batch. */
class Batch {
  readonly #context: BatchContext & Omit<BatchOptions, 'signal'>;
  readonly #permit = new Map<number, 'uploaded'>();
  readonly #results = new Map<CheckedFile, UploadResult>();
  readonly #keys: number[] = [];
  readonly #queue: Job[];
  /** Files that wait for a row which is on its way. */
  readonly #waiting = new Set<Job>();
  /** Copies go one after another: those that wait for the one under way, by their bytes. */
  readonly #copies = new Map<string, Job[]>();
  readonly #done = Promise.withResolvers<undefined>();
  #active = 0;
  /** Why the rest of the batch is not sent. */
  #stopped: ErrorFacts | undefined;

  constructor(files: readonly CheckedFile[], context: BatchContext & Omit<BatchOptions, 'signal'>) {
    this.#queue = files.map((file) => ({ file }));
    const { permit, copies } = context;
    // What this very batch uploads does not prevent its copies, if these are wanted.
    const both: UploadPermit = {
      get: (key: number) => permit.get(key) ?? (copies ? this.#permit.get(key) : undefined),
    };
    this.#context = { ...context, permit: both };
  }

  async run(): Promise<SentBatch> {
    const { storage, signal } = this.#context;
    this.#begin(this.#queue);
    const onAbort = this.#endWaiting.bind(this);
    const listener = storage.onDidChange(({ what, fileKeys }) => {
      if (what === 'files') this.#lookAgain(fileKeys);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#goOn();
      await this.#done.promise;
    } finally {
      listener.dispose();
      signal.removeEventListener('abort', onAbort);
    }
    return { results: this.#results, keys: this.#keys };
  }

  /** Writes rows down for files, before anything of them is sent. */
  #begin(jobs: readonly Job[]): void {
    const { storage, purpose, connection } = this.#context;
    const { client, environment, identity } = connection;
    const begun = storage.files.beginBatch(
      jobs.map(({ file: { uri, name, mimeType, size, sha256, row } }) => ({
        environment: environment.id,
        identity,
        purpose,
        // Sent as they are, kept without a key that somebody put into a name or a folder.
        name: client.redact(name),
        mimeType,
        size,
        sha256,
        uri: client.redact(uri.toString()),
        repeats: row?.key,
      })),
    );
    for (const [index, job] of jobs.entries()) {
      const { began, file } = begun[index] ?? {};
      if (began !== true || file === undefined) continue;
      job.key = file.key;
      this.#keys.push(file.key);
      this.#permit.set(file.key, 'uploaded');
    }
  }

  #goOn(): void {
    // What has not begun stays as it is: the database ends it as not sent when it is closed too.
    if (this.#context.connection.isClosed) return;
    while (this.#active < this.#context.concurrency) {
      const job = this.#queue.shift();
      if (job === undefined) break;
      const behind = this.#copies.get(job.file.sha256);
      if (behind !== undefined) {
        behind.push(job);
        continue;
      }
      this.#copies.set(job.file.sha256, []);
      this.#active++;
      void this.#run(job);
    }
    if (this.#active === 0 && this.#queue.length === 0 && this.#waiting.size === 0)
      this.#done.resolve(undefined);
  }

  async #run(job: Job): Promise<void> {
    const { tracker, signal } = this.#context;
    const end = await this.#upload(job);
    this.#active--;
    if ('waitFor' in end) {
      if (job.key !== undefined) tracker.leave(job.key);
      job.waitsFor = end.waitFor.key;
      // A computer that shares the folder may have gone: nothing says so but its silence.
      this.#context.storage.files.recover();
      this.#waiting.add(job);
      // It may have ended meanwhile, and so may this batch.
      this.#lookAgain([end.waitFor.key]);
      if (this.#stopped !== undefined || signal.aborted) this.#endWaiting();
    } else {
      this.#results.set(job.file, end.result);
      tracker.end(job.key, job.file);
      const why = whyNoMore(end.result);
      if (why !== undefined) {
        this.#stopped ??= why;
        this.#endWaiting();
      }
      // The next copy of its bytes may go.
      this.#queue.unshift(...this.#free(job.file.sha256));
    }
    this.#goOn();
  }

  async #upload(job: Job): Promise<UploadEnd> {
    const { file } = job;
    try {
      if (this.#stopped !== undefined)
        return { result: await endUpload(file, job.key, this.#context, this.#stopped) };
      const row = job.key === undefined ? this.#beginAgain(job) : undefined;
      if (job.key !== undefined) return await uploadOne(file, job.key, this.#context);
      if (this.#context.signal.aborted) throw new CancelledError();
      if (row === undefined) throw noSuchRow();
      return isUnderWay(row.state) ? { waitFor: row } : { result: resultOfRow(file, row, true) };
    } catch (error) {
      return { result: await endUpload(file, job.key, this.#context, failureOf(error).error) };
    }
  }

  /** Begins with the row of an upload that another window had. @returns the row where somebody still has it */
  #beginAgain(job: Job): KnownFile | undefined {
    const row = job.file.row && this.#context.storage.files.getByKey(job.file.row.key);
    if (row === undefined || row.state === 'uploaded' || isUnderWay(row.state)) return row;
    this.#begin([job]);
    return row;
  }

  /**
   * Puts files back into the queue that waited for an upload which has now ended.
   * @param changed keys of the rows that changed; all when it is not known which
   */
  #lookAgain(changed?: readonly number[]): void {
    const { files } = this.#context.storage;
    this.#requeue(({ file, key = file.row?.key, waitsFor = 0 }) => {
      if (changed?.includes(waitsFor) === false) return false;
      const state = files.getByKey(waitsFor)?.state;
      // The own row of a file may also wait in another window.
      return state !== 'uploading' && !(key === waitsFor && state === 'pending');
    });
  }

  #endWaiting(): void {
    this.#requeue(() => true);
  }

  #requeue(isOver: (job: Job) => boolean): void {
    // To look at a row commits what others have written, and that leads here too: each job is taken once.
    const over = [...this.#waiting].filter(isOver).filter((job) => this.#waiting.delete(job));
    if (over.length === 0) return;
    this.#queue.unshift(...over.flatMap((job) => [job, ...this.#free(job.file.sha256)]));
    this.#goOn();
  }

  #free(sha256: string): Job[] {
    const behind = this.#copies.get(sha256) ?? [];
    this.#copies.delete(sha256);
    return behind;
  }
}

/** Why nothing more may be sent after this: it cannot be written down, or the service asked for more than a moment. */
function whyNoMore({ status, error }: UploadResult): ErrorFacts | undefined {
  if (status === 'not-sent') return error;
  const isBusy = error?.status === 429 || error?.status === 503;
  const seconds = (isBusy && error.retryAfterSeconds) || 0;
  if (seconds <= LONGEST_WAIT_S) return undefined;
  const message = t(
    'Nothing of it was sent: the service asked to wait {0}. Send the uploads that were not sent after that.',
    formatDuration(seconds * 1000),
  );
  return { kind: 'preflight', message, retryAfterSeconds: seconds };
}

function titleOf(environment: Reachable, count: number): string {
  const where = environmentTitle(environment);
  return count === 1 ? t('Uploading to {0}', where) : t('Uploading {0} files to {1}', count, where);
}
