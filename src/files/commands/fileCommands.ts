import * as vscode from 'vscode';
import { CancelledError, NotFoundError } from '../../api/errors';
import type { Handlers } from '../../commands/commands';
import type { JsonObject } from '../../commands/types';
import type { Environments } from '../../services/environments';
import type { Environment } from '../../services/environmentModel';
import type { FileRegistry, KnownFile } from '../../storage/types';
import { optionsOf, refuse } from '../../commands/arguments';
import { commandAction, showMessage } from '../../ui/messages';
import { openOutside } from '../../ui/openOutside';
import { environmentTitle, withLateProgress } from '../../ui/progress';
import { askTarget, type FileContent } from '../fileContent';
import { askExportTarget, askFormat, askScope, exportTo, type ExportScope } from './exportFiles';
import { readFileTarget, requireFileTarget, type FileOfEnvironment } from '../fileTarget';
import { askFind } from './findFiles';
import { isUsable, recordOf } from '../contentLinks';
import type { FileRecords } from '../fileRecords';
import { selectedFiles } from './selection';
import type { PrivateCopies } from '../privateCopies';
import type { FilesTree } from '../view/filesTree';
import { settingUp } from './settingUp';

export interface FileCommandParts {
  readonly environments: Environments;
  readonly registry: () => Promise<FileRegistry>;
  readonly records: FileRecords;
  readonly content: FileContent;
  readonly tree: FilesTree;
  readonly copies: () => PrivateCopies;
  /** Leads through what is missing for an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  /** Opens the details panel; before the record is fetched when the file is known. */
  readonly showPanel: (target: FileOfEnvironment, preview: boolean) => Promise<void>;
}

type FileCommands = Pick<
  Handlers,
  | 'showFileDetails'
  | 'addFileById'
  | 'forgetFile'
  | 'copyFileId'
  | 'copyContentLink'
  | 'openContent'
  | 'saveContent'
  | 'findFiles'
  | 'exportFiles'
>;

const FOUND = 100;

/** The commands about files that the service has. */
export function createFileCommands(parts: FileCommandParts): FileCommands {
  const commands = createCommands(parts);
  const withSetUp = settingUp(parts.setUp);
  return {
    ...commands,
    showFileDetails: withSetUp(commands.showFileDetails),
    addFileById: withSetUp(commands.addFileById),
    copyContentLink: withSetUp(commands.copyContentLink),
    openContent: withSetUp(commands.openContent),
    saveContent: withSetUp(commands.saveContent),
  };
}

function createCommands(parts: FileCommandParts): FileCommands {
  const { environments, registry, records, content, tree } = parts;
  const environmentIn = (options: unknown): string => environments.get(optionsOf(options)['environment']).id;
  const read = (file: unknown, options: unknown): FileOfEnvironment | undefined =>
    known(environments, readFileTarget(file, options, environments.active.id));
  const require = (file: unknown, options: unknown): FileOfEnvironment => {
    const target = requireFileTarget(file, options, environments.active.id);
    return known(environments, target) ?? target;
  };

  return {
    async showFileDetails(file, options) {
      const target = read(file, options) ?? (await askFile(await registry(), environments));
      // Commands that the extension runs itself, as for a click on a row, do not tick a step of the walkthrough.
      void vscode.commands.executeCommand('setContext', 'paymentsApi.hasShownDetails', true);
      const preview = optionsOf(options)['preview'] !== false;
      const isKnown = (await registry()).get(target.environment, target.fileId) !== undefined;
      const fetching = records.add(target);
      if (isKnown) await parts.showPanel(target, preview);
      const { record, requestId, exchangeId } = await fetching;
      if (!isKnown) await parts.showPanel(target, preview);
      return { data: record, requestId, exchangeId };
    },

    async addFileById(fileId, options) {
      const target =
        read(fileId, options) ?? (await askFileId(environments.get(optionsOf(options)['environment'])));
      const { record, file, requestId, exchangeId } = await records.add(target);
      showMessage('info', vscode.l10n.t('{0} was added to the Files view.', file.name), [
        commandAction(vscode.l10n.t('Show Details'), 'showFileDetails', target.fileId, {
          environment: target.environment,
        }),
      ]);
      return { data: record, requestId, exchangeId };
    },

    async forgetFile(file, selection) {
      const files = await registry();
      const rows = selectedFiles(file, selection);
      const chosen = rows.length > 0 ? rows : [requireKnown(files, require(file, selection))];
      if (chosen.some(({ state }) => state === 'pending' || state === 'uploading')) {
        throw refuse(
          vscode.l10n.t(
            'A file that is being uploaded cannot be removed from the list. Cancel the upload first.',
          ),
        );
      }
      const keys = files.forget(chosen.map(({ key }) => key));
      const message =
        chosen.length === 1
          ? vscode.l10n.t(
              '{0} was removed from the Files view. The service still has it.',
              chosen[0]?.name ?? '',
            )
          : vscode.l10n.t(
              '{0} files were removed from the Files view. The service still has them.',
              chosen.length,
            );
      showMessage('info', message, [
        {
          title: vscode.l10n.t('Undo'),
          run: () => {
            files.restore(keys);
          },
        },
      ]);
      return { data: { forgotten: keys.length } };
    },

    async copyFileId(file, selection) {
      // From the keyboard no row is handed over: what is selected counts.
      const chosen =
        file === undefined ? selectedFiles(undefined, tree.selection) : selectedFiles(file, selection);
      const rows = chosen.flatMap(({ fileId }) => fileId ?? []);
      const ids = rows.length > 0 ? rows : [require(file, selection).fileId];
      const text = ids.join('\n');
      await vscode.env.clipboard.writeText(text);
      flash(
        ids.length === 1 ? vscode.l10n.t('File id copied') : vscode.l10n.t('{0} file ids copied', ids.length),
      );
      return { data: text };
    },

    async copyContentLink(file, options) {
      const link = await content.link(require(file, options));
      await vscode.env.clipboard.writeText(link.url);
      if (!isUsable(link, Date.now()))
        showMessage(
          'warning',
          vscode.l10n.t('The content link was copied, but the service says that it has expired.'),
        );
      else if (link.needsKey)
        showMessage(
          'info',
          vscode.l10n.t(
            'Content link copied. It is an address of the service itself: whoever opens it may have to send the API key, in the header Authorization.',
          ),
        );
      else flash(vscode.l10n.t('Content link copied'));
      return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
    },

    async openContent(file, options) {
      const target = require(file, options);
      const link = await content.link(target);
      if (!link.needsKey) {
        openOutside(link.url);
        return { data: link.url, requestId: link.requestId, exchangeId: link.exchangeId };
      }
      const { bytes, name, mimeType, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Opening {0}', link.name),
        (signal) => content.bytes(target, signal, link),
      );
      const known = (await registry()).get(target.environment, target.fileId)?.mimeType;
      const uri = await parts.copies().open(name, bytes, mimeType ?? known ?? '');
      return { data: uri.toString(), requestId, exchangeId };
    },

    async saveContent(file, options) {
      const target = require(file, options);
      const given = optionsOf(options)['target'];
      if (given !== undefined && !(given instanceof vscode.Uri))
        throw refuse(vscode.l10n.t('The target must be a Uri.'));
      const name = (await registry()).get(target.environment, target.fileId)?.name ?? target.fileId;
      const uri = given ?? (await askTarget(name));
      const { bytes, requestId, exchangeId } = await withLateProgress(
        vscode.l10n.t('Saving {0}', name),
        (signal) => content.bytes(target, signal),
      );
      await vscode.workspace.fs.writeFile(uri, bytes);
      showMessage('info', vscode.l10n.t('Saved {0}.', name), [
        { title: vscode.l10n.t('Open'), run: () => vscode.commands.executeCommand('vscode.open', uri) },
      ]);
      return { data: { uri: uri.toString(), bytes: bytes.length }, requestId, exchangeId };
    },

    async findFiles(given: unknown, options) {
      const query = readQuery(given);
      const environment = environmentIn(options);
      const files = await registry();
      if (query !== undefined) {
        const limit = readLimit(optionsOf(options)['limit']);
        const { items } = files.list({ environment, text: query, limit });
        return { data: items.map(foundRecord) };
      }
      const title = vscode.l10n.t('Find files in {0}', environmentTitle(environments.get(environment)));
      const choice = await askFind(files, environment, title);
      if (choice === undefined) throw new CancelledError({ message: vscode.l10n.t('Cancelled.') });
      if (choice.kind === 'filter') {
        tree.setFilter(choice.text);
        await vscode.commands.executeCommand('paymentsApi.files.focus');
        return { data: [] };
      }
      if (choice.file.fileId !== undefined) {
        await parts.showPanel({ environment, fileId: choice.file.fileId }, true);
      } else {
        // It has no details: its row says what became of it, and what can be done.
        tree.setFilter(choice.file.name);
        await vscode.commands.executeCommand('paymentsApi.files.focus');
      }
      return { data: [foundRecord(choice.file)] };
    },

    async exportFiles(options, selection) {
      const given = optionsOf(options);
      const rows = selectedFiles(options, selection);
      const environment = rows[0]?.environment ?? environmentIn(options);
      const { format, target } = given;
      if (format !== undefined && format !== 'json' && format !== 'csv') {
        throw refuse(vscode.l10n.t('Unknown format. Use json or csv. Nothing was exported.'));
      }
      if (target !== undefined && !(target instanceof vscode.Uri))
        throw refuse(vscode.l10n.t('The target must be a Uri.'));
      const files = await registry();
      const scope: ExportScope =
        rows.length > 0
          ? { kind: 'rows', files: rows }
          : format !== undefined
            ? { kind: 'query', environment }
            : await askScope(environment, selectedIn(tree, environment), tree.filter);
      const chosen = format ?? (await askFormat());
      const uri = target ?? (await askExportTarget(chosen, environment));
      const count = await exportTo(uri, chosen, scope, files);
      const text =
        count === 1 ? vscode.l10n.t('Exported 1 file.') : vscode.l10n.t('Exported {0} files.', count);
      showMessage('info', text, [
        { title: vscode.l10n.t('Open'), run: () => vscode.commands.executeCommand('vscode.open', uri) },
      ]);
      return { data: { uri: uri.toString(), count } };
    },
  };
}

/** A file as `findFiles` gives it: its record, as far as there is one, and what became of it. */
function foundRecord(file: KnownFile): JsonObject {
  const { state, error } = file;
  return { ...recordOf(file), state, ...(state !== 'uploaded' && error !== undefined && { error }) };
}

/** The rows selected in the view, as far as they belong to that environment. */
function selectedIn(tree: FilesTree, environment: string): KnownFile[] {
  return selectedFiles(undefined, tree.selection).filter((file) => file.environment === environment);
}

/** Refuses an environment that there is not, before anything is done. */
function known(
  environments: Environments,
  target: FileOfEnvironment | undefined,
): FileOfEnvironment | undefined {
  return target === undefined
    ? undefined
    : { ...target, environment: environments.get(target.environment).id };
}

function requireKnown(registry: FileRegistry, { environment, fileId }: FileOfEnvironment): KnownFile {
  const file = registry.get(environment, fileId);
  if (file !== undefined) return file;
  throw new NotFoundError({
    message: vscode.l10n.t('No file with the id {0} is in the list of {1}.', fileId, environment),
  });
}

/** Text is looked for; a menu's row, or nothing, means that the user is asked. */
function readQuery(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (query === undefined || typeof query === 'object') return undefined;
  throw refuse(vscode.l10n.t('The query must be text.'));
}

function readLimit(limit: unknown): number {
  if (limit === undefined) return FOUND;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit;
  throw refuse(vscode.l10n.t('The limit must be a whole number of at least 1.'));
}

async function askFile(registry: FileRegistry, environments: Environments): Promise<FileOfEnvironment> {
  const { id: environment } = environments.active;
  if (registry.count({ environment, states: ['uploaded'] }) > 0) {
    const title = vscode.l10n.t('Show file details');
    const choice = await askFind(registry, environment, title, ['uploaded']);
    if (choice?.kind === 'file' && choice.file.fileId !== undefined)
      return { environment, fileId: choice.file.fileId };
    throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
  }
  return askFileId(environments.active);
}

async function askFileId(environment: Environment): Promise<FileOfEnvironment> {
  const fileId = await vscode.window.showInputBox({
    title: vscode.l10n.t('File of {0}', environmentTitle(environment)),
    prompt: vscode.l10n.t('The file id from the service'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter the id of a file.') : undefined),
  });
  if (fileId === undefined)
    throw new CancelledError({ message: vscode.l10n.t('Cancelled. Nothing was sent.') });
  return { environment: environment.id, fileId: fileId.trim() };
}

function flash(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 3000);
}
