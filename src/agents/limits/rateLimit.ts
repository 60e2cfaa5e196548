import { PreflightError } from '../../api/model/errors';

const WINDOW_MS = 60_000;

/** Limits how often agents may send: the calls of all tools within any 60 seconds. */
export class RateLimit {
  readonly #now: () => number;
  #taken: number[] = [];

  /** @param now milliseconds on a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts a call that is about to send.
   * @param limit calls within a minute; 0 allows none
   * @throws PreflightError that says how long to wait
   */
  take(limit: number): void {
    const now = this.#now();
    this.#taken = this.#taken.filter((time) => now - time < WINDOW_MS);
    if (this.#taken.length < limit) {
      this.#taken.push(now);
      return;
    }
    if (limit === 0) {
      const message =
        "Agents may send nothing: the user's setting paymentsApi.agents.maxPerMinute is 0. Ask the user to raise it, or to send by hand.";
      throw new PreflightError({ message });
    }
    // Room is made by the call that has to leave the window first; the limit may have been lowered since.
    const leaving = this.#taken[this.#taken.length - limit] ?? now;
    const retryAfterSeconds = Math.max(1, Math.ceil((leaving + WINDOW_MS - now) / 1000));
    throw new PreflightError({
      message: `Agents may send ${limit} times a minute (the user's setting paymentsApi.agents.maxPerMinute), and that many calls were made. Nothing was sent. Wait ${retryAfterSeconds} s, then call again; do not repeat it in a loop.`,
      retryAfterSeconds,
    });
  }
}
