import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import type { Recorder } from './changes';
import type { Store } from './store';
import type { StorageOptions } from '../types/storageTypes';

const POLL_MS = 1000;
const QUIET_MS = 60_000;

/**
 * Listens to a store's own changes at once, and to other windows' by looking for them now and then. SQLite has
 * no call for the latter; a look without a change costs microseconds. Looks only while somebody listens, and
 * does not keep the process alive.
 *
 * After a minute in which nothing was written it stops looking, so that an unused window has no timer. From then on it
 * waits for a change in the database's folder, which the system reports, or for `wake`: some file systems report nothing.
 */
export class Watch {
  readonly #store: Store;
  readonly #look: () => boolean;
  readonly #folder: string;
  readonly #pollMs: number;
  readonly #looksUntilQuiet: number;
  #looksSinceUse = 0;
  #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;

  /** @param look called at each look to check for other changes; returns whether it found any */
  constructor(store: Store, look: () => boolean, { file, pollMs = POLL_MS }: StorageOptions) {
    this.#store = store;
    this.#look = look;
    this.#folder = dirname(file);
    this.#pollMs = pollMs;
    this.#looksUntilQuiet = Math.ceil(QUIET_MS / pollMs);
    store.onWritten(() => this.#used());
  }

  listen(listener: Recorder): { dispose(): void } {
    const leave = this.#store.listen(listener);
    this.#used();
    return {
      dispose: () => {
        leave();
        if (!this.#store.hasListeners) this.stop();
      },
    };
  }

  /** Looks now, and again at intervals: somebody is at this window. */
  wake(): void {
    if (!this.#store.hasListeners) return;
    const wasAsleep = this.#timer === undefined;
    this.#used();
    if (wasAsleep) this.#lookForChanges();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** Looks at intervals from now on. */
  #used(): void {
    this.#looksSinceUse = 0;
    if (this.#timer !== undefined || !this.#store.hasListeners) return;
    this.stop();
    this.#timer = setInterval(() => this.#tick(), this.#pollMs).unref();
  }

  #tick(): void {
    if (!this.#store.isOpen) return;
    this.#looksSinceUse += 1;
    this.#lookForChanges();
    // What happened is to be written down as soon as the file can be written again.
    if (this.#looksSinceUse >= this.#looksUntilQuiet && !this.#store.owes) this.#sleep();
  }

  #lookForChanges(): void {
    this.#store.lookForFile();
    const isOther = this.#look();
    if (this.#store.lookForOthers() || isOther) this.#looksSinceUse = 0;
  }

  #sleep(): void {
    this.stop();
    try {
      const watcher = watch(this.#folder, { persistent: false }, () => this.wake());
      // It is closed then, and `wake` is left.
      watcher.on('error', () => undefined);
      this.#watcher = watcher;
    } catch {
      // The system has no more watchers to give.
    }
    // For what changed before the watcher was there.
    this.#lookForChanges();
    if (this.#looksSinceUse === 0) this.#used();
  }
}
