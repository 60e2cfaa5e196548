import { Files } from './files/files';
import { Generations } from './store/generations';
import { History } from './history/history';
import { Checkpoints } from './sqlite/checkpoints';
import { IdleMaintenance } from './store/idleMaintenance';
import { indexSome } from './search/fileIndex';
import { Store } from './store/store';
import { WindowSession } from './store/sessions';
import type { Storage, StorageOptions } from './types/storageTypes';
import { Watch } from './store/watch';

export type * from './types/storageTypes';
export { localDay, localDayRange } from './types/days';

/**
 * Opens the data of the extension: one SQLite database, shared by any number of windows.
 * It never throws because of the file: `onProblem` gets the problem before this returns. May block for `busyTimeoutMs`
 * when another program keeps the file locked.
 */
export function openStorage(options: StorageOptions): Storage {
  const store = new Store(options);
  const generations = new Generations(store, options.identityOf ?? (() => 'the only one'));
  const session: WindowSession = new WindowSession(store, () => files.isBusy || history.isBusy);
  const files: Files = new Files(store, generations, session);
  const history: History = new History(store, generations, session);
  const checkpoints = new Checkpoints(options.file);
  const checkpoint = () => {
    checkpoints.note(store.written);
  };
  store.onWritten(checkpoint);
  store.onReplaced(() => {
    checkpoints.stop();
  });
  const idle = new IdleMaintenance(store, () => {
    history.trim();
    const isMore = generations.dropOld() || store.inSpareTime(indexSome) === true || store.reclaim();
    checkpoint();
    return isMore;
  });
  const lookForGenerations = (): boolean => {
    if (!store.isOpen) return false;
    const changed = generations.changed();
    for (const environment of changed) {
      store.announce({ what: 'files', environment });
      store.announce({ what: 'history', environment });
    }
    return changed.length > 0;
  };
  const watch = new Watch(
    store,
    () => {
      files.recoverFromCrash();
      return lookForGenerations();
    },
    options,
  );
  return {
    files,
    history,
    get problem() {
      return store.problem;
    },
    tryAgain: () => store.tryAgain(),
    startNewList: () => store.startNewList(),
    generation: (environment) => generations.current(environment),
    get isOpen() {
      return store.isOpen;
    },
    lookForGenerations() {
      lookForGenerations();
    },
    wake() {
      if (store.isOpen) watch.wake();
    },
    isKnown: (environment) => generations.isKnown(environment),
    batch: (work) => store.batch(work),
    onDidChange: (listener) => watch.listen(listener),
    close() {
      if (!store.isOpen) return;
      watch.stop();
      idle.stop();
      checkpoints.stop();
      history.trim();
      files.close();
      store.close();
    },
  };
}
