import * as vscode from 'vscode';
import type { Purpose } from '../api/limits';
import type { UploadResult } from '../commands';
import type { Connection } from '../connections';
import type { KnownFile, Storage } from '../storage/types';
import { formatBytes, plainText } from '../ui/formats';
import { environmentTitle, withCancellableProgress } from '../ui/progress';
import type { CheckedCandidate } from './gather';
import type { BatchProgress } from './batchProgress';
import { uploadBatch, type UploadEnd } from './uploader';
import { duplicateOf } from './uploadResults';
import type { UploadProgress } from './uploadProgress';

/** What is to be sent, after every question was answered. */
export interface Sending {
  readonly files: readonly CheckedCandidate[];
  /** The same bytes as one of `files`: sent only if that one did not make it. */
  readonly twins: readonly CheckedCandidate[];
  readonly purpose: Purpose;
  /** Uploads in flight. */
  readonly concurrency: number;
  /** Rows whose upload is repeated, by the URI of their file. */
  readonly repeats: ReadonlyMap<string, KnownFile>;
  readonly progress: UploadProgress;
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
  const { files, twins, purpose } = sending;
  const title = titleOf(connection.environment, files.length);
  return withCancellableProgress(title, async (signal, report) => {
    const options = {
      ...sending,
      signal,
      onProgress: (progress: BatchProgress) => {
        report(textOf(progress), progress.total === 0 ? 0 : (progress.sent / progress.total) * 100);
      },
    };
    const first = await uploadBatch(files, connection, storage, options);
    const kept: UploadResult[] = [];
    const still = twins.filter((twin) => {
      const earlier = storage.files.findDuplicate(connection.environment.id, twin.sha256, purpose);
      if (earlier !== undefined) kept.push(duplicateOf(twin, earlier));
      return earlier === undefined;
    });
    const second = await uploadBatch(still, connection, storage, options);
    const ends = [...first, ...second];
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
  const locale = vscode.env.language;
  const bytes = vscode.l10n.t('{0} of {1}', formatBytes(sent, locale), formatBytes(total, locale));
  const shown = active.slice(0, 2).map((name) => plainText(name, 40));
  const names = shown.join(', ') + (active.length > 2 ? ' …' : '');
  return count === 1
    ? `${names} · ${bytes}`
    : vscode.l10n.t('{0} of {1} done · {2} · {3}', done, count, bytes, names);
}
