import * as vscode from 'vscode';
import { CancelledError, ConfigurationError, isOfKind } from '../../api/model/errors';
import { MASK } from '../../api/model/redact';
import type { Handler } from '../../commands/commands';
import type { Done } from '../../commands/outcome';
import type { UploadResult } from '../../commands/table/commandTypes';
import type { SetUpEnvironment } from '../../commands/settingUp';
import type { Reachable } from '../../services/connections';
import { refuseMoved } from '../../services/sender';
import type { FileUpload } from '../../httpFiles/run/fileUpload';
import type { Services } from '../../services/services';
import type { Storage } from '../../storage';
import type { KnownFile, UploadPermit } from '../../storage/types/storageTypes';
import { environmentOf, optionsOf, refuse } from '../../commands/arguments';
import { failureOf } from '../../ui/failures';
import { notTrusted } from '../../ui/trust';
import { isolate, plainText } from '../../util/plainText';
import { DROPPED_SCHEME } from '../check/droppedScheme';
import { hasChanged, type CheckedFile } from '../check/gather';
import { chooseResources, checkResources, type CheckedSelection } from '../check/resources';
import { send, type SentBatch } from './batch';
import { failureText, showNothingThere, showUploadResults } from './closingMessage';
import { permitFor, planUploads, shownRows, type UploadPlan } from './plan';
import {
  rememberPurpose,
  askDespiteHold,
  choosePurpose,
  confirmUpload,
  decide,
  readAnswers,
  type Answers,
} from './uploadQuestions';
import type { UploadProgress } from './uploadProgress';
import { inOrder, resultOf, resultOfRow } from './uploadResults';
import { firstOf, listed, t } from '../../util/text';

/** What an upload works with. */
export interface UploadParts {
  readonly services: Services;
  readonly progress: UploadProgress;
  readonly setUp: SetUpEnvironment;
}

/** An upload as it was asked for. */
export interface UploadAsk extends Pick<FileUpload, 'signal' | 'report'> {
  /** Files and folders; with `again`, the files of its rows. */
  readonly resources: readonly vscode.Uri[];
  readonly environmentId: string;
  readonly answers: Answers;
  readonly again?: {
    /** Rows that go on, each as the same row: only the very bytes of each are sent. */
    readonly rows: readonly KnownFile[];
    /** Those that a person was shown and wants to be sent although they may have arrived. */
    readonly permit: UploadPermit;
  };
  /** How a request file wants its one file sent. */
  readonly written?: Pick<FileUpload, 'name' | 'headers' | 'environment' | 'agreed'>;
  /** Called at Cancel while it is sent. */
  readonly onCancel?: () => void;
}

/** The command `uploadFiles`. */
export function createUploadFiles(parts: UploadParts): Handler<'uploadFiles'> {
  return async (uri, uris, given) => {
    const options = optionsOf(given);
    const answers = readAnswers(options);
    const environmentId = parts.services.environments.get(environmentOf(options)).id;
    // A caller who gave all the answers is not asked for files either.
    const isAnswered =
      !answers.interactive && answers.purpose !== undefined && answers.duplicates !== undefined;
    const resources = await chooseResources(uri, uris, !isAnswered);
    if (resources === undefined) throw new CancelledError();
    return upload(parts, { resources, environmentId, answers });
  };
}

/**
 * Uploads: the whole batch is checked and all questions are asked, then it is sent; one message closes it.
 * @throws PaymentsError when nothing could be sent at all; results of single files are in `data`
 */
export async function upload(parts: UploadParts, ask: UploadAsk): Promise<Done<UploadResult[]>> {
  const { answers, again } = ask;
  const { connections, keys, settings, log } = parts.services;
  refuseUntrusted(ask.resources);
  let environment = await ready(parts, ask);
  const storage = await parts.services.storage.get();
  const { files: registry } = storage;
  // By code, only what was uploaded before the call counts as agreed; a person agrees to the rows that are shown.
  const isByCode = answers.duplicates === 'upload';
  const wasUploaded = isByCode ? registry.uploadedNow(environment.id) : () => true;
  const checked = await checkResources(ask.resources, (again ?? ask.written) !== undefined);
  const { selection } = checked;
  const files = asAsked(checked, ask);
  const first = files.find(({ rejection }) => rejection === undefined);
  const folder = folderOf(first ?? files[0]);
  const purpose =
    first === undefined
      ? undefined
      : await choosePurpose(parts.services, answers, folder, files, environment);
  const { id } = environment;
  const plan = planUploads(files, (sha256) =>
    purpose === undefined ? [] : registry.findSameBytes(id, sha256, purpose),
  );
  const choice =
    purpose === undefined || again !== undefined
      ? 'skip'
      : await decide(answers, plan, selection, environment);
  const earlier = shownRows(plan);
  refuseMovedRows(parts.services, storage, [...(again?.rows ?? []), ...earlier]);
  const wanted = choice === 'upload';
  const shown = wanted ? earlier : [];
  const agreed = isByCode
    ? shown.filter(({ key, state }) => state === 'uploaded' && wasUploaded(key))
    : shown;
  const permit = again?.permit ?? permitFor(agreed);
  const { sendable, settled } = sorted(plan, permit, wanted, again !== undefined);

  let sent: SentBatch = { results: new Map(), keys: [] };
  if (purpose !== undefined && sendable.length > 0) {
    // Questions take a while, and settings may say something else by now.
    const connection = await connections.open(environment.id);
    environment = connection.environment;
    const agreed = ask.written?.agreed;
    if (ask.written !== undefined) refuseMoved(environment, ask.written.environment);
    if (agreed === undefined) {
      await confirmUpload(
        keys,
        environment,
        wanted ? sendable : sendable.filter((file) => !plan.copies.includes(file)),
        purpose,
        ask.written?.headers,
      );
    }
    // Code gets an error that says how long to wait; a person may know better.
    const isAsked = answers.interactive && agreed?.despiteHold !== true;
    const seconds = isAsked ? connections.heldSeconds(environment) : undefined;
    const despiteHold = (await askDespiteHold(seconds, environment)) || agreed?.despiteHold === true;
    rememberPurpose(parts.services.context.workspaceState, folder, purpose);
    sent = await send(sendable, {
      connection,
      storage,
      purpose,
      permit,
      isAgreed: wanted || again !== undefined,
      copies: wanted,
      despiteHold,
      concurrency: settings.values.concurrency,
      progress: parts.progress,
      signal: ask.signal,
      report: ask.report,
      onCancel: ask.onCancel,
      log,
      ...(ask.written !== undefined && { headers: ask.written.headers, origin: 'file' as const }),
    }).catch((error: unknown) => {
      if (!isOfKind(error, 'configuration')) throw error;
      const names = firstOf(
        sendable.map(({ name }) => name),
        2,
      );
      throw new ConfigurationError(failureText({ status: 'not-sent', ...failureOf(error) }, listed(names)));
    });
  }
  const all = [
    ...plan.refused.map((file) => resultOf(file, 'rejected', { error: file.rejection })),
    ...settled,
    ...sent.results.values(),
  ];
  const results = again === undefined ? inOrder(selection.files, all) : all;
  if (results.length === 0) {
    showNothingThere(selection);
  } else {
    const unconfirmed = plan.unconfirmed.flatMap((file) => plan.earlier.get(file) ?? []);
    const keys = [...sent.keys, ...unconfirmed.map(({ key }) => key)];
    const rows = () => keys.flatMap((key) => registry.getByKey(key) ?? []);
    showUploadResults(results, environment, rows);
  }
  const last = results.findLast(({ requestId }) => requestId !== undefined);
  return { data: results, requestId: last?.requestId, exchangeId: last?.exchangeId };
}

/** The files to send, and the results of those whose bytes another row has. @param haveRows each has a row to end */
function sorted(
  plan: UploadPlan,
  permit: UploadPermit,
  wanted: boolean,
  haveRows: boolean,
): { sendable: CheckedFile[]; settled: UploadResult[] } {
  const { ready, known, unconfirmed, copies, earlier } = plan;
  const sendable = [...ready];
  const settled: UploadResult[] = [];
  for (const file of [...known, ...unconfirmed]) {
    const rows = earlier.get(file) ?? [];
    const isAgreed = ({ key, state }: KnownFile) => permit.get(key) === state;
    const other = haveRows ? undefined : rows.find((row) => !isAgreed(row));
    // What nobody agreed to is not sent in the end, and then nothing is there twice.
    if (other === undefined) sendable.push(warned(file, rows.filter(isAgreed)));
    else settled.push(resultOfRow(file, other, wanted));
  }
  return { sendable: [...sendable, ...copies], settled };
}

/** Adds a warning to a file that is sent again although it may have arrived. */
function warned(file: CheckedFile, rows: readonly KnownFile[]): CheckedFile {
  if (!rows.some(({ mayHaveActed }) => mayHaveActed)) return file;
  const warning = t(
    'The same bytes were sent before and may have arrived, so the service may hold {0} twice.',
    isolate(file.name, 100),
  );
  return { ...file, warnings: [...file.warnings, warning] };
}

/** The files with the name that they are sent with; of rows, one for each, refused where its bytes are no longer there. */
function asAsked({ files }: CheckedSelection, { again, written }: UploadAsk): CheckedFile[] {
  if (again === undefined) {
    return files.map((file) => {
      const named = { ...file, name: written?.name ?? file.name };
      return file.rejection === undefined && file.sha256 !== (written?.agreed?.sha256 ?? file.sha256)
        ? changed(named)
        : named;
    });
  }
  const byUri = new Map(files.map((file) => [file.uri.toString(), file]));
  return again.rows.flatMap((row) => {
    const file = byUri.get(vscode.Uri.parse(row.uri ?? '', true).toString());
    if (file === undefined) return [];
    const name = row.name.includes(MASK) ? file.name : row.name;
    const named = { ...file, name, row };
    return [file.rejection !== undefined || file.sha256 === row.sha256 ? named : changed(named)];
  });
}

/** Refuses a file that is not the one that was to be sent. */
function changed(file: CheckedFile): CheckedFile {
  return { ...file, rejection: { kind: 'preflight', message: hasChanged(file.name) }, warnings: [] };
}

/**
 * Refuses rows of another account than the one that their environment leads to: its address may have changed, or the Local
 * Sandbox was reset, while a question was open or another batch was sent.
 * @throws PreflightError
 */
export function refuseMovedRows(
  { environments }: Pick<Services, 'environments'>,
  storage: Pick<Storage, 'generation'>,
  rows: readonly KnownFile[],
): void {
  const moved = rows.find(({ environment, generation }) => generation !== storage.generation(environment));
  if (moved === undefined) return;
  throw refuse(
    t(
      '{0} leads to another account now than when {1} was to be sent. Nothing was sent. Upload the file again.',
      environments.get(moved.environment).name,
      plainText(moved.name, 100),
    ),
  );
}

/** Files of a workspace that is not trusted stay here until the user trusts it. */
function refuseUntrusted(resources: readonly vscode.Uri[]): void {
  if (vscode.workspace.isTrusted) return;
  if (!resources.some((resource) => vscode.workspace.getWorkspaceFolder(resource) !== undefined)) return;
  throw notTrusted(
    t(
      'This workspace is not trusted, so nothing was uploaded from it. Trust the workspace, then upload again.',
    ),
  );
}

/** The environment, once it can be uploaded to. @throws ConfigurationError when it cannot */
async function ready(
  { services: { connections }, setUp }: UploadParts,
  { environmentId, answers }: UploadAsk,
): Promise<Reachable> {
  try {
    return (await connections.open(environmentId)).environment;
  } catch (error) {
    if (!answers.interactive || !isOfKind(error, 'configuration')) throw error;
    await setUp(environmentId);
    return (await connections.open(environmentId)).environment;
  }
}

/** What the purpose is remembered for: the folder of the first file, or all that is dropped. */
function folderOf(file: CheckedFile | undefined): string {
  if (file === undefined) return '';
  // Each drop has a separate folder.
  if (file.uri.scheme === DROPPED_SCHEME) return DROPPED_SCHEME;
  return vscode.Uri.joinPath(file.uri, '..').toString();
}
