import type { Recorder } from './changes';
import type { Store } from './store';

const POLL_MS = 1000;

/**
 * Listens to a store's own changes at once, and to other windows' by looking for them now and then. SQLite has
 * no call for the latter; a look without a change costs microseconds. Looks only while somebody listens, and
 * does not keep the process alive.
 */
export class Watch {
  readonly #store: Store;
  readonly #look: () => void;
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param look what else there is to look for */
  constructor(store: Store, look: () => void, pollMs = POLL_MS) {
    this.#store = store;
    this.#look = look;
    this.#pollMs = pollMs;
  }

  listen(listener: Recorder): { dispose(): void } {
    const leave = this.#store.listen(listener);
    this.#timer ??= setInterval(() => {
      if (!this.#store.isOpen) return;
      this.#store.lookForFile();
      if (!this.#store.persistent) return;
      this.#look();
      this.#store.lookForOthers();
    }, this.#pollMs).unref();
    return {
      dispose: () => {
        leave();
        if (!this.#store.hasListeners) this.stop();
      },
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
