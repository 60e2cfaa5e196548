import type { StorageService } from '../services/storage';
import type { StorageProblem } from '../storage/types/storageTypes';
import { showMessage, type Action, titledAction } from './messages';
import { t } from '../util/text';

/** Shows what is wrong with the database, once, and what can be done about it. */
export function showStorageProblem(
  { message, kind, setAside }: StorageProblem,
  storage: StorageService,
): void {
  const isOver = setAside !== undefined || kind === 'replaced';
  const canBeWritten = t('The list of known files and requests can be written again.');
  const tryAgain: Action = {
    title: t('Try Again'),
    run: async () => {
      const left = (await storage.get()).tryAgain();
      if (left !== undefined) showStorageProblem(left, storage);
      else showMessage('info', canBeWritten);
    },
  };
  const startNewList: Action = {
    title: t('Start a New List'),
    run: async () => {
      const opened = await storage.get();
      // The message stays: by now another window may have begun one.
      const said = opened.problem === undefined ? undefined : opened.startNewList();
      showMessage('info', said ?? canBeWritten);
    },
  };
  showMessage('warning', message, [...(isOver ? [] : [tryAgain, startNewList]), titledAction('showLog')]);
}
