import { setTimeout as delay } from 'node:timers/promises';

/**
 * What the calls of a window know of the patience of services. One pause for all of them: after a 429 every call waits
 * until it has passed. And a hold on each environment whose service asked for more time than a call waits. Counts on a
 * monotonic clock.
 */
export class CoolDown {
  #until = 0;
  /** When the service of an environment may be asked again, by the environment and its account. */
  readonly #holds = new Map<string, number>();
  /** How many calls were answered by something else than 429. */
  answered = 0;

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

  /**
   * Holds back everything of an environment whose service asked to wait for longer than a call waits.
   * @param identity of the account behind it: another service at another address did not ask
   */
  hold(environment: string, milliseconds: number, identity?: string): void {
    const key = JSON.stringify([environment, identity]);
    this.#holds.set(key, Math.max(this.#holds.get(key) ?? 0, performance.now() + milliseconds));
  }

  /** For how many whole seconds an environment is still held back; undefined when it is not. @param identity see `hold` */
  heldSeconds(environment: string, identity?: string): number | undefined {
    const left = (this.#holds.get(JSON.stringify([environment, identity])) ?? 0) - performance.now();
    return left > 0 ? Math.ceil(left / 1000) : undefined;
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
