import { PreflightError } from '../../api/model/errors';

const WINDOW_MS = 60_000;

/**
 * Limits how often agents may send: the calls of all tools within any 60 seconds.
 * @param clock milliseconds on a monotonic clock
 * @returns counts a call that is about to send, by how many are allowed within a minute; 0 allows none. It throws a
 * PreflightError that says how long to wait.
 */
export function rateLimit(clock: () => number = () => performance.now()): (limit: number) => void {
  let taken: number[] = [];
  return (limit) => {
    const now = clock();
    taken = taken.filter((time) => now - time < WINDOW_MS);
    if (taken.length < limit) {
      taken.push(now);
      return;
    }
    if (limit === 0) {
      const message =
        "Agents may send nothing: the user's setting paymentsApi.agents.maxPerMinute is 0. Ask the user to raise it, or to send by hand.";
      throw new PreflightError(message);
    }
    // Room is made by the call that has to leave the window first; the limit may have been lowered since.
    const leaving = taken[taken.length - limit] ?? now;
    const retryAfterSeconds = Math.max(1, Math.ceil((leaving + WINDOW_MS - now) / 1000));
    throw new PreflightError({
      message: `Agents may send ${limit} times a minute (the user's setting paymentsApi.agents.maxPerMinute), and that many calls were made. Nothing was sent. Wait ${retryAfterSeconds} s, then call again; do not repeat it in a loop.`,
      retryAfterSeconds,
    });
  };
}
