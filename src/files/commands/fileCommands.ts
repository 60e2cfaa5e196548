import * as vscode from 'vscode';
import { CancelledError, NotFoundError } from '../../api/model/errors';
import { redactorOf } from '../../services/environments/redactor';
import type { Handlers } from '../../commands/commands';
import type { Services } from '../../services/services';
import type { Environment } from '../../services/environments/environmentModel';
import { isUnderWay } from '../../storage/types/fileStates';
import type { FileRegistry, KnownFile } from '../../storage';
import { environmentOf, optionsOf, refuse } from '../../commands/arguments';
import { settingUp, type SetUpEnvironment } from '../../commands/settingUp';
import { commandTitle } from '../../commands/titles';
import { commandAction, showMessage, withoutMessage, openAction } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { withLateProgress } from '../../ui/progress';
import { leaveRows } from '../../ui/views/leaving';
import {
  readFileTarget,
  requireFileTarget,
  type FileOfEnvironment,
  selectedFiles,
} from '../records/fileTarget';
import { isFresh } from '../details/detailsSource';
import type { ShowPanel } from '../details/panels';
import type { FetchedRecord, FileRecords, FileContent } from '../records/fileRecords';
import { askFind } from './listCommands';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import { firstOf, listed, t } from '../../util/text';
import { askLine } from '../../ui/questions/askLine';
import { afterAnswer } from '../../ui/failures';
import { openOutside } from '../../ui/openOutside';
import { writeChunks } from '../../ui/documents/writeChunks';
import { askSaveTarget, targetOf } from '../../ui/questions/saveTarget';
import { isUsable, type ContentLink } from '../records/contentLinks';
import type { PrivateCopies } from '../records/privateCopies';
import { flash } from '../../ui/flash';

/** The commands about single files. */
export function createFileCommands(
  { environments, storage }: Services,
  records: FileRecords,
  showPanel: ShowPanel,
  setUp: SetUpEnvironment,
) {
  const withSetUp = settingUp(setUp);
  const registry = async () => (await storage.get()).files;
  const read = (file: unknown, options: unknown) => readFileTarget(environments, file, options);
  const require = (file: unknown, options: unknown) => requireFileTarget(environments, file, options);

  return {
    showFileDetails: withSetUp(async (file, options) => {
      const preview = optionsOf(options)['preview'] !== false;
      // A click on a row asks for no request, and keeps the focus where it is.
      const origin = isObject(file) ? 'view' : undefined;
      const keepsFocus = preview && origin !== undefined;
      const upload = await uploadNow(file, registry);
      if (upload !== undefined && upload.fileId === undefined) {
        const { environment, key: row } = upload;
        await showPanel({ environment, fileId: '', row }, preview, keepsFocus);
        return { data: {} };
      }
      const named = read(upload === undefined ? file : { file: upload }, options);
      const environment = environments.get(environmentOf(options));
      // Before anything is asked that would have to be asked again.
      if (named === undefined) await setUp(environment.id);
      const target = named ?? (await askFile(await registry(), environment));
      // Commands that the extension runs itself, as for a click on a row, do not tick a step of the walkthrough.
      void vscode.commands.executeCommand('setContext', 'paymentsApi.hasShownDetails', true);
      const known = (await registry()).get(target.environment, target.fileId);
      const isAskedByPanel = known !== undefined && (known.gone || !isFresh(known));
      const look = async (): Promise<FetchedRecord> => {
        // The panel of a row says that it waits, and waits for nothing once it is closed.
        if (known !== undefined && origin !== undefined)
          return records.look(target, await showPanel(target, preview, keepsFocus), origin);
        const looking = fetching(target.fileId, (signal) => records.look(target, signal, origin));
        return (await Promise.all([looking, known && showPanel(target, preview)]))[0];
      };
      const { record, requestId, exchangeId } = await look().catch((error: unknown) => {
        // The panel shares the answer, and shows why there is none.
        throw isAskedByPanel && error instanceof Error ? withoutMessage(error) : error;
      });
      if (known === undefined) await showPanel(target, preview, keepsFocus);
      return { data: record, requestId, exchangeId };
    }),

    addFileById: withSetUp(async (fileId, options) => {
      const named = read(fileId, options);
      const environment = environments.get(environmentOf(options));
      if (named === undefined) await setUp(environment.id);
      const target = named ?? (await askFileId(environment));
      const { record, file, requestId, exchangeId } = await fetching(target.fileId, (signal) =>
        records.add(target, signal),
      );
      showMessage('info', t('{0} was added to the Files view.', plainText(file.name, 100)), [
        commandAction(t('Show Details'), 'showFileDetails', target.fileId, {
          environment: target.environment,
        }),
      ]);
      return { data: record, requestId, exchangeId };
    }),

    async forgetFile(file, selection) {
      const files = await registry();
      const rows = selectedFiles(file, selection);
      const chosen = rows.length > 0 ? rows : requireKnown(files, environments, require(file, selection));
      await leaveRows('files', Array.isArray(selection) ? selection : [file]);
      // A row may be older than what it shows.
      if (chosen.some(({ key, state }) => isUnderWay(files.getByKey(key)?.state ?? state))) {
        throw refuse(
          t('A file that is being uploaded cannot be removed from the list. Cancel the upload first.'),
        );
      }
      const keys = files.forget(chosen.map(({ key }) => key));
      const names = chosen.map(({ name }) => plainText(name, 100));
      const message = t(
        'Removed from the Files view: {0}. Nothing changes on the service.',
        listed(firstOf(names, 3)),
      );
      const undo = () => files.restore(keys);
      showMessage('info', message, [{ title: t('Undo'), run: undo }]);
      return { data: { forgotten: keys.length } };
    },
  } satisfies Partial<Handlers>;
}

/** Waits for what the service has of a file, and says so where that takes its time, or it asked for it: it can be cancelled. */
function fetching<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withLateProgress(t('Fetching {0}', plainText(what, 100)), work);
}

/** The row of an upload that was drawn without a file, as it is by now: the upload may have arrived since then. */
async function uploadNow(
  row: unknown,
  registry: () => Promise<FileRegistry>,
): Promise<KnownFile | undefined> {
  const [shown] = selectedFiles(row, undefined);
  if (shown === undefined || shown.fileId !== undefined) return undefined;
  return (await registry()).getByKey(shown.key);
}

/** All rows of a file: to take out one of two would leave it in the view. */
function requireKnown(
  registry: FileRegistry,
  environments: Services['environments'],
  { environment, fileId }: FileOfEnvironment,
): KnownFile[] {
  const rows = registry.rowsOf(environment, fileId);
  if (rows.length > 0) return rows;
  throw new NotFoundError(
    t('No file with the id {0} is in the list of {1}.', fileId, environments.get(environment).name),
  );
}

async function askFile(registry: FileRegistry, environment: Environment): Promise<FileOfEnvironment> {
  const { id } = environment;
  if (registry.count({ environment: id, states: ['uploaded'] }) === 0) return askFileId(environment);
  const choice = await askFind(registry, id, t('File Details'), ['uploaded']);
  if (choice.kind === 'file' && choice.file.fileId !== undefined)
    return { environment: id, fileId: choice.file.fileId };
  throw new CancelledError();
}

async function askFileId(environment: Environment): Promise<FileOfEnvironment> {
  const fileId = await askLine(
    t('File of {0}', environmentTitle(environment)),
    t('The file id from the service'),
    (id) => (id === '' ? t('Enter the id of a file.') : undefined),
  );
  return { environment: environment.id, fileId };
}

/** The commands about the content of a file. */
export function createContentCommands(
  { environments, connections, storage, keys }: Services,
  content: FileContent,
  copies: PrivateCopies,
  setUp: SetUpEnvironment,
) {
  const withSetUp = settingUp(setUp);
  const linkOf = (target: FileOfEnvironment) =>
    fetching(target.fileId, (signal) => content.link(target, signal));
  return {
    copyContentLink: withSetUp(async (file, options) => {
      const link = await linkOf(requireFileTarget(environments, file, options));
      // Of a link that was kept, a key may have been stored since.
      const data = (await redactorOf(keys)).text(link.url);
      await vscode.env.clipboard.writeText(data);
      const notice = copiedNotice(link, Date.now());
      if (notice === undefined) flash(t('Content link copied'));
      else showMessage(notice.level, notice.text);
      return { data, requestId: link.requestId, exchangeId: link.exchangeId };
    }),

    openContent: withSetUp(async (file, options) => {
      const target = requireFileTarget(environments, file, options);
      const link = await linkOf(target);
      if (!link.needsKey) {
        openOutside(link.url);
        return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
      }
      const { bytes, name, mimeType, requestId, exchangeId } = await fetching(link.name, (signal) =>
        content.bytes(target, signal, link),
      );
      const known = (await storage.get()).files.get(target.environment, target.fileId)?.mimeType;
      const uri = await afterAnswer({ requestId, exchangeId }, () =>
        copies.open(name, bytes, mimeType ?? known ?? ''),
      );
      return { data: uri.toString(), requestId, exchangeId };
    }),

    saveContent: withSetUp(async (file, options) => {
      const target = requireFileTarget(environments, file, options);
      const given = targetOf(options);
      const name = (await storage.get()).files.get(target.environment, target.fileId)?.name ?? target.fileId;
      // Nobody chooses a place for a file that cannot be fetched.
      await connections.open(target.environment);
      const uri = given ?? (await askSaveTarget(commandTitle('saveContent'), name));
      const { bytes, requestId, exchangeId } = await fetching(name, (signal) =>
        content.bytes(target, signal),
      );
      await afterAnswer({ requestId, exchangeId }, () => writeChunks(uri, [bytes]));
      showMessage('info', t('Saved {0}.', plainText(name, 100)), [openAction(uri)]);
      return { data: { uri: uri.toString(), bytes: bytes.length }, requestId, exchangeId };
    }),
  } satisfies Partial<Handlers>;
}

/** What somebody who copied a link has to know about it; undefined when it works as it is. */
export function copiedNotice(
  link: ContentLink & { readonly needsKey: boolean },
  now: number,
): { readonly level: 'info' | 'warning'; readonly text: string } | undefined {
  if (link.expiresAt !== undefined && !isUsable(link, now)) {
    const text = t('The content link was copied, but the service says that it has expired.');
    return { level: 'warning', text };
  }
  if (!link.needsKey) return undefined;
  const text = t(
    'Content link copied. It is an address of the service itself: whoever opens it may have to send the API key, in the header Authorization.',
  );
  return { level: 'info', text };
}
