import * as vscode from 'vscode';
import { CancelledError, ConfigurationError } from '../api/errors';
import { isPurpose, type Purpose } from '../api/limits';
import type { Done, Handler, UploadResult } from '../commands';
import type { Connection, Connections } from '../connections';
import type { Environments } from '../environments/environments';
import type { KeyVault } from '../environments/keyVault';
import type { Settings } from '../settings';
import type { FileRegistry, KnownFile } from '../storage/types';
import { optionsOf, refuse } from '../ui/arguments';
import { confirmProduction } from '../ui/confirm';
import { formatBytes } from '../ui/formats';
import { environmentTitle, withCancellableProgress } from '../ui/progress';
import { tellUploadResults } from './closing';
import { gather, nameOf, type Candidate, type CheckedCandidate } from './gather';
import { planBatch, type Plan } from './plan';
import { askPurpose, type PurposeMemory } from './purposeQuestion';
import { chooseResources, resolveResources, type Selection } from './resources';
import { askSummary, needsSummary, type DuplicateChoice } from './summaryQuestion';
import { uploadBatch, type BatchProgress } from './uploader';

/** What an upload stands on. */
export interface UploadParts {
  readonly connections: Connections;
  readonly environments: Environments;
  readonly keys: KeyVault;
  readonly settings: Settings;
  readonly purposes: PurposeMemory;
  readonly registry: () => Promise<FileRegistry>;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
}

/** The answers that a caller passed in. */
interface Answers {
  readonly purpose?: Purpose;
  readonly duplicates?: DuplicateChoice | 'ask';
}

/** The command `uploadFiles`: all questions first, then the whole batch is checked, then sent. */
export function createUploadFiles(parts: UploadParts): Handler<'uploadFiles'> {
  return async (uri, uris, given) => {
    const options = optionsOf(given);
    const answers = readAnswers(options);
    const interactive = Object.keys(options).length === 0;
    const resources = await chooseResources(uri, uris);
    if (resources === undefined || resources.length === 0) throw cancelled();
    refuseUntrusted(resources);
    const environmentId = parts.environments.get(options['environment']).id;
    const connection = await connect(parts, environmentId, interactive);
    return uploadResources(parts, resources, connection, answers);
  };
}

async function uploadResources(
  parts: UploadParts,
  resources: readonly vscode.Uri[],
  connection: Connection,
  answers: Answers,
): Promise<Done<UploadResult[]>> {
  const { environment } = connection;
  const registry = await parts.registry();
  const { selection, candidates } = await check(resources);

  const folder = folderOf(resources);
  const anyReady = candidates.some(({ rejection }) => rejection === undefined);
  const purpose = anyReady
    ? await choosePurpose(parts, answers, folder, candidates, environment.name)
    : undefined;
  const plan = planBatch(candidates, (sha256) =>
    purpose === undefined ? undefined : registry.findDuplicate(environment.id, sha256, purpose),
  );
  const duplicates =
    purpose === undefined ? 'skip' : await decide(answers, plan, selection, environment.name);
  const sending = duplicates === 'upload' ? [...plan.ready, ...plan.known, ...plan.twins] : plan.ready;

  const results = new Map<Candidate['uri'], UploadResult>();
  for (const candidate of plan.refused) results.set(candidate.uri, rejected(candidate));
  if (duplicates === 'skip') {
    for (const candidate of plan.known) results.set(candidate.uri, duplicateOf(candidate, candidate.earlier));
  }
  if (purpose !== undefined && sending.length > 0) {
    await confirm(parts.keys, connection, sending);
    await parts.purposes.remember(folder, purpose);
    const concurrency = parts.settings.values.concurrency;
    const title = progressTitle(environment, sending.length);
    await withCancellableProgress(title, async (signal, report) => {
      const onProgress = (progress: BatchProgress): void => {
        report(progressText(progress), progress.total === 0 ? 0 : (progress.sent / progress.total) * 100);
      };
      const send = async (batch: readonly Candidate[]): Promise<void> => {
        const ends = await uploadBatch(batch, connection, registry, {
          purpose,
          concurrency,
          signal,
          onProgress,
        });
        batch.forEach((candidate, index) => {
          const end = ends[index];
          if (end !== undefined) results.set(candidate.uri, end);
        });
      };
      await send(sending);
      if (duplicates === 'upload') return;
      const twins = plan.twins.map((twin) => ({
        twin,
        earlier: registry.findDuplicate(environment.id, twin.sha256, purpose),
      }));
      for (const { twin, earlier } of twins) {
        if (earlier !== undefined) results.set(twin.uri, duplicateOf(twin, earlier));
      }
      await send(twins.filter(({ earlier }) => earlier === undefined).map(({ twin }) => twin));
    });
  }
  const ordered = inOrder(selection, results);
  tellUploadResults(ordered, environment, purpose);
  const last = ordered.findLast(({ requestId }) => requestId !== undefined);
  return { data: ordered, requestId: last?.requestId, exchangeId: last?.exchangeId };
}

function readAnswers(options: Readonly<Record<string, unknown>>): Answers {
  const { purpose, duplicates } = options;
  if (purpose !== undefined && !isPurpose(purpose)) {
    throw refuse(
      vscode.l10n.t(
        'There is no such purpose. Give payment_evidence or business_entity_documents; nothing was sent.',
      ),
    );
  }
  if (duplicates !== undefined && duplicates !== 'ask' && duplicates !== 'skip' && duplicates !== 'upload') {
    throw refuse(vscode.l10n.t('For files uploaded before, give ask, skip or upload; nothing was sent.'));
  }
  return { ...(purpose !== undefined && { purpose }), ...(duplicates !== undefined && { duplicates }) };
}

/** Files of a workspace that is not trusted stay here until the user trusts it. */
function refuseUntrusted(resources: readonly vscode.Uri[]): void {
  if (vscode.workspace.isTrusted) return;
  if (!resources.some((resource) => vscode.workspace.getWorkspaceFolder(resource) !== undefined)) return;
  throw new ConfigurationError({
    message: vscode.l10n.t(
      'This workspace is not trusted yet, so nothing of it was uploaded: it might choose what is sent for you. Trust the workspace, then upload again.',
    ),
  });
}

async function connect(parts: UploadParts, environmentId: string, interactive: boolean): Promise<Connection> {
  try {
    return await parts.connections.open(environmentId);
  } catch (error) {
    if (!interactive || !(error instanceof ConfigurationError)) throw error;
    if (!(await parts.setUp(environmentId))) throw cancelled();
    return parts.connections.open(environmentId);
  }
}

async function check(
  resources: readonly vscode.Uri[],
): Promise<{ selection: Selection; candidates: readonly Candidate[] }> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Checking files…') },
    async () => {
      const { signal } = new AbortController();
      const selection = await resolveResources(resources, signal);
      const unique = new Map(selection.files.map((file) => [file.toString(), file]));
      return { selection, candidates: await gather([...unique.values()], signal) };
    },
  );
}

async function choosePurpose(
  { settings, purposes }: UploadParts,
  answers: Answers,
  folder: string,
  candidates: readonly Candidate[],
  environmentName: string,
): Promise<Purpose> {
  if (answers.purpose !== undefined) return answers.purpose;
  if (settings.values.defaultPurpose !== 'ask') return settings.values.defaultPurpose;
  const title =
    candidates.length === 1
      ? vscode.l10n.t('Upload {0} to {1}', candidates[0]?.name ?? '', environmentName)
      : vscode.l10n.t('Upload {0} files to {1}', candidates.length, environmentName);
  const purpose = await askPurpose(title, purposes.recall(folder));
  if (purpose === undefined) throw cancelled();
  return purpose;
}

async function decide(
  answers: Answers,
  plan: Plan,
  selection: Selection,
  environmentName: string,
): Promise<DuplicateChoice> {
  if (answers.duplicates === 'skip' || answers.duplicates === 'upload') return answers.duplicates;
  const repeated = plan.known.length + plan.twins.length > 0;
  const ask = answers.purpose === undefined ? needsSummary(plan, selection) : repeated;
  if (!ask) return 'skip';
  const choice = await askSummary(vscode.l10n.t('Upload to {0}', environmentName), plan, selection);
  if (choice === undefined) throw cancelled();
  return choice;
}

async function confirm(
  keys: KeyVault,
  { environment }: Connection,
  sending: readonly Candidate[],
): Promise<void> {
  await confirmProduction({
    environment,
    key: await keys.state(environment),
    what:
      sending.length === 1
        ? vscode.l10n.t('upload 1 file?')
        : vscode.l10n.t('upload {0} files?', sending.length),
    detail: [
      ...sending.slice(0, 10).map(({ name, size }) => `${name} (${formatBytes(size, vscode.env.language)})`),
      ...(sending.length > 10 ? [vscode.l10n.t('and {0} more', sending.length - 10)] : []),
    ],
    action: vscode.l10n.t('Upload to Production'),
  });
}

function progressTitle(environment: Connection['environment'], count: number): string {
  const where = environmentTitle(environment);
  return count === 1
    ? vscode.l10n.t('Uploading to {0}', where)
    : vscode.l10n.t('Uploading {0} files to {1}', count, where);
}

function progressText({ sent, total, done, count, active }: BatchProgress): string {
  const locale = vscode.env.language;
  const bytes = vscode.l10n.t('{0} of {1}', formatBytes(sent, locale), formatBytes(total, locale));
  const names = active.slice(0, 2).join(', ') + (active.length > 2 ? ' …' : '');
  return count === 1
    ? `${names} · ${bytes}`
    : vscode.l10n.t('{0} of {1} done · {2} · {3}', done, count, bytes, names);
}

function inOrder(selection: Selection, results: ReadonlyMap<Candidate['uri'], UploadResult>): UploadResult[] {
  const byUri = new Map([...results.values()].map((result) => [result.uri, result]));
  return selection.files.map((file): UploadResult => {
    const uri = file.toString();
    return (
      byUri.get(uri) ?? {
        uri,
        status: 'cancelled',
        error: { kind: 'cancelled', message: vscode.l10n.t('Cancelled. {0} was not sent.', nameOf(file)) },
      }
    );
  });
}

function rejected({ uri, rejection }: CheckedCandidate): UploadResult {
  return { uri: uri.toString(), status: 'rejected', ...(rejection !== undefined && { error: rejection }) };
}

function duplicateOf({ uri, warnings }: Candidate, earlier: KnownFile | undefined): UploadResult {
  return {
    uri: uri.toString(),
    status: 'duplicate',
    ...(earlier !== undefined && { file: uploadRecord(earlier) }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** An earlier upload in the form of the upload file record. */
function uploadRecord({
  fileId,
  purpose,
  mimeType,
  uploadedAt,
}: KnownFile): Readonly<Record<string, unknown>> {
  return { id: fileId, purpose, mimeType, ...(uploadedAt !== undefined && { uploadedAt }) };
}

/** What the purpose is remembered for: the folder of the first resource. */
function folderOf(resources: readonly vscode.Uri[]): string {
  const first = resources[0];
  return first === undefined ? '' : vscode.Uri.joinPath(first, '..').toString();
}

function cancelled(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
}
