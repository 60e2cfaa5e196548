import { Files } from './files/files';
import { Generations } from './generations';
import { History } from './history/history';
import { IdleMaintenance } from './database/idleMaintenance';
import { indexMore } from './search/indexing';
import { Store } from './database/store';
import { WindowSession } from './database/sessions';
import type { Storage, StorageOptions } from './storageTypes';
import { Watch } from './database/watch';

export type * from './storageTypes';
export { localDay, localDayRange } from './days';

/**
 * Opens the data of the extension: one SQLite database, shared by any number of windows.
 * It never throws because of the file: `onProblem` gets the problem before this returns, and
 * work goes on in memory. May block for `busyTimeoutMs` when another program keeps the file locked.
 */
export function openStorage(options: StorageOptions): Storage {
  const store = new Store(options);
  const generations = new Generations(store, options.identityOf ?? (() => 'the only one'));
  const session: WindowSession = new WindowSession(store, () => files.isBusy || history.isBusy);
  const files: Files = new Files(store, generations, session);
  const history: History = new History(store, generations, session);
  const idle = new IdleMaintenance(store, () => {
    // Also where no view is open that would listen, and so look.
    if (store.awaitsFile) {
      store.lookForFile();
      return store.awaitsFile;
    }
    history.trim();
    return generations.dropOld() || indexMore(store) || store.reclaim();
  });
  const lookForGenerations = () => {
    if (!store.isOpen) return;
    for (const environment of generations.changed()) {
      store.announce({ what: 'files', environment });
      store.announce({ what: 'history', environment });
    }
  };
  const watch = new Watch(
    store,
    () => {
      files.recoverFromCrash();
      lookForGenerations();
    },
    options.pollMs,
  );
  return {
    files,
    history,
    get persistent() {
      return store.persistent;
    },
    generation: (environment) => generations.current(environment),
    get isOpen() {
      return store.isOpen;
    },
    lookForGenerations,
    isKnown: (environment) => generations.isKnown(environment),
    batch: (work) => store.batch(work),
    onDidChange: (listener) => watch.listen(listener),
    close() {
      if (!store.isOpen) return;
      watch.stop();
      idle.stop();
      history.trim();
      files.close();
      store.close();
    },
  };
}
