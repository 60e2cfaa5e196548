import * as vscode from 'vscode';
import { isPaymentsError, type ErrorFacts, type PaymentsError } from '../../api/model/errors';
import type { Answer, UploadAnswer } from '../../api';
import type { HeaderList, Origin } from '../../api/model/exchange';
import type { Connection } from '../../services/connections';
import type { UploadResult } from '../../commands/commandTypes';
import type { FileRegistry, KnownFile, Storage, UnfinishedUpload } from '../../storage/types/storageTypes';
import { failureOf } from '../../ui/failures';
import type { Contents } from '../check/contents';
import { contentOf, type Candidate } from '../check/gather';
import type { BatchTracker } from './uploadProgress';
import { overtaken } from './uploadResults';

/** What the uploads of a batch have in common. */
export interface UploaderParts {
  readonly client: Connection['client'];
  readonly storage: Storage;
  readonly purpose: string;
  readonly contents: Contents;
  readonly tracker: BatchTracker;
  readonly signal: AbortSignal;
  /** Sent with each upload, beside the extension's own. */
  readonly headers?: HeaderList;
  /** Where the uploads come from, if not from the user's own hand or an agent. */
  readonly origin?: Origin;
  /** Called when a result could not be stored. */
  readonly onKeepError: (error: unknown) => void;
}

/** A file whose row was begun. */
export interface Job {
  readonly candidate: Candidate;
  readonly row: KnownFile;
  /** Key of the row whose upload it repeats. */
  readonly repeats?: number | undefined;
}

/** Sends a file, and ends its row as uploaded, failed, cancelled or unknown. Never rejects. */
export async function uploadOne(job: Job, parts: UploaderParts): Promise<UploadResult> {
  const result = await new Upload(job, parts).run();
  const warnings = [...job.candidate.warnings, ...(result.warnings ?? [])];
  return warnings.length === 0 ? result : { ...result, warnings };
}

/** Ends the row of a file that will not be sent. */
export async function endUnsent(job: Job, parts: UploaderParts, error: ErrorFacts): Promise<void> {
  await keep(parts, (files) => files.fail(job.row.key, { state: 'cancelled', error }));
}

class Upload {
  readonly #job: Job;
  readonly #parts: UploaderParts;
  readonly #uri: string;

  constructor(job: Job, parts: UploaderParts) {
    this.#job = job;
    this.#parts = parts;
    this.#uri = job.candidate.uri.toString();
  }

  async run(): Promise<UploadResult> {
    const { candidate, row } = this.#job;
    const { client, storage, purpose, contents, tracker, signal, headers, origin } = this.#parts;
    const { name, mimeType } = candidate;
    try {
      if (signal.aborted) return await this.#fail(waitingCancelled());
      const content = await contentOf(candidate, contents);
      if (content === undefined) return await this.#fail(changedSince(name));
      const isOurs = await storage.batch(() => storage.files.markUploading(row.key));
      if (!isOurs) return overtaken(candidate);
      let taken = 0;
      const onProgress = (sent: number) => {
        taken = sent;
        tracker.sent(row.key, sent);
      };
      const onPause = (milliseconds: number) => {
        tracker.paused(milliseconds);
      };
      const answer = await client.uploadFile(
        { content, name, mimeType, purpose, uri: this.#uri, onProgress, ...(headers && { headers }) },
        { signal, batch: { onPause }, ...(origin !== undefined && { origin }) },
      );
      // Before that, and after a failure, the connection may still hold a part of it (`frameUpload`).
      if (taken === content.length) contents.giveBack(content);
      await this.#finish(answer);
      const warnings = answer.deviations.map(deviation);
      return {
        uri: this.#uri,
        status: 'uploaded',
        file: answer.data,
        ...idsOf(answer),
        ...(warnings.length > 0 && { warnings }),
      };
    } catch (error) {
      return await this.#fail(failureOf(error).error, isPaymentsError(error) ? error : undefined);
    }
  }

  #finish({ data, requestId, exchangeId }: Answer<UploadAnswer>): Promise<void> {
    const said = (field: string) => (typeof data[field] === 'string' ? data[field] : undefined);
    const answer = { purpose: said('purpose'), mimeType: said('mimeType'), uploadedAt: said('uploadedAt') };
    const { row, repeats } = this.#job;
    return keep(this.#parts, (files) => {
      files.finish(row.key, { fileId: data.id, ...answer, requestId, exchangeId });
      if (repeats !== undefined && repeats !== row.key) files.forget([repeats]);
    });
  }

  async #fail(error: ErrorFacts, source?: PaymentsError): Promise<UploadResult> {
    const { status, state } = endOf(error);
    const { requestId, exchangeId } = source ?? {};
    await keep(this.#parts, (files) =>
      files.fail(this.#job.row.key, { state, error, requestId, exchangeId }),
    );
    return { uri: this.#uri, status, error, ...idsOf({ requestId, exchangeId }) };
  }
}

/** What the service answered counts, also where it cannot be written down: an upload that arrived never counts as failed. */
async function keep(
  { storage, onKeepError }: UploaderParts,
  write: (files: FileRegistry) => void,
): Promise<void> {
  try {
    await storage.batch(() => {
      write(storage.files);
    });
  } catch (error) {
    onKeepError(error);
  }
}

function endOf({ kind }: ErrorFacts): Pick<UploadResult, 'status'> & Pick<UnfinishedUpload, 'state'> {
  if (kind === 'cancelled') return { status: 'cancelled', state: 'cancelled' };
  if (kind === 'unknown-outcome') return { status: 'unknown-outcome', state: 'unknown' };
  if (kind === 'preflight') return { status: 'rejected', state: 'failed' };
  return { status: 'failed', state: 'failed' };
}

function deviation(text: string): string {
  return vscode.l10n.t('The file was uploaded, but the answer is not as documented: {0}', text);
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

interface KnownIds {
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
}

function idsOf({ requestId, exchangeId }: KnownIds): { requestId?: string; exchangeId?: string } {
  return { ...(requestId !== undefined && { requestId }), ...(exchangeId !== undefined && { exchangeId }) };
}
