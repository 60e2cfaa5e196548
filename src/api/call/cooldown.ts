import { setTimeout as delay } from 'node:timers/promises';

/** From this many requests in flight on, a batch counts as unlimited again. */
const UNLIMITED = 16;

/** A call of a batch that waits for its turn. */
interface Waiter {
  readonly go: () => void;
}

/**
 * One pause for all calls of a window: after a 429 every call waits until it has passed ("Limits": a rate
 * limit exists, its values are not shown). Counts on a monotonic clock.
 *
 * Calls of a batch also take turns: after a 429 half as many go on, and more as soon as they are answered, so
 * that a pause does not end with all of them at once.
 */
export class CoolDown {
  #until = 0;
  #inFlight = 0;
  #limit = Infinity;
  /** When the limit was last lowered: requests begun before that met the same rate limit. */
  #loweredAt = -Infinity;
  #answered = 0;
  readonly #queue = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  /** Asks for a pause from now on. A pause only ever grows. */
  note(milliseconds: number): void {
    this.#until = Math.max(this.#until, performance.now() + milliseconds);
  }

  /** What is left of it, in milliseconds. */
  get remainingMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** How many calls of batches were answered by something else than 429. */
  get answered(): number {
    return this.#answered;
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
   * Waits for the turn of a call of a batch: the pause has passed, and no more than the limit are in flight.
   * @returns how to give the turn back, with whether the answer was a 429
   * @throws the signal's reason, as soon as it aborts
   */
  async takeTurn(signal?: AbortSignal): Promise<(limited: boolean) => void> {
    signal?.throwIfAborted();
    if (this.#queue.size > 0 || !this.#isFree()) await this.#queued(signal);
    else this.#inFlight++;
    const begun = performance.now();
    return (limited) => {
      this.#inFlight--;
      if (limited) this.#lower(begun);
      else this.#raise();
      this.#letGo();
    };
  }

  #isFree(): boolean {
    return this.remainingMs === 0 && this.#inFlight + 1 <= this.#limit;
  }

  async #queued(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiter = {
      go: () => {
        resolve(undefined);
      },
    };
    const stop = () => {
      this.#queue.delete(waiter);
      reject(signal?.reason as Error);
    };
    this.#queue.add(waiter);
    signal?.addEventListener('abort', stop, { once: true });
    this.#letGo();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Starts as many waiting calls as allowed. Their turns are taken here, so that a new call cannot take them first. */
  #letGo(): void {
    for (const waiter of this.#queue) {
      if (!this.#isFree()) break;
      this.#queue.delete(waiter);
      this.#inFlight++;
      waiter.go();
    }
    const left = this.remainingMs;
    if (this.#queue.size === 0 || left === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#letGo();
    }, Math.ceil(left));
  }

  #lower(begun: number): void {
    if (begun < this.#loweredAt) return;
    this.#loweredAt = performance.now();
    const all = Math.min(this.#limit, this.#inFlight + 1);
    this.#limit = Math.max(1, Math.floor(all / 2));
  }

  #raise(): void {
    this.#answered++;
    this.#limit += 0.5;
    if (this.#limit >= UNLIMITED) this.#limit = Infinity;
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
