import * as vscode from 'vscode';
import type { HeaderList, Origin } from '../../api/model/exchange';
import type { Purpose } from '../../api/rules/limits';
import type { UploadResult } from '../../commands/commandTypes';
import type { Connection } from '../../services/connections';
import { isUnderWay } from '../../storage/types/fileStates';
import type { BegunUpload, KnownFile, SameBytes, Storage } from '../../storage/types/storageTypes';
import { plainText } from '../../util/plainText';
import { formatBytes } from '../../ui/formats/formats';
import { environmentTitle, withCancellableProgress } from '../../ui/progress';
import type { Contents } from '../check/contents';
import type { Candidate } from '../check/gather';
import { AwaitedRows } from './awaitedRows';
import { endUnsent, uploadOne, type Job, type UploaderParts } from './uploader';
import type { BatchProgress, UploadProgress } from './uploadProgress';
import { mayHaveArrived, overtaken, resultOfRow } from './uploadResults';
import { shownLanguage } from '../../util/text';

/** The files to send, after every question was answered. */
export interface UploadBatch {
  readonly files: readonly Candidate[];
  /** The user wants all of `files` sent, whatever was uploaded before. */
  readonly again: boolean;
  readonly purpose: Purpose;
  /** Uploads in flight. */
  readonly concurrency: number;
  /** Rows whose upload is repeated, by the URI of their file. */
  readonly repeats: ReadonlyMap<string, KnownFile>;
  readonly contents: Contents;
  readonly progress: UploadProgress;
  /** Sent with each upload, beside the extension's own. */
  readonly headers?: HeaderList;
  /** Where the uploads come from, if not from the user's own hand or an agent. */
  readonly origin?: Origin;
  /** Called when a result could not be stored. */
  readonly onKeepError: (error: unknown) => void;
}

/** The result for each file, and the keys of their rows. */
export interface SentBatch {
  readonly results: readonly UploadResult[];
  readonly keys: readonly number[];
}

const EVERYTHING: readonly SameBytes[] = ['uploaded', 'in-flight', 'may-have-acted'];

/** Sends a batch under one notification with progress and Cancel. */
export function send(connection: Connection, storage: Storage, sending: UploadBatch): Promise<SentBatch> {
  const title = titleOf(connection.environment, sending.files.length);
  return withCancellableProgress(title, (signal, report) =>
    sendBatch(connection, storage, sending, signal, (now) => {
      report(textOf(now), now.total === 0 ? 0 : (now.sent / now.total) * 100);
    }),
  );
}

/** Sends a batch. @param report called with its progress */
export async function sendBatch(
  connection: Connection,
  storage: Storage,
  sending: UploadBatch,
  signal: AbortSignal,
  report: (progress: BatchProgress) => void,
): Promise<SentBatch> {
  const tracker = sending.progress.follow(sending.files, report);
  const { client } = connection;
  const batch = new Batch(connection, { ...sending, client, storage, tracker, signal });
  try {
    return await batch.run();
  } finally {
    tracker.stop();
  }
}

/** The queue of a batch. */
class Batch {
  readonly #connection: Connection;
  readonly #parts: UploaderParts & UploadBatch;
  readonly #results: UploadResult[] = [];
  readonly #keys: number[] = [];
  readonly #queue: Job[] = [];
  /** Files whose bytes are on their way by another upload, of this window or another, and the key of its row. */
  readonly #waiting = new AwaitedRows<Candidate>();
  /** Bytes of this batch that may have arrived: no copy of them is sent. */
  readonly #unconfirmed = new Map<string, UploadResult>();
  readonly #done = Promise.withResolvers<undefined>();
  #active = 0;
  #isBeginning = false;

  constructor(connection: Connection, parts: UploaderParts & UploadBatch) {
    this.#connection = connection;
    this.#parts = parts;
  }

  async run(): Promise<SentBatch> {
    const { storage, signal, files } = this.#parts;
    const goOn = (changed?: readonly number[]) => {
      if (this.#isBeginning) return;
      this.#lookAgain(changed);
      this.#goOn();
    };
    const onAbort = () => {
      goOn();
    };
    const listener = storage.onDidChange(({ what, fileKeys }) => {
      if (what === 'files') goOn(fileKeys);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#begin(files);
      this.#goOn();
      await this.#done.promise;
    } finally {
      listener.dispose();
      signal.removeEventListener('abort', onAbort);
    }
    return { results: this.#results, keys: this.#keys };
  }

  /** Asks the registry which files to send, to keep and to wait for: one transaction over the rows of all windows. */
  #begin(candidates: readonly Candidate[]): void {
    const { storage, purpose, again, repeats } = this.#parts;
    const { client, environment, identity } = this.#connection;
    const uploads = candidates.map(({ uri, name, mimeType, size, sha256 }) => ({
      environment: environment.id,
      identity,
      purpose,
      // Sent as they are, kept without a key that somebody put into a name or a folder.
      name: client.redact(name),
      mimeType,
      size,
      sha256,
      uri: client.redact(uri.toString()),
      repeats: repeats.get(uri.toString())?.key,
    }));
    // Listeners get the new rows while they are made, before they are in the queue.
    this.#isBeginning = true;
    let begun: BegunUpload[];
    try {
      begun = storage.files.beginBatch(uploads, again ? EVERYTHING : []);
    } finally {
      this.#isBeginning = false;
    }
    for (const [index, candidate] of candidates.entries()) {
      const decision = begun[index];
      if (decision !== undefined) this.#take(candidate, decision);
    }
  }

  #take(candidate: Candidate, { began, file }: BegunUpload): void {
    const repeated = this.#parts.repeats.get(candidate.uri.toString());
    if (began) {
      this.#keys.push(file.key);
      this.#queue.push({ candidate, row: file, repeats: repeated?.key });
    } else if (repeated !== undefined) {
      this.#end(candidate, overtaken(candidate));
    } else if (isUnderWay(file.state)) {
      this.#waiting.add(file.key, candidate);
    } else {
      if (file.mayHaveActed) this.#keys.push(file.key);
      this.#end(candidate, resultOfRow(candidate, file));
    }
  }

  /** Begins the files again that waited for an upload which has now ended. */
  #lookAgain(changed?: readonly number[]): void {
    if (this.#waiting.isEmpty || this.#parts.signal.aborted) return;
    const { files } = this.#parts.storage;
    const ended = this.#waiting.take(changed, (key) => {
      const state = files.getByKey(key)?.state;
      return state === undefined || !isUnderWay(state);
    });
    if (ended.length > 0) this.#begin(ended);
  }

  #goOn(): void {
    while (this.#active < this.#parts.concurrency) {
      const job = this.#queue.shift();
      if (job === undefined) break;
      this.#active++;
      void this.#send(job).finally(() => {
        this.#active--;
        this.#lookAgain([job.row.key]);
        this.#goOn();
      });
    }
    const isOver = this.#waiting.isEmpty || this.#parts.signal.aborted;
    if (this.#active === 0 && this.#queue.length === 0 && isOver) this.#done.resolve(undefined);
  }

  async #send(job: Job): Promise<void> {
    const { candidate, row } = job;
    const { tracker } = this.#parts;
    const earlier = this.#unconfirmed.get(candidate.sha256);
    if (earlier?.error !== undefined) {
      await endUnsent(job, this.#parts, copyNotSent(candidate.name));
      this.#end(candidate, { ...earlier, uri: candidate.uri.toString() }, row.key);
      return;
    }
    tracker.begin(row.key, candidate);
    const result = await uploadOne(job, this.#parts);
    if (mayHaveArrived(result)) this.#unconfirmed.set(candidate.sha256, result);
    this.#end(candidate, result, row.key);
  }

  #end(candidate: Candidate, result: UploadResult, key?: number): void {
    this.#results.push(result);
    this.#parts.tracker.end(key, candidate);
  }
}

function copyNotSent(name: string): { kind: 'cancelled'; message: string } {
  const message = vscode.l10n.t(
    '{0} was not sent: another file with the same bytes was sent just before, and it may have arrived.',
    name,
  );
  return { kind: 'cancelled', message };
}

function titleOf(environment: Connection['environment'], count: number): string {
  const where = environmentTitle(environment);
  return count === 1
    ? vscode.l10n.t('Uploading to {0}', where)
    : vscode.l10n.t('Uploading {0} files to {1}', count, where);
}

function textOf({ sent, total, done, count, active, pauseMs }: BatchProgress): string {
  if (active.length === 0 && done < count)
    return vscode.l10n.t('Waiting for an upload of the same file to end');
  const locale = shownLanguage();
  const pause = vscode.l10n.t('waiting {0} s: the service asked for it', Math.ceil(pauseMs / 1000));
  const bytes = vscode.l10n.t('{0} of {1}', formatBytes(sent, locale), formatBytes(total, locale));
  const shown = active.slice(0, 2).map((name) => plainText(name, 40));
  const names = shown.join(', ') + (active.length > 2 ? ' …' : '');
  const now = pauseMs > 0 ? pause : names;
  return count === 1
    ? `${names} · ${pauseMs > 0 ? pause : bytes}`
    : vscode.l10n.t('{0} of {1} done · {2} · {3}', done, count, bytes, now);
}
