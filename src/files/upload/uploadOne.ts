import * as vscode from 'vscode';
import { CancelledError, isPaymentsError, type ErrorFacts } from '../../api/model/errors';
import type { Answer, UploadAnswer } from '../../api';
import type { HeaderList, Origin } from '../../api/model/exchange';
import { planGetFile } from '../../api/rules/plan';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { Connection } from '../../services/connections';
import { isUnderWay } from '../../storage/types/fileStates';
import type { FileRegistry, KnownFile, UploadPermit, Storage, UnfinishedUpload } from '../../storage';
import { failureOf } from '../../ui/failures';
import { readChecked, type CheckedFile } from '../check/gather';
import type { ReadMemory } from '../check/readMemory';
import type { BatchTracker } from './uploadProgress';
import { resultOf, resultOfRow } from './uploadResults';
import { isolate } from '../../util/plainText';
import { t } from '../../util/text';

/** What the uploads of a batch have in common. */
export interface BatchContext {
  readonly connection: Connection;
  readonly storage: Storage;
  readonly purpose: string;
  /** What a person agreed to send although its bytes are known. */
  readonly permit: UploadPermit;
  /** Somebody agreed to something: a file that is not sent all the same has a warning. */
  readonly isAgreed: boolean;
  /** Its own, so that the view can tell it from others that run beside it. */
  readonly id: string;
  /** It has but one file. */
  readonly isAlone: boolean;
  /** A person wants it sent although the service asked to wait. */
  readonly despiteHold?: boolean;
  readonly tracker: BatchTracker;
  /** What its files are read into. */
  readonly memory: ReadMemory;
  readonly signal: AbortSignal;
  /** Sent with each upload, beside the extension's own. */
  readonly headers?: HeaderList | undefined;
  /** Where the uploads come from, if not from the user's own hand or an agent. */
  readonly origin?: Origin | undefined;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** What became of a file, or the row on its way that it has to wait for. */
export type UploadEnd = { readonly result: UploadResult } | { readonly waitFor: KnownFile };

/** How far the sending is. */
interface Attempt {
  isSent: boolean;
  /** The account at its beginning. */
  identity: string | undefined;
}

/** Another row has the same bytes, and counts. */
class Prevented extends CancelledError {
  readonly row: KnownFile;

  constructor(row: KnownFile) {
    super('The bytes are known');
    this.row = row;
  }
}

/**
 * Sends a file whose row was begun, if the decision at that moment allows it, and ends its row. Never rejects.
 * @param key of its row
 */
export async function uploadOne(file: CheckedFile, key: number, batch: BatchContext): Promise<UploadEnd> {
  const { connection, storage, permit, signal, tracker, purpose, headers, origin } = batch;
  const { files } = storage;
  const sending = () => ({ identity: connection.identity, permit });
  const attempt: Attempt = { isSent: false, identity: undefined };
  try {
    if (signal.aborted) throw new CancelledError();
    const known = files.whatPrevents(key, sending());
    if (known !== undefined) throw new Prevented(known);
    tracker.begin(key, file);
    // Why it cannot be sent is kept, so without a key that somebody put into its name.
    const named = { ...file, name: connection.client.redact(file.name) };
    const content = await readChecked(named, batch.memory, signal);
    let taken = 0;
    const onProgress = (sent: number) => {
      taken = sent;
      tracker.sent(key, sent);
    };
    const { name, mimeType } = file;
    const uri = file.uri.toString();
    const answer = await connection.client.uploadFile(
      { content, name, mimeType, purpose, uri, onProgress, ...(headers && { headers }) },
      {
        signal,
        ...(origin !== undefined && { origin }),
        despiteHold: batch.despiteHold === true,
        batch: {
          id: batch.id,
          isAlone: batch.isAlone,
          onPause: (milliseconds) => tracker.paused(milliseconds),
          begin: async () => {
            const now = sending();
            const other = await storage.batch(() => files.startSending(key, now));
            if (other !== undefined) throw new Prevented(other);
            attempt.isSent = true;
            taken = 0;
            attempt.identity = now.identity;
          },
          putBack: async () => {
            await storage.batch(() => files.putBack(key));
            attempt.isSent = false;
          },
        },
      },
    );
    // Before that, and after a failure, the connection may still hold a part of it (`frameUpload`).
    if (taken === content.length) batch.memory.giveBack(content);
    const account = await accountOf(batch, attempt, answer.data.id);
    return { result: await finish(file, key, batch, answer, account) };
  } catch (error) {
    if (error instanceof Prevented) return prevented(file, key, batch, error.row);
    const { ok: _, error: facts, ...ids } = failureOf(error);
    if (isPaymentsError(error)) return { result: await endUpload(file, key, batch, facts, ids) };
    batch.log.error(error instanceof Error ? error : String(error));
    // After its first byte nobody knows what the service made of it.
    const end = attempt.isSent ? unexpected() : { ...facts, kind: 'preflight' as const };
    return { result: await endUpload(file, key, batch, end) };
  }
}

/**
 * The account that has an uploaded file. The Local Sandbox may have been reset while it was on its way: then only the service
 * knows whether it came before that.
 */
async function accountOf(
  { connection }: BatchContext,
  { identity }: Attempt,
  fileId: string,
): Promise<string | undefined> {
  const now = connection.identity;
  if (now === identity) return now;
  try {
    await connection.client.send(planGetFile(fileId));
    return now;
  } catch {
    return identity;
  }
}

async function finish(
  file: CheckedFile,
  key: number,
  batch: BatchContext,
  { data, requestId, exchangeId, deviations }: Answer<UploadAnswer>,
  account: string | undefined,
): Promise<UploadResult> {
  const said = (field: string) => (typeof data[field] === 'string' ? data[field] : undefined);
  const answer = { purpose: said('purpose'), mimeType: said('mimeType'), uploadedAt: said('uploadedAt') };
  const ids = { fileId: data.id, requestId, exchangeId };
  const row = await keep(batch, (files) => files.finish(key, { ...ids, ...answer }, account));
  const warnings = [
    ...deviations.map(deviation),
    ...elsewhere(file, batch, account),
    ...(row?.remark === undefined ? [] : [row.remark]),
  ];
  return resultOf(file, 'uploaded', { file: data, requestId, exchangeId }, warnings);
}

/** Says of a file that another account has than the one whose files are shown. */
function elsewhere(
  { name }: CheckedFile,
  { connection: { environment }, storage }: BatchContext,
  account: string | undefined,
): string[] {
  const shown = storage.identity(environment.id);
  if (shown === undefined || shown === account) return [];
  return [
    t(
      '{0} leads to another account now than when {1} was sent. The file is at the account before, so it is not in the Files view.',
      environment.name,
      isolate(name, 100),
    ),
  ];
}

/** The row stays as it is while it waits; else it gives way, and the result is that of the other one. */
async function prevented(
  file: CheckedFile,
  key: number,
  batch: BatchContext,
  other: KnownFile,
): Promise<UploadEnd> {
  const isOthers = other.key === key && isUnderWay(other.state);
  if (other.state === 'uploading' || isOthers) return { waitFor: other };
  await keep(batch, (files) => files.giveWay(key, other));
  return { result: resultOfRow(file, other, batch.isAgreed) };
}

/** Ends an upload that did not arrive, as far as is known, and its row if it has one. */
export async function endUpload(
  file: CheckedFile,
  key: number | undefined,
  batch: BatchContext,
  error: ErrorFacts,
  ids: { readonly requestId?: string; readonly exchangeId?: string } = {},
): Promise<UploadResult> {
  const { status, state } = endOf(error);
  if (key !== undefined) {
    await keep(batch, (files) => {
      files.fail(key, { state, error, ...ids }, batch.connection.identity);
    });
  }
  return resultOf(file, status, { error, ...ids });
}

/** What the service answered counts, also where it cannot be written down: an upload that arrived never counts as failed. */
async function keep<T>(
  { storage, log }: BatchContext,
  write: (files: FileRegistry) => T,
): Promise<T | undefined> {
  try {
    return await storage.batch(() => write(storage.files));
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    return undefined;
  }
}

type End = Pick<UploadResult, 'status'> & Pick<UnfinishedUpload, 'state'>;

/** What an error makes of an upload that may not have arrived, for its result and its row. */
export function endOf({ kind, retryAfterSeconds }: ErrorFacts): End {
  if (kind === 'cancelled') return { status: 'cancelled', state: 'cancelled' };
  if (kind === 'unknown-outcome') return { status: 'unknown-outcome', state: 'unknown' };
  // Nothing is wrong with the file: it cannot be written down now, or the service asked to wait.
  const isHeld = kind === 'preflight' && retryAfterSeconds !== undefined;
  if (kind === 'configuration' || isHeld) return { status: 'not-sent', state: 'not-sent' };
  return kind === 'preflight' || kind === 'not-found'
    ? { status: 'rejected', state: 'failed' }
    : { status: 'failed', state: 'failed' };
}

function deviation(text: string): string {
  return t('The file was uploaded, but the answer is not as documented: {0}', text);
}

function unexpected(): ErrorFacts {
  return {
    kind: 'unknown-outcome',
    message: t(
      'An unexpected error occurred after the file was sent, so it may have arrived. The Payments API log says more. Check whether the file is there before you send it again.',
    ),
    mayHaveActed: true,
  };
}
