import * as vscode from 'vscode';
import { isOfKind } from '../../api/model/errors';
import type { HeaderList } from '../../api/model/exchange';
import type { Handler } from '../../commands/commands';
import type { Done } from '../../commands/outcome';
import type { UploadResult } from '../../commands/commandTypes';
import type { Connections, Reachable } from '../../services/connections';
import type { Environments } from '../../services/environments';
import type { KeyVault } from '../../services/keyVault';
import type { Settings } from '../../services/settings';
import { canBeRetried } from '../../storage/types/fileStates';
import type { KnownFile, Storage } from '../../storage/types/storageTypes';
import { optionsOf } from '../../commands/arguments';
import { notTrusted } from '../../ui/trust';
import { checkResources } from './checking';
import { showNothingThere, showUploadResults } from './closingMessage';
import { Contents } from '../check/contents';
import { DROPPED_SCHEME } from '../check/droppedScheme';
import type { Candidate } from '../check/gather';
import { planBatch, type PlannedFile } from './batchPlan';
import type { PurposeMemory } from './purposeQuestion';
import { chooseResources } from '../check/resources';
import { send, type SentBatch } from './sending';
import {
  choosePurpose,
  confirmUpload,
  decide,
  nothingSent,
  readAnswers,
  type Answers,
} from './uploadQuestions';
import type { UploadProgress } from './uploadProgress';
import { inOrder, rejected, resultOfRow } from './uploadResults';

/** What an upload works with. */
export interface UploadParts {
  readonly connections: Connections;
  readonly environments: Environments;
  readonly keys: KeyVault;
  readonly settings: Settings;
  readonly purposes: PurposeMemory;
  readonly log: vscode.LogOutputChannel;
  readonly progress: UploadProgress;
  readonly storage: () => Promise<Storage>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

/** An upload as it was asked for. */
export interface UploadRequest {
  readonly resources: readonly vscode.Uri[];
  readonly environmentId: string;
  readonly answers: Answers;
  /** Rows whose upload is repeated: each goes on as the same row, unless it may have arrived the first time. */
  readonly repeats?: readonly KnownFile[];
  /** Only the very bytes of these rows are sent: a file that has changed since is refused. */
  readonly unchanged?: boolean;
  /** How a request file wants its one file sent. */
  readonly written?: WrittenUpload;
}

/** What a request file says of an upload beside the file and its purpose. */
export interface WrittenUpload {
  /** The name that is sent; the file's own when undefined. */
  readonly name?: string | undefined;
  readonly headers: HeaderList;
  /** The user has agreed already. */
  readonly isConfirmed: boolean;
}

/** The command `uploadFiles`. */
export function createUploadFiles(parts: UploadParts): Handler<'uploadFiles'> {
  return async (uri, uris, given) => {
    const options = optionsOf(given);
    const answers = readAnswers(options);
    const environmentId = parts.environments.get(options['environment']).id;
    const resources = await chooseResources(uri, uris);
    if (resources === undefined) throw nothingSent();
    return upload(parts, { resources, environmentId, answers });
  };
}

/**
 * Uploads: all questions first, then the whole batch is checked, then sent; one message closes it.
 * @throws PaymentsError when nothing could be sent at all; results of single files are in `data`
 */
export async function upload(parts: UploadParts, request: UploadRequest): Promise<Done<UploadResult[]>> {
  const { resources, answers } = request;
  refuseUntrusted(resources);
  let environment = await ready(parts, request);
  const storage = await parts.storage();
  const { files: registry } = storage;
  const { concurrency } = parts.settings.values;
  const contents = new Contents(concurrency);
  const { selection, candidates: found } = await checkResources(resources, contents);
  const repeats = new Map(request.repeats?.map((file) => [file.uri ?? '', file]));
  const { written } = request;
  const candidates = found.map((file) => asAsked(file, request, repeats));
  const first = candidates.find(({ rejection }) => rejection === undefined);
  const folder = folderOf(first ?? candidates[0]);
  const purpose =
    first === undefined ? undefined : await choosePurpose(parts, answers, folder, candidates, environment);
  const { id } = environment;
  const plan = planBatch(candidates, (sha256, kind) =>
    purpose === undefined ? undefined : registry.findSameBytes(id, sha256, purpose, kind),
  );
  const duplicates = purpose === undefined ? 'skip' : await decide(answers, plan, selection, environment);
  const again = duplicates === 'upload';
  const known = [...plan.known, ...plan.unconfirmed];
  const sendable = [...plan.ready, ...(again ? known.map(warned) : [])];

  let sent: SentBatch = { results: [], keys: [] };
  if (purpose !== undefined && sendable.length > 0) {
    const files = [...sendable, ...plan.twins];
    // Questions take a while, and settings may say something else by now.
    const connection = await parts.connections.open(environment.id);
    environment = connection.environment;
    if (written?.isConfirmed !== true) {
      await confirmUpload(parts.keys, connection, again ? files : sendable);
    }
    parts.purposes.remember(folder, purpose);
    sent = await send(connection, storage, {
      files,
      again,
      purpose,
      concurrency,
      repeats,
      contents,
      ...(written !== undefined && { headers: written.headers, origin: 'file' as const }),
      progress: parts.progress,
      onKeepError: (error) => {
        parts.log.error(error instanceof Error ? error : String(error));
      },
    });
  }
  const results = inOrder(selection, [
    ...plan.refused.map(rejected),
    ...(again ? [] : known.flatMap((file) => (file.earlier ? [resultOfRow(file, file.earlier)] : []))),
    ...sent.results,
  ]);
  if (results.length === 0) {
    showNothingThere(selection);
  } else {
    const keys = [...sent.keys, ...plan.unconfirmed.flatMap(({ earlier }) => earlier?.key ?? [])];
    const rows = () => keys.flatMap((key) => registry.getByKey(key) ?? []);
    const reasons = new Map(
      plan.refused.flatMap(({ uri, shortReason }) => (shortReason ? [[uri.toString(), shortReason]] : [])),
    );
    showUploadResults(results, environment, reasons, {
      failed: () => rows().filter((file) => file.state === 'failed' && !file.mayHaveActed),
      unconfirmed: () => rows().filter((file) => file.mayHaveActed && canBeRetried(file.state)),
    });
  }
  const last = results.findLast(({ requestId }) => requestId !== undefined);
  return { data: results, requestId: last?.requestId, exchangeId: last?.exchangeId };
}

/** Adds a warning to a file that is sent again although it may have arrived. */
function warned(file: PlannedFile): PlannedFile {
  if (file.earlier?.mayHaveActed !== true) return file;
  const warning = vscode.l10n.t(
    'The same bytes were sent before and may have arrived, so the service may hold {0} twice.',
    file.name,
  );
  return { ...file, warnings: [...file.warnings, warning] };
}

/** A file with the name that it is sent with. It is refused when it changed since. */
function asAsked(
  file: Candidate,
  { written, unchanged }: UploadRequest,
  rows: ReadonlyMap<string, KnownFile>,
): Candidate {
  const { name = file.name } = written ?? {};
  const row = rows.get(file.uri.toString());
  if (unchanged !== true || file.rejection !== undefined || row?.sha256 === file.sha256)
    return { ...file, name };
  const message = vscode.l10n.t('{0} has changed since it was to be sent. Upload it again.', name);
  return { ...file, name, rejection: { kind: 'preflight', message } };
}

/** Files of a workspace that is not trusted stay here until the user trusts it. */
function refuseUntrusted(resources: readonly vscode.Uri[]): void {
  if (vscode.workspace.isTrusted) return;
  if (!resources.some((resource) => vscode.workspace.getWorkspaceFolder(resource) !== undefined)) return;
  throw notTrusted(
    vscode.l10n.t(
      'This workspace is not trusted, so nothing was uploaded from it. Trust the workspace, then upload again.',
    ),
  );
}

/** The environment, once it can be uploaded to. @throws ConfigurationError when it cannot */
async function ready(parts: UploadParts, { environmentId, answers }: UploadRequest): Promise<Reachable> {
  try {
    return (await parts.connections.open(environmentId)).environment;
  } catch (error) {
    if (!answers.interactive || !isOfKind(error, 'configuration')) throw error;
    if (!(await parts.setUp(environmentId))) throw nothingSent();
    return (await parts.connections.open(environmentId)).environment;
  }
}

/** What the purpose is remembered for: the folder of the first file, or all that is dropped. */
function folderOf(candidate: Candidate | undefined): string {
  if (candidate === undefined) return '';
  // Each drop has a separate folder.
  if (candidate.uri.scheme === DROPPED_SCHEME) return DROPPED_SCHEME;
  return vscode.Uri.joinPath(candidate.uri, '..').toString();
}
