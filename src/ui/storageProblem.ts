import * as vscode from 'vscode';
import type { StorageService } from '../services/storage';
import type { StorageProblem } from '../storage/types/storageTypes';
import { commandAction, showMessage, type Action } from './messages';

/** Shows what is wrong with the database, once, and what can be done about it. */
export function showStorageProblem(
  { message, kind, setAside }: StorageProblem,
  storage: StorageService,
): void {
  const isOver = setAside !== undefined || kind === 'replaced';
  const tryAgain: Action = {
    title: vscode.l10n.t('Try Again'),
    run: async () => {
      const left = (await storage.get()).tryAgain();
      if (left !== undefined) showStorageProblem(left, storage);
      else showMessage('info', vscode.l10n.t('The list of known files and requests can be written again.'));
    },
  };
  const startNewList: Action = {
    title: vscode.l10n.t('Start a New List'),
    run: async () => {
      showMessage('info', (await storage.get()).startNewList().message);
    },
  };
  showMessage('warning', message, [
    ...(isOver ? [] : [tryAgain, startNewList]),
    commandAction(vscode.l10n.t('Show Log'), 'showLog'),
  ]);
}
