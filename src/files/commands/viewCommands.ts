import { NotFoundError, saysMissing } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { canBeRetried } from '../../storage/types/fileStates';
import type { FileSort } from '../../storage/types/storageTypes';
import { environmentOf, optionsOf } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { leaveRows } from '../../ui/views/leaving';
import { settingUp } from '../../commands/settingUp';
import { commandTitle } from '../../commands/titles';
import type { FileRecords } from '../records/fileRecords';
import { selectedFiles } from '../records/fileTarget';
import type { FilesTree, Grouping } from '../view/filesTree';
import type { GroupNode } from '../view/fileNodes';
import type { UploadParts } from '../upload/ask';
import { resumeUploads, retryUploads } from '../upload/askAgain';
import { pickOne } from '../../ui/questions/answered';
import { askFilterText } from '../../ui/questions/filterText';
import { capitalised, number, t } from '../../util/text';
import type { FileRegistry, KnownFile } from '../../storage';
import { showMessage } from '../../ui/messages';
import { shareOf, withCancellableProgress } from '../../ui/progress';
import { flash } from '../../ui/flash';

/** The commands of the Files view, and of its rows that are not files of the service yet. */
export function createFilesViewCommands(tree: FilesTree, records: FileRecords, uploads: UploadParts) {
  const done = { data: {} };
  const withSetUp = settingUp(uploads.setUp);
  const refresh = async (files: readonly KnownFile[]) =>
    refreshFiles(records, (await uploads.services.storage.get()).files, files);
  return {
    async loadMoreFiles(node) {
      await leaveRows('files', [node]);
      tree.loadMore(isObject(node) ? (node['group'] as GroupNode | undefined) : undefined);
      return done;
    },
    refreshFiles: withSetUp(async () => {
      const selected = selectedFiles(undefined, tree.selection);
      await refresh(selected.length > 0 ? selected : tree.shownFiles);
      tree.refresh();
      return done;
    }),
    refreshFile: withSetUp(async (file, selection) => {
      await refresh(selectedFiles(file, selection));
      return done;
    }),
    async groupFiles() {
      const grouping = await choose<Grouping>(commandTitle('groupFiles'), tree.grouping, [
        ['none', t('No grouping')],
        ['purpose', t('Purpose')],
        ['day', capitalised(t('day'))],
      ]);
      await tree.setGrouping(grouping);
      return done;
    },
    async sortFiles() {
      const sort = await choose<FileSort>(commandTitle('sortFiles'), tree.sort, [
        ['time', t('Time, newest first')],
        ['name', t('Name')],
        ['type', t('Type')],
      ]);
      await tree.setSort(sort);
      return done;
    },
    async filterFiles() {
      await askFilterText(tree, {
        title: commandTitle('filterFiles'),
        placeholder: t('Type part of a name, an id, a purpose or a type'),
      });
      return done;
    },
    async clearFileFilter(node) {
      await leaveRows('files', [node]);
      tree.setFilter('');
      return done;
    },
    async retryUpload(row, selection) {
      if (typeof row === 'number' || typeof row === 'string') {
        const key = Number(row);
        return retryUploads(uploads, records, Number.isSafeInteger(key) ? [key] : [], false);
      }
      const rows = selectedFiles(row, selection).filter(({ state }) => canBeRetried(state));
      const keys = rows.map(({ key }) => key);
      if (keys.length === 0) throw new NotFoundError(t('Select the upload to retry.'));
      return retryUploads(uploads, records, keys, true);
    },
    async resumeUploads(options) {
      const isAsked = options === undefined || optionsOf(options)['interactive'] === true;
      const environment = uploads.services.environments.get(environmentOf(options));
      return resumeUploads(uploads, environment.id, isAsked);
    },
  } satisfies Partial<Handlers>;
}

function choose<T extends string>(
  title: string,
  current: T,
  choices: readonly (readonly [T, string])[],
): Promise<T> {
  return pickOne(
    choices.map(([value, text]) => ({
      label: text,
      ...(value === current && { description: t('active') }),
      value,
    })),
    { title },
  );
}

/**
 * Fetches the records of files again. One that the service does not know any more is remembered as such, and is
 * no reason to stop.
 * @throws PaymentsError the first failure of another kind: the next file would fail in the same way
 */
export async function refreshFiles(
  records: FileRecords,
  registry: FileRegistry,
  files: readonly KnownFile[],
): Promise<void> {
  const targets = files.flatMap(({ environment, fileId }) =>
    fileId === undefined ? [] : [{ environment, fileId }],
  );
  if (targets.length === 0) return;
  const { refreshed, gone } = await withCancellableProgress(t('Refreshing…'), async (signal, report) => {
    let refreshed = 0;
    let gone = 0;
    // One after the other: a refresh of many is no reason to hit a rate limit.
    for (const [index, target] of targets.entries()) {
      // Taken out of the view while it waited its turn: there is no row to refresh.
      if (registry.get(target.environment, target.fileId) === undefined) continue;
      report(...shareOf(index, targets.length));
      try {
        await records.fetch(target, signal);
        refreshed++;
      } catch (error) {
        if (!saysMissing(error)) throw error;
        gone++;
      }
    }
    return { refreshed, gone };
  });
  if (gone > 0) {
    showMessage(
      'warning',
      t('Refreshed: {0}. No longer known to the service: {1}.', number(refreshed), number(gone)),
    );
  } else {
    flash(t('Refreshed: {0}', number(refreshed)));
  }
}
