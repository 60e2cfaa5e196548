/**
 * Waits for work until the signal is aborted. For work that cannot be stopped, or whose answer others wait for as
 * well: it goes on, and is no longer waited for.
 * @param reason makes the error that is thrown then
 */
export async function untilAborted<T>(
  work: PromiseLike<T>,
  signal: AbortSignal,
  reason: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(reason());
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What the work gives; undefined when it takes longer, which does not end it. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
