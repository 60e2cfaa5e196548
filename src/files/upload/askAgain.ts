import * as vscode from 'vscode';
import { CancelledError, NotFoundError } from '../../api/model/errors';
import { MASK } from '../../api/model/redact';
import { isPurpose, type Purpose } from '../../api/rules/limits';
import type { Done } from '../../commands/outcome';
import type { UploadResult } from '../../commands/table/commandTypes';
import { canBeRetried } from '../../storage/types/fileStates';
import type { KnownFile, UploadPermit } from '../../storage/types/storageTypes';
import { exists } from '../../ui/documents/openUntitled';
import { askModal } from '../../ui/questions/confirm';
import { plainText } from '../../util/plainText';
import { firstOf, t } from '../../util/text';
import { failureOf } from '../../ui/failures';
import { showMessage } from '../../ui/messages';
import { withLateProgress } from '../../ui/progress';
import { DROPPED_SCHEME } from '../check/droppedScheme';
import type { FileRecords } from '../records/fileRecords';
import { refuseMovedRows, upload, type UploadParts } from './ask';
import { permitFor } from './plan';
import { endOf } from './uploadOne';
import { noSuchRow } from './uploadResults';
import { askLine } from '../../ui/questions/askLine';

const NOTHING: UploadPermit = new Map();

/** A row with all that is needed to send its file again. */
interface Repeatable {
  readonly file: KnownFile;
  readonly uri: vscode.Uri;
  readonly purpose: Purpose;
}

/**
 * Sends the files of these rows again. Those that may have arrived are sent only after the user has read why
 * they may have arrived, and agreed.
 * @param isAsked a person is there; without one, what may have arrived is not sent
 * @throws CancelledError when the user did not agree; NotFoundError when a local file or a row is not known any more
 */
export async function retryUploads(
  parts: UploadParts,
  records: FileRecords,
  keys: readonly number[],
  isAsked: boolean,
): Promise<Done<UploadResult[]>> {
  const storage = await parts.services.storage.get();
  // A row may be older than what it shows.
  const files = [...new Set(keys)].flatMap((key) => storage.files.getByKey(key) ?? []);
  if (files.length === 0) throw noSuchRow();
  // A message with its buttons stays while the environment is given another address, or the Local Sandbox is reset.
  const refuseMoved = () => refuseMovedRows(parts.services, storage, files);
  refuseMoved();
  const unconfirmed = files.filter(({ mayHaveActed, state }) => mayHaveActed && canBeRetried(state));
  const [first] = unconfirmed;
  const hasDashboard =
    first !== undefined && parts.services.environments.get(first.environment).type !== 'local';
  if (isAsked && first !== undefined) {
    // Whoever links one has the others still to be retried.
    const canLink = files.length === 1;
    if ((await settleUnconfirmed(unconfirmed, hasDashboard, canLink)) === 'there')
      return linkById(records, first, refuseMoved);
  }
  const { rows, lost } = withSources(files);
  await refuseLost(rows);
  return withLost(await repeat(parts, rows, isAsked ? permitFor(unconfirmed) : NOTHING, isAsked), lost);
}

/**
 * Sends what was not sent, whatever the reason: exactly these bytes, and nothing else.
 * @param isAsked a person is there
 * @throws CancelledError when the user did not agree to a write to production
 */
export async function resumeUploads(
  parts: UploadParts,
  environment: string,
  isAsked: boolean,
): Promise<Done<UploadResult[]>> {
  const { files: registry } = await parts.services.storage.get();
  const { items: waiting } = registry.list({ environment, states: ['not-sent'], limit: Infinity });
  if (waiting.length === 0) {
    showMessage(
      'info',
      t('No upload waits to be sent. To send one that was cancelled or failed, retry it in the Files view.'),
    );
    return { data: [] };
  }
  const { rows, lost } = withSources(waiting);
  return withLost(await repeat(parts, rows, NOTHING, isAsked), lost);
}

/** What can be sent again, and the results of the rest. @throws NotFoundError when nothing can */
function withSources(files: readonly KnownFile[]): { rows: Repeatable[]; lost: UploadResult[] } {
  const rows: Repeatable[] = [];
  const lost: UploadResult[] = [];
  for (const file of files) {
    const found = repeatable(file);
    if (typeof found === 'object') rows.push(found);
    else lost.push({ uri: file.uri ?? '', status: 'rejected', error: { kind: 'not-found', message: found } });
  }
  const last = lost.at(-1)?.error;
  if (last !== undefined && rows.length === 0) throw new NotFoundError(last);
  return { rows, lost };
}

/** One file that cannot be sent again is no reason to keep back the others, but it is named. */
function withLost(done: Done<UploadResult[]>, lost: readonly UploadResult[]): Done<UploadResult[]> {
  const message = lost[0]?.error?.message;
  if (message !== undefined) showMessage('warning', message);
  return { ...done, data: [...done.data, ...lost] };
}

async function repeat(
  parts: UploadParts,
  rows: readonly Repeatable[],
  permit: UploadPermit,
  interactive: boolean,
): Promise<Done<UploadResult[]>> {
  const data: UploadResult[] = [];
  let last: Done<UploadResult[]> | undefined;
  let isCancelled = false;
  const batches = Map.groupBy(rows, ({ file, purpose }) => JSON.stringify([file.environment, purpose]));
  for (const batch of batches.values()) {
    const [first] = batch;
    if (first === undefined) continue;
    try {
      // Cancel means all of them.
      if (isCancelled) throw new CancelledError();
      last = await upload(parts, {
        resources: batch.map(({ uri }) => uri),
        environmentId: first.file.environment,
        answers: { purpose: first.purpose, interactive },
        again: { rows: batch.map(({ file }) => file), permit },
        onCancel: () => {
          isCancelled = true;
        },
      });
      data.push(...last.data);
    } catch (error) {
      // What was sent before is no part of that failure.
      if (last === undefined) throw error;
      const { error: facts } = failureOf(error);
      isCancelled ||= facts.kind === 'cancelled';
      if (!isCancelled) showMessage('error', facts.message);
      const { status } = endOf(facts);
      // Nothing was sent of any. Only a row that was not sent before is one for Resume.
      const statusOf = ({ state }: KnownFile) =>
        status === 'not-sent' && state !== 'not-sent' ? 'rejected' : status;
      data.push(
        ...batch.map(({ file, uri }) => ({ uri: uri.toString(), status: statusOf(file), error: facts })),
      );
    }
  }
  return { ...last, data };
}

/** @returns a text that says why, where a file cannot be sent again */
function repeatable(file: KnownFile): Repeatable | string {
  const { uri, purpose } = file;
  const name = plainText(file.name, 100);
  // The text of an address never holds a mask of its own: its characters are percent-encoded there.
  if (uri?.includes(MASK) === true) {
    return t(
      'The path of {0} contains an API key, so it was not kept. Upload the file again from its folder.',
      name,
    );
  }
  if (uri === undefined || !isPurpose(purpose))
    return t('The source of {0} is not known. Upload the file again.', name);
  return { file, uri: vscode.Uri.parse(uri, true), purpose };
}

/** Dropped files are kept for a while only. Where some are left these are sent, and the summary names the rest. */
async function refuseLost(rows: readonly Repeatable[]): Promise<void> {
  for (const { uri } of rows) {
    if (uri.scheme !== DROPPED_SCHEME || (await exists(uri))) return;
  }
  throw new NotFoundError(
    t(
      '{0} was dropped here, and its content is no longer available. Drop it again.',
      plainText(rows[0]?.file.name ?? '', 100),
    ),
  );
}

/** Says why uploads may have arrived, and asks what to do. */
async function settleUnconfirmed(
  files: readonly KnownFile[],
  hasDashboard: boolean,
  canLink: boolean,
): Promise<'again' | 'there'> {
  const [first] = files;
  const again = t('Upload Again');
  const there = t('It’s There: Link by ID…');
  const one = files.length === 1 && first !== undefined;
  // The first button is the default: it must not be the one that may send a file twice.
  const answer = await askModal(
    one
      ? t('Upload {0} again?', plainText(first.name, 100))
      : t('Upload these {0} files again?', files.length),
    [
      ...(one ? [] : [namesOf(files)]),
      ...new Set(files.map(({ error }) => error?.message ?? t('No answer came.'))),
      t('If a file did arrive, the service will have it twice.'),
      ...(hasDashboard ? [t('Check the dashboard first.')] : []),
    ].join('\n\n'),
    canLink ? there : t('Don’t Upload'),
    again,
  );
  if (answer !== again && answer !== there) throw new CancelledError();
  return answer === again ? 'again' : 'there';
}

function namesOf(files: readonly KnownFile[]): string {
  const names = files.map(({ name }) => plainText(name, 100));
  return firstOf(names, 10).join('\n');
}

/** Confirms an upload with the id that the user found at the service: the row becomes the uploaded file. */
async function linkById(
  records: FileRecords,
  file: KnownFile,
  refuseMoved: () => void,
): Promise<Done<UploadResult[]>> {
  const fileId = await askLine(
    t('The id of {0}', plainText(file.name, 100)),
    t('Its details are fetched and replace the unconfirmed upload.'),
    (id) => (id === '' ? t('Enter the id of a file.') : undefined),
  );
  // An id is another file at another account.
  refuseMoved();
  const title = t('Fetching {0}', plainText(fileId, 100));
  const { record, requestId, exchangeId } = await withLateProgress(title, (signal) =>
    records.settle(file, fileId, signal),
  );
  return { data: [{ uri: file.uri ?? '', status: 'uploaded', file: record }], requestId, exchangeId };
}
