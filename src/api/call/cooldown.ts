import { setTimeout as delay } from 'node:timers/promises';

/**
 * One pause for all calls of a window: after a 429 every call waits until it has passed ("Limits": a rate
 * limit exists, its values are not shown). Counts on a clock that nobody can set.
 */
export class CoolDown {
  #until = 0;

  /** Asks for a pause from now on. A pause only ever grows. */
  note(milliseconds: number): void {
    this.#until = Math.max(this.#until, performance.now() + milliseconds);
  }

  /** What is left of it, in milliseconds. */
  get remainingMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /**
   * Resolves once it has passed, also when it grows meanwhile.
   * @throws the signal's reason, as soon as it aborts
   */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    for (let left = this.remainingMs; left > 0; left = this.remainingMs) await pause(left, signal);
  }
}

/**
 * A wait that can be called off.
 * @throws the signal's reason, as soon as it aborts
 */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(Math.ceil(milliseconds), undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
