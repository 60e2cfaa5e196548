import * as vscode from 'vscode';
import { isPaymentsError, type ErrorFacts, type PaymentsError } from '../../api/errors';
import type { Answer, UploadAnswer } from '../../api';
import type { HeaderList } from '../../api/exchange';
import type { Connection } from '../../services/connections';
import type { UploadResult } from '../../commands/types';
import type { FileRegistry, KnownFile, Storage, UnfinishedUpload } from '../../storage/types';
import { failureOf } from '../../ui/failures';
import { ProgressCounter, type BatchProgress } from './batchProgress';
import { hasEnded, mayHaveArrived } from './uploadState';
import { hash, type Candidate } from '../check/gather';
import { pool } from '../../util/pool';
import type { UploadProgress } from './uploadProgress';

export interface BatchOptions {
  readonly purpose: string;
  /** Uploads in flight. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Sent with each upload, beside the extension's own. */
  readonly headers?: HeaderList;
  readonly onProgress: (progress: BatchProgress) => void;
  /** Rows whose upload is repeated, by the URI of their file. */
  readonly repeats: ReadonlyMap<string, KnownFile>;
  /** How far each row is. */
  readonly progress: UploadProgress;
  /** Told when an end could not be written down. */
  readonly onKeepError: (error: unknown) => void;
}

/** What became of a candidate, and the row that stands for it. */
export interface UploadEnd {
  readonly key: number;
  readonly result: UploadResult;
}

/**
 * Uploads a batch: a row in the registry for each file before the first byte leaves, then the files under
 * one queue; each row ends as uploaded, failed, cancelled or unknown.
 * @returns an end for each candidate, in order; never rejects for a single file's sake
 */
export async function uploadBatch(
  candidates: readonly Candidate[],
  connection: Connection,
  storage: Storage,
  options: BatchOptions,
): Promise<UploadEnd[]> {
  const jobs = begin(candidates, connection, storage.files, options);
  const counter = new ProgressCounter(candidates, options.onProgress);
  return pool(jobs, options.concurrency, async ({ candidate, row, isOvertaken }, index) => {
    if (isOvertaken) {
      counter.end(index);
      return { key: row.key, result: overtaken(candidate) };
    }
    counter.begin(index);
    options.progress.set(row.key, 0);
    const upload = new Upload(candidate, row, storage, options);
    const result = await upload.run(connection, (sent) => {
      counter.sent(index, sent);
      options.progress.set(row.key, Math.min(1, sent / Math.max(1, candidate.size)));
    });
    options.progress.end(row.key);
    counter.end(index);
    const { warnings } = candidate;
    return { key: row.key, result: { ...result, ...(warnings.length > 0 && { warnings }) } };
  });
}

interface Job {
  readonly candidate: Candidate;
  readonly row: KnownFile;
  /** What was to be repeated was repeated meanwhile, from another place or another window. */
  readonly isOvertaken: boolean;
}

/**
 * The rows, committed before the first byte leaves. What certainly did not arrive goes on in its own row; what
 * may have arrived keeps its row, and with it the doubt, until its file is known to be there.
 */
function begin(
  candidates: readonly Candidate[],
  { environment, identity }: Connection,
  registry: FileRegistry,
  { purpose, repeats }: BatchOptions,
): Job[] {
  const again = candidates.flatMap(({ uri, sha256 }) => {
    const row = repeats.get(uri.toString());
    const isSame = row !== undefined && row.sha256 === sha256 && !mayHaveArrived(row);
    return isSame && isAsAsked(row, registry) ? [row.key] : [];
  });
  const restarted = new Map((again.length === 0 ? [] : registry.restart(again)).map((row) => [row.uri, row]));
  const overtaken = new Map(
    [...repeats].filter(
      ([uri, row]) => !restarted.has(uri) && (again.includes(row.key) || !isAsAsked(row, registry)),
    ),
  );
  const fresh = candidates.filter(
    ({ uri }) => !restarted.has(uri.toString()) && !overtaken.has(uri.toString()),
  );
  const begun = registry.begin(
    fresh.map(({ uri, name, mimeType, size, sha256 }) => ({
      environment: environment.id,
      identity,
      purpose,
      name,
      mimeType,
      size,
      sha256,
      uri: uri.toString(),
    })),
  );
  const rows = new Map([...restarted, ...begun.map((row) => [row.uri, row] as const)]);
  return candidates.flatMap((candidate) => {
    const uri = candidate.uri.toString();
    const row = rows.get(uri) ?? overtaken.get(uri);
    return row === undefined ? [] : [{ candidate, row, isOvertaken: overtaken.has(uri) }];
  });
}

/** Whether a row is still as it was when the user asked for it to be repeated: ended, and no more doubtful than then. */
function isAsAsked(row: KnownFile, registry: FileRegistry): boolean {
  const now = registry.getByKey(row.key);
  return now !== undefined && hasEnded(now) && (mayHaveArrived(row) || !mayHaveArrived(now));
}

function overtaken({ uri, name }: Candidate): UploadResult {
  const message = vscode.l10n.t(
    '{0} was already uploaded again, or is being uploaded, so it was not sent again.',
    name,
  );
  return { uri: uri.toString(), status: 'rejected', error: { kind: 'preflight', message } };
}

/** One file on its way. */
class Upload {
  readonly #candidate: Candidate;
  readonly #row: KnownFile;
  readonly #storage: Storage;
  readonly #options: BatchOptions;
  readonly #uri: string;

  constructor(candidate: Candidate, row: KnownFile, storage: Storage, options: BatchOptions) {
    this.#candidate = candidate;
    this.#row = row;
    this.#storage = storage;
    this.#options = options;
    this.#uri = candidate.uri.toString();
  }

  /** Sends it; never rejects. */
  async run({ client }: Connection, onProgress: (bytes: number) => void): Promise<UploadResult> {
    const { name, mimeType } = this.#candidate;
    const { purpose, signal, headers } = this.#options;
    try {
      if (signal.aborted) return await this.#fail(waitingCancelled());
      const content = this.#candidate.content ?? (await readAgain(this.#candidate));
      if (content === undefined) return await this.#fail(changedSince(name));
      await this.#storage.batch(() => {
        this.#storage.files.markUploading(this.#row.key);
      });
      const answer = await client.uploadFile(
        { content, name, mimeType, purpose, uri: this.#uri, onProgress, ...(headers && { headers }) },
        { signal },
      );
      await this.#finish(answer);
      return { uri: this.#uri, status: 'uploaded', file: answer.data, ...ids(answer) };
    } catch (error) {
      return await this.#fail(failureOf(error).error, isPaymentsError(error) ? error : undefined);
    }
  }

  #finish({ data, requestId, exchangeId }: Answer<UploadAnswer>): Promise<void> {
    const said = (field: string) => (typeof data[field] === 'string' ? data[field] : undefined);
    const { id: fileId } = data;
    const purpose = said('purpose') ?? this.#options.purpose;
    const mimeType = said('mimeType') ?? this.#candidate.mimeType;
    const uploadedAt = said('uploadedAt');
    const { key } = this.#row;
    return this.#keep((files) => {
      files.finish(key, { fileId, purpose, mimeType, uploadedAt, requestId, exchangeId });
      const repeated = this.#options.repeats.get(this.#uri);
      if (repeated !== undefined && repeated.key !== key) files.forget([repeated.key]);
    });
  }

  async #fail(error: ErrorFacts, source?: PaymentsError): Promise<UploadResult> {
    const { status, state } = endOf(error);
    const { requestId, exchangeId } = source ?? {};
    await this.#keep((files) => files.fail(this.#row.key, { state, error, requestId, exchangeId }));
    return { uri: this.#uri, status, error, ...ids({ requestId, exchangeId }) };
  }

  /** What the service answered stands, also where it cannot be written down: an upload that arrived never counts as failed. */
  async #keep(write: (files: FileRegistry) => void): Promise<void> {
    try {
      await this.#storage.batch(() => {
        write(this.#storage.files);
      });
    } catch (error) {
      this.#options.onKeepError(error);
    }
  }
}

function endOf({ kind }: ErrorFacts): Pick<UploadResult, 'status'> & Pick<UnfinishedUpload, 'state'> {
  if (kind === 'cancelled') return { status: 'cancelled', state: 'cancelled' };
  if (kind === 'unknown-outcome') return { status: 'unknown-outcome', state: 'unknown' };
  if (kind === 'preflight') return { status: 'rejected', state: 'failed' };
  return { status: 'failed', state: 'failed' };
}

/** The content of a file of a large batch; undefined when it is no longer what was checked. */
async function readAgain({ uri, sha256 }: Candidate): Promise<Uint8Array | undefined> {
  const content = await vscode.workspace.fs.readFile(uri);
  return hash(content) === sha256 ? content : undefined;
}

function changedSince(name: string): ErrorFacts {
  return {
    kind: 'preflight',
    message: vscode.l10n.t('{0} changed after it was checked, so it was not sent. Upload it again.', name),
  };
}

function waitingCancelled(): ErrorFacts {
  return { kind: 'cancelled', message: vscode.l10n.t('Cancelled while waiting. Nothing was sent.') };
}

function ids({ requestId, exchangeId }: Pick<KnownIds, 'requestId' | 'exchangeId'>): {
  requestId?: string;
  exchangeId?: string;
} {
  return { ...(requestId !== undefined && { requestId }), ...(exchangeId !== undefined && { exchangeId }) };
}

interface KnownIds {
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}
