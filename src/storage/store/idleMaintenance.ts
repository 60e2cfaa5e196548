import type { Store } from './store';

/** How long nothing must have been written, so that a batch of uploads is not slowed down. */
const IDLE_MS = 300;
/** Between two steps: whoever shares the thread has most of it. */
const STEP_MS = 30;

/** Does work that nothing waits for, once a store has not been written to for a while. */
export class IdleMaintenance {
  readonly #work: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  /** @param work some milliseconds of it; returns whether there is more */
  constructor(store: Store, work: () => boolean) {
    this.#work = work;
    this.#next(IDLE_MS);
    store.onWritten(() => {
      this.#next(IDLE_MS);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#work()) this.#next(STEP_MS);
    }, milliseconds).unref();
  }
}
