import type { Store } from './store';

/** How long nothing must have been written, so that a batch of uploads is not slowed down. */
const IDLE_MS = 300;

/** Does work that nothing waits for, once a store has not been written to for a while. */
export class IdleMaintenance {
  readonly #timer: NodeJS.Timeout;

  /** @param work some milliseconds of it; returns whether there is more */
  constructor(store: Store, work: () => boolean) {
    this.#timer = setTimeout(() => {
      if (work()) this.#timer.refresh();
    }, IDLE_MS).unref();
    store.onWritten(() => {
      this.#timer.refresh();
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
