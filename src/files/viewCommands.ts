import * as vscode from 'vscode';
import { CancelledError, NotFoundError } from '../api/errors';
import type { Handlers } from '../commands';
import type { FileRegistry, FileSort } from '../storage/types';
import { isObject } from '../ui/arguments';
import type { FileRecords } from './records';
import { selectedFiles } from './selection';
import type { FilesTree, Grouping } from './tree';
import type { GroupNode } from './treeNodes';
import { retryUpload } from './uploadRetry';

type ViewCommands = Pick<
  Handlers,
  | 'loadMoreFiles'
  | 'refreshFiles'
  | 'refreshFile'
  | 'groupFiles'
  | 'sortFiles'
  | 'filterFiles'
  | 'clearFileFilter'
  | 'retryUpload'
>;

/** The commands that steer the Files view, and those of its rows that are no file of the service yet. */
export function createFilesViewCommands(
  tree: FilesTree,
  records: FileRecords,
  registry: () => Promise<FileRegistry>,
): ViewCommands {
  const done = { data: {} };
  return {
    loadMoreFiles(node) {
      tree.loadMore(isObject(node) ? (node['group'] as GroupNode | undefined) : undefined);
      return Promise.resolve(done);
    },
    refreshFiles() {
      tree.refresh();
      return Promise.resolve(done);
    },
    async refreshFile(file, selection) {
      const targets = selectedFiles(file, selection).flatMap(({ environment, fileId }) =>
        fileId === undefined ? [] : [{ environment, fileId }],
      );
      // One after the other: a refresh of many is no reason to hit a rate limit.
      for (const target of targets) await records.fetch(target);
      return done;
    },
    async groupFiles() {
      const grouping = await choose<Grouping>(vscode.l10n.t('Group files by'), tree.grouping, [
        ['none', vscode.l10n.t('Not at all')],
        ['purpose', vscode.l10n.t('Purpose')],
        ['day', vscode.l10n.t('Day')],
      ]);
      await tree.setGrouping(grouping);
      return done;
    },
    async sortFiles() {
      const sort = await choose<FileSort>(vscode.l10n.t('Sort files by'), tree.sort, [
        ['time', vscode.l10n.t('Time, newest first')],
        ['name', vscode.l10n.t('Name')],
        ['type', vscode.l10n.t('Type')],
      ]);
      await tree.setSort(sort);
      return done;
    },
    async filterFiles() {
      const text = await vscode.window.showInputBox({
        title: vscode.l10n.t('Filter files'),
        prompt: vscode.l10n.t('Parts of a name, an id, a purpose or a type. Empty shows all.'),
        value: tree.filter,
      });
      if (text === undefined) throw unchanged();
      tree.setFilter(text);
      return done;
    },
    clearFileFilter() {
      tree.setFilter('');
      return Promise.resolve(done);
    },
    async retryUpload(file, selection) {
      const files = await registry();
      const [row, ...more] = selectedFiles(file, selection);
      if (row === undefined)
        throw new NotFoundError({ message: vscode.l10n.t('Select the upload to repeat.') });
      const first = await retryUpload(files, row);
      const data = [...first.data];
      for (const another of more) data.push(...(await retryUpload(files, another)).data);
      return { data, requestId: first.requestId, exchangeId: first.exchangeId };
    },
  };
}

async function choose<T extends string>(
  title: string,
  current: T,
  choices: readonly (readonly [T, string])[],
): Promise<T> {
  const picked = await vscode.window.showQuickPick(
    choices.map(([value, text]) => ({ label: value === current ? `$(check) ${text}` : text, value })),
    { title },
  );
  if (picked === undefined) throw unchanged();
  return picked.value;
}

function unchanged(): CancelledError {
  return new CancelledError({ message: vscode.l10n.t('Cancelled. The view stays as it is.') });
}
