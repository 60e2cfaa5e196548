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
  const abort = () => reject(reason());
  signal.addEventListener('abort', abort);
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

/**
 * Works on items with at most `width` of them at a time.
 * @returns the results in the order of the items; rejects with the first error
 */
export async function pool<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
