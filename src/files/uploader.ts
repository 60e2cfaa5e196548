import * as vscode from 'vscode';
import { isPaymentsError, type ErrorFacts, type PaymentsError } from '../api/errors';
import type { Connection } from '../connections';
import type { UploadResult } from '../commands';
import type { FileRegistry, KnownFile, UnfinishedUpload } from '../storage/types';
import { failureOf } from '../ui/failures';
import { hash, type Candidate } from './gather';
import { pool } from './pool';

/** How a batch gets on. */
export interface BatchProgress {
  /** Bytes of the whole batch handed to the network so far, and in all. */
  readonly sent: number;
  readonly total: number;
  /** Files that are done, and how many there are. */
  readonly done: number;
  readonly count: number;
  /** Names of the files in flight. */
  readonly active: readonly string[];
}

export interface BatchOptions {
  readonly purpose: string;
  /** Uploads in flight. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BatchProgress) => void;
}

/**
 * Uploads a batch: a row in the registry for each file before the first byte leaves, then the files under
 * one queue; each row ends as uploaded, failed, cancelled or unknown.
 * @returns a result for each candidate, in order; never rejects for a single file's sake
 */
export async function uploadBatch(
  candidates: readonly Candidate[],
  connection: Connection,
  registry: FileRegistry,
  options: BatchOptions,
): Promise<UploadResult[]> {
  const rows = registry.begin(
    candidates.map((candidate) => ({
      environment: connection.environment.id,
      name: candidate.name,
      purpose: options.purpose,
      mimeType: candidate.mimeType,
      size: candidate.size,
      sha256: candidate.sha256,
      uri: candidate.uri.toString(),
    })),
  );
  const progress = new ProgressCounter(candidates, options.onProgress);
  const jobs = candidates.flatMap((candidate, index) => {
    const row = rows[index];
    return row === undefined ? [] : [{ candidate, row, index }];
  });
  return pool(jobs, options.concurrency, async ({ candidate, row, index }) => {
    progress.begin(index);
    const result = await uploadOne(candidate, row, connection, registry, options, (sent) => {
      progress.sent(index, sent);
    });
    progress.end(index);
    return { ...result, ...(candidate.warnings.length > 0 && { warnings: candidate.warnings }) };
  });
}

async function uploadOne(
  candidate: Candidate,
  row: KnownFile,
  { client }: Connection,
  registry: FileRegistry,
  { purpose, signal }: BatchOptions,
  onSent: (bytes: number) => void,
): Promise<UploadResult> {
  const uri = candidate.uri.toString();
  try {
    if (signal.aborted) return settle(registry, row, uri, waitingCancelled());
    const content = candidate.content ?? (await readAgain(candidate));
    if (content === undefined) return settle(registry, row, uri, changedSince(candidate.name));
    registry.markUploading(row.key);
    const answer = await client.uploadFile(
      { content, name: candidate.name, mimeType: candidate.mimeType, purpose, uri, onProgress: onSent },
      { signal },
    );
    registry.finish(row.key, {
      fileId: answer.data.id,
      purpose: answer.data.purpose,
      mimeType: answer.data.mimeType,
      uploadedAt: answer.data.uploadedAt,
      requestId: answer.requestId,
      exchangeId: answer.exchangeId,
    });
    return { uri, status: 'uploaded', file: answer.data, ...ids(answer) };
  } catch (error) {
    return settle(registry, row, uri, failureOf(error).error, isPaymentsError(error) ? error : undefined);
  }
}

function settle(
  registry: FileRegistry,
  row: KnownFile,
  uri: string,
  error: ErrorFacts,
  source?: PaymentsError,
): UploadResult {
  const { status, state } = endOf(error);
  registry.fail(row.key, { state, error, requestId: source?.requestId, exchangeId: source?.exchangeId });
  return { uri, status, error, ...ids(source) };
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

function ids(
  source: { readonly requestId?: string | undefined; readonly exchangeId?: string | undefined } | undefined,
): {
  requestId?: string;
  exchangeId?: string;
} {
  return {
    ...(source?.requestId !== undefined && { requestId: source.requestId }),
    ...(source?.exchangeId !== undefined && { exchangeId: source.exchangeId }),
  };
}

/** Adds up what the files of a batch report. */
class ProgressCounter {
  readonly #sizes: readonly number[];
  readonly #names: readonly string[];
  readonly #report: (progress: BatchProgress) => void;
  readonly #total: number;
  readonly #sentOf = new Map<number, number>();
  readonly #active = new Set<number>();
  #sent = 0;
  #done = 0;

  constructor(candidates: readonly Candidate[], report: (progress: BatchProgress) => void) {
    this.#sizes = candidates.map(({ size }) => size);
    this.#names = candidates.map(({ name }) => name);
    this.#report = report;
    this.#total = this.#sizes.reduce((total, size) => total + size, 0);
  }

  begin(index: number): void {
    this.#active.add(index);
    this.#tell();
  }

  /** Bytes of the request body; it is a little larger than the file, so it is held to the file's size. */
  sent(index: number, bytes: number): void {
    const counted = Math.min(bytes, this.#sizes[index] ?? 0);
    this.#sent += counted - (this.#sentOf.get(index) ?? 0);
    this.#sentOf.set(index, counted);
    this.#tell();
  }

  end(index: number): void {
    this.#active.delete(index);
    this.#done++;
    this.sent(index, Infinity);
  }

  #tell(): void {
    this.#report({
      sent: this.#sent,
      total: this.#total,
      done: this.#done,
      count: this.#sizes.length,
      active: [...this.#active].map((index) => this.#names[index] ?? ''),
    });
  }
}
