import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import type { JsonObject } from '../../commands/commandTypes';
import { optionsOf, refuse } from '../../commands/arguments';
import type { KnownFile } from '../../storage/types/storageTypes';
import { showMessage } from '../../ui/messages';
import { environmentTitle } from '../../ui/progress';
import { recordOf } from '../records/contentLinks';
import type { FilesTree } from '../view/filesTree';
import { askExportTarget, askFormat, askScope, exportTo, type ExportScope } from './exportFiles';
import { askFind } from './findFiles';
import type { FileCommandParts } from './fileCommandParts';
import { selectedFiles } from './selection';

/** How many files `findFiles` gives unless it is called with a limit. */
const FOUND = 100;

/** The commands about the list of files. */
export function createListCommands(parts: FileCommandParts): Pick<Handlers, 'findFiles' | 'exportFiles'> {
  const { environments, registry, tree } = parts;
  const environmentIn = (options: unknown): string => environments.get(optionsOf(options)['environment']).id;

  return {
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
      const { fileId, key: row } = choice.file;
      await parts.showPanel(
        fileId === undefined ? { environment, fileId: '', row } : { environment, fileId },
        true,
      );
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
