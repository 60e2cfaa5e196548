import type { Store } from './store';

/** How long nothing must have been written, so that a batch of uploads is not slowed down. */
const IDLE_MS = 300;
/** Between two steps: whoever shares the thread has most of it. */
const STEP_MS = 30;

/** When to go on: with the next step, or after a pause in which nothing is written. */
export type Next = 'soon' | 'later';

/** Does work that nothing waits for, once a store has not been written to for a while. */
export class IdleMaintenance {
  readonly #work: () => Next | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param work some milliseconds of it; returns when there is more */
  constructor(store: Store, work: () => Next | undefined) {
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
      const next = this.#work();
      if (next !== undefined) this.#next(next === 'soon' ? STEP_MS : IDLE_MS);
    }, milliseconds).unref();
  }
}
