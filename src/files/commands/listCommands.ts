import * as vscode from 'vscode';
import { invalidArgument } from '../../api/model/errors';
import { redactorOf } from '../../services/environments/redactor';
import type { Handlers } from '../../commands/commands';
import type { JsonObject } from '../../commands/table/commandTypes';
import { choiceOf, environmentOf, optionsOf } from '../../commands/arguments';
import { openAction, showMessage } from '../../ui/messages';
import { targetOf } from '../../ui/questions/saveTarget';
import { environmentTitle } from '../../ui/environmentTitle';
import type { Services } from '../../services/services';
import type { ShowPanel } from '../details/panels';
import { recordOf } from '../records/contentLinks';
import { requireFileTarget, selectedFiles } from '../records/fileTarget';
import type { FilesTree } from '../view/filesTree';
import { askExportTarget, askFormat, askScope, exportTo, type ExportScope } from './exportFiles';
import { copyIds } from '../../ui/flash';
import type { FileRegistry, FileState, KnownFile } from '../../storage';
import { literal, plainText } from '../../util/plainText';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatRelativeTime } from '../../ui/formats/formats';
import { number, t } from '../../util/text';
import { answered } from '../../ui/questions/answered';
import { stateTitle } from '../records/uploadStates';

/** The commands about the list of files. */
export function createListCommands(
  { environments, keys, storage }: Services,
  tree: FilesTree,
  showPanel: ShowPanel,
) {
  const environmentIn = (options: unknown): string => environments.get(environmentOf(options)).id;

  return {
    async findFiles(given: unknown, options) {
      const query = readQuery(given);
      const limit = readLimit(optionsOf(options)['limit']);
      const environment = environmentIn(options);
      const { files } = await storage.get();
      if (query !== undefined) {
        return { data: files.list({ environment, text: query, limit }).items.map(foundRecord) };
      }
      const title = t('Find files in {0}', environmentTitle(environments.get(environment)));
      const choice = await askFind(files, environment, title);
      if (choice.kind === 'filter') {
        tree.setFilter(choice.text);
        await vscode.commands.executeCommand('paymentsApi.files.focus');
        return { data: [] };
      }
      const { fileId, key: row } = choice.file;
      await showPanel(
        fileId === undefined ? { environment, fileId: '', row } : { environment, fileId },
        true,
      );
      return { data: [foundRecord(choice.file)] };
    },

    async exportFiles(options, selection) {
      const rows = selectedFiles(options, selection);
      const environment = rows[0]?.environment ?? environmentIn(options);
      const format = choiceOf(options, 'format', ['json', 'csv']);
      const target = targetOf(options);
      const { files } = await storage.get();
      const scope: ExportScope =
        rows.length > 0
          ? { kind: 'rows', files: rows }
          : format !== undefined
            ? { kind: 'query', environment }
            : await askScope(files, environment, selectedIn(tree, environment), tree.filter);
      const chosen = format ?? (await askFormat());
      const uri = target ?? (await askExportTarget(chosen, environment));
      const redactor = await redactorOf(keys);
      const count = await exportTo(uri, chosen, scope, files, redactor);
      showMessage('info', t('Files exported: {0}.', number(count)), [openAction(uri)]);
      return { data: { uri: uri.toString(), count } };
    },

    async copyFileId(file, selection) {
      // The keyboard passes no row: the selection counts.
      const chosen =
        file === undefined ? selectedFiles(undefined, tree.selection) : selectedFiles(file, selection);
      const rows = chosen.flatMap(({ fileId }) => fileId ?? []);
      const ids = rows.length > 0 ? rows : [requireFileTarget(environments, file, selection).fileId];
      return { data: await copyIds(ids) };
    },
  } satisfies Partial<Handlers>;
}

/** A file as `findFiles` gives it: its record, as far as there is one, what became of it, and the key of its row. */
function foundRecord(file: KnownFile): JsonObject {
  const { state, error, remark, fileId: id, key } = file;
  return {
    ...recordOf(file),
    ...(id !== undefined && { id }),
    state,
    key,
    ...(state !== 'uploaded' && error !== undefined && { error }),
    ...(remark !== undefined && { remark }),
  };
}

/** The rows selected in the view, as far as they belong to that environment. */
function selectedIn(tree: FilesTree, environment: string): KnownFile[] {
  return selectedFiles(undefined, tree.selection).filter((file) => file.environment === environment);
}

/** Text is looked for; a menu's row, or nothing, means that the user is asked. */
function readQuery(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (query === undefined || query === null) return undefined;
  throw invalidArgument('query', 'string');
}

function readLimit(limit: unknown): number {
  if (limit === undefined) return Infinity;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit;
  throw invalidArgument('limit', 'number >= 1');
}

/** What the user chose in the Find list: a file, or to see all matches in the view. */
export type FindChoice =
  | { readonly kind: 'file'; readonly file: KnownFile }
  | { readonly kind: 'filter'; readonly text: string };

interface FoundItem extends vscode.QuickPickItem {
  readonly file?: KnownFile;
}

const SHOWN = 50;

/**
 * Finds files over names, ids, purposes and types as the user types.
 * @param states only those in these states
 * @throws CancelledError when it was dismissed
 */
export function askFind(
  registry: FileRegistry,
  environment: string,
  title: string,
  states?: readonly FileState[],
): Promise<FindChoice> {
  const pick = vscode.window.createQuickPick<FoundItem>();
  const filterButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('filter'),
    tooltip: t('Show only these in the Files view'),
  };
  pick.title = title;
  pick.placeholder = t('Type part of a name, an id, a purpose or a type');
  // The view has no filter by state.
  if (states === undefined) pick.buttons = [filterButton];
  const search = (): void => {
    const { items, next } = registry.list({
      environment,
      text: pick.value,
      states,
      limit: SHOWN,
    });
    pick.items = [...items.map(foundItem), ...(next === undefined ? [] : [moreItem()])];
  };
  search();
  pick.onDidChangeValue(search);
  return answered<FindChoice>(
    pick,
    () => {
      // Rows that have just been replaced are not selected yet when the user is quick: then the first counts.
      const file = (pick.selectedItems[0] ?? pick.items[0])?.file;
      return file && { kind: 'file', file };
    },
    () => ({ kind: 'filter', text: pick.value }),
  );
}

function foundItem(file: KnownFile): FoundItem {
  return {
    label: literal(plainText(file.name, 300)),
    description: literal(
      plainText(file.state === 'uploaded' ? (file.fileId ?? '') : stateTitle(file.state), 200),
    ),
    detail: literal(`${purposeTitle(file.purpose)} · ${formatRelativeTime(file.sortTime, Date.now())}`),
    // The registry has done the matching; the list must not narrow it by its own rules.
    alwaysShow: true,
    file,
  };
}

function moreItem(): FoundItem {
  return {
    label: t('More than {0} files match. Type more to narrow the list.', SHOWN),
    alwaysShow: true,
  };
}
