import { FileRegistry } from './files/files';
import { Generations } from './store/generations';
import { RequestHistory } from './history/history';
import { Checkpoints } from './sqlite/checkpoints';
import { maintainWhenIdle } from './store/spareTime';
import { indexSome } from './search/fileIndex';
import { Store } from './store/store';
import { WindowSession } from './store/sessions';
import type { StorageChange, StorageOptions } from './types/storageTypes';
import { Watch } from './store/watch';

export type { FileRegistry } from './files/files';
export type { RequestHistory } from './history/history';
export type * from './types/storageTypes';

/** The open database. */
export type Storage = ReturnType<typeof openStorage>;
export { localDay, localDayRange } from './types/days';

/**
 * Opens the data of the extension: one SQLite database, shared by any number of windows.
 * It never throws because of the file: `onProblem` gets the problem before this returns. May block for `busyTimeoutMs`
 * when another program keeps the file locked.
 */
export function openStorage(options: StorageOptions) {
  const store = new Store(options);
  const generations = new Generations(store, options.identityOf ?? (() => 'the only one'));
  const session: WindowSession = new WindowSession(store, () => files.isBusy || history.isBusy);
  const files: FileRegistry = new FileRegistry(store, generations, session);
  const history: RequestHistory = new RequestHistory(store, generations, session);
  const checkpoints = new Checkpoints(options.file);
  const checkpoint = () => checkpoints.note(store.written);
  store.onWritten(checkpoint);
  maintainWhenIdle(store, () => {
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
      files.recover(Infinity);
      return lookForGenerations();
    },
    options,
  );
  return {
    files,
    history,
    /**
     * Why nothing can be written, while that is so. Reads go on as far as they can, and writes are refused with a
     * `ConfigurationError`; only what ends an upload or another write is kept until it can be written down.
     */
    get problem() {
      return store.problem;
    },
    get isOpen() {
      return store.isOpen;
    },
    /** Tries to write again. @returns the problem that is still there */
    tryAgain: () => store.tryAgain(),
    /**
     * Sets the database aside, and begins a new one, with what this window has in flight.
     * @returns what became of the old one, for a person; undefined where none was there
     * @throws ConfigurationError when that cannot be done; all is as before then
     */
    startNewList: () => store.startNewList(),
    /**
     * Does work with `files` and `history` in one commit with whatever else is asked for in the same turn of the
     * event loop: many uploads cost little more than one. It may be done twice, so it must bear that.
     * @returns what it gives, once it is committed; rejects with what it throws
     */
    batch: <T>(work: () => T): Promise<T> => store.batch(work),
    /** A key for what is shown of an environment now: another one once another account is behind it. */
    generation: (environment: string): number => generations.current(environment),
    /** The account that an environment leads to now; undefined while that is not known. */
    identity: (environment: string): string | undefined => options.identityOf?.(environment),
    /** Notifies the listeners of environments whose account has changed since the last call. */
    lookForGenerations,
    /** Whether anything was ever kept for an environment of that id, also one that is gone from the settings. */
    isKnown: (environment: string): boolean => generations.isKnown(environment),
    /**
     * Calls back after every commit of this window, and at most `pollMs` after one of another. After a minute without any,
     * as soon as the system reports that the database's folder changed, or at `wake`.
     */
    onDidChange: (listener: (change: StorageChange) => void) => watch.listen(listener),
    /** Looks for changes of other windows now: to be called when somebody comes back to this window. */
    wake: () => watch.wake(),
    /** Ends it, and what this window has in flight. Any use afterwards throws; closing twice is fine. */
    close() {
      if (!store.isOpen) return;
      // The last chance for what could not be written down: what happened counts, and the rest is given up.
      store.lookForFile();
      history.trim();
      files.close();
      store.close();
      // At the end: each of these writes has them begin again.
      watch.stop();
      checkpoints.stop();
    },
  };
}
