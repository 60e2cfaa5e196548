import type { Store } from './store';

/** How long nothing must have been written, so that a batch of uploads is not slowed down. */
const IDLE_MS = 300;
/** Between two steps: whoever shares the thread has most of it. */
const STEP_MS = 30;

/**
 * Does work that nothing waits for, once a store has not been written to for a while.
 * @param work some milliseconds of it; returns whether there is more
 * @returns what ends it
 */
export function maintainWhenIdle(store: Store, work: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined;
  const next = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (work()) next(STEP_MS);
    }, milliseconds).unref();
  };
  const wait = () => {
    next(IDLE_MS);
  };
  wait();
  store.onWritten(wait);
  return () => {
    clearTimeout(timer);
  };
}
