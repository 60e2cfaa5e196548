import * as vscode from 'vscode';
import type { HeaderList } from '../../api/exchange';
import type { Purpose } from '../../api/limits';
import type { UploadResult } from '../../commands/types';
import type { Connection } from '../../services/connections';
import type { KnownFile, Storage } from '../../storage/types';
import { formatBytes, plainText } from '../../ui/formats';
import { environmentTitle, withCancellableProgress } from '../../ui/progress';
import type { CheckedCandidate } from '../check/gather';
import type { BatchProgress } from './batchProgress';
import { uploadBatch, type UploadEnd } from './uploader';
import { nextChange, SameBytes } from './sameBytes';
import type { UploadProgress } from './uploadProgress';
import { shownLanguage } from '../../util/text';

/** What is to be sent, after every question was answered. */
export interface Sending {
  readonly files: readonly CheckedCandidate[];
  /** The user wants all of `files` sent, whatever was uploaded before. */
  readonly again: boolean;
  /** The same bytes as one of `files`: sent only if that one certainly did not arrive. */
  readonly twins: readonly CheckedCandidate[];
  readonly purpose: Purpose;
  /** Uploads in flight. */
  readonly concurrency: number;
  /** Rows whose upload is repeated, by the URI of their file. */
  readonly repeats: ReadonlyMap<string, KnownFile>;
  readonly progress: UploadProgress;
  /** Sent with each upload, beside the extension's own. */
  readonly headers?: HeaderList;
  /** Told when an end could not be written down. */
  readonly onKeepError: (error: unknown) => void;
}

/** What came of it: a result for each file, and the rows that stand for them. */
export interface Sent {
  readonly results: readonly UploadResult[];
  readonly ends: readonly UploadEnd[];
}

/** Sends a batch under one notification with progress and Cancel. */
export function send(connection: Connection, storage: Storage, sending: Sending): Promise<Sent> {
  const { files, twins, purpose, again } = sending;
  const title = titleOf(connection.environment, files.length);
  return withCancellableProgress(title, async (signal, report) => {
    const options = {
      ...sending,
      signal,
      onProgress: (progress: BatchProgress) => {
        report(textOf(progress), progress.total === 0 ? 0 : (progress.sent / progress.total) * 100);
      },
    };
    const ends: UploadEnd[] = [];
    const kept: UploadResult[] = [];
    const same = new SameBytes(storage, { environment: connection.environment.id, purpose });
    const upload = async (candidates: readonly CheckedCandidate[]): Promise<void> => {
      const sent = await uploadBatch(candidates, connection, storage, options);
      ends.push(...sent);
      for (const [index, { result }] of sent.entries()) same.note(candidates[index], result);
    };
    if (again) {
      await upload(files);
      return { results: ends.map(({ result }) => result), ends };
    }
    let left = [...files, ...twins];
    while (left.length > 0) {
      const now = same.sendable(left);
      if (now.length === 0) {
        if (signal.aborted) break;
        report(vscode.l10n.t('Waiting for an upload of the same file to end'));
        await nextChange(storage, signal);
        continue;
      }
      const taken = new Set(now);
      left = left.filter((candidate) => !taken.has(candidate));
      const wanted = now.filter((candidate) => {
        const result = same.resultWithoutSending(candidate);
        if (result !== undefined) kept.push(result);
        return result === undefined;
      });
      await upload(wanted);
    }
    return { results: [...ends.map(({ result }) => result), ...kept], ends };
  });
}

function titleOf(environment: Connection['environment'], count: number): string {
  const where = environmentTitle(environment);
  return count === 1
    ? vscode.l10n.t('Uploading to {0}', where)
    : vscode.l10n.t('Uploading {0} files to {1}', count, where);
}

function textOf({ sent, total, done, count, active }: BatchProgress): string {
  const locale = shownLanguage();
  const bytes = vscode.l10n.t('{0} of {1}', formatBytes(sent, locale), formatBytes(total, locale));
  const shown = active.slice(0, 2).map((name) => plainText(name, 40));
  const names = shown.join(', ') + (active.length > 2 ? ' …' : '');
  return count === 1
    ? `${names} · ${bytes}`
    : vscode.l10n.t('{0} of {1} done · {2} · {3}', done, count, bytes, names);
}
