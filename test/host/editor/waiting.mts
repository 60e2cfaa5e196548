import { setTimeout as wait } from 'node:timers/promises';

/** How long is waited at most: far longer than anything takes, since a busy machine is no failure. */
export const ACT_MS = 120_000;

/**
 * Does something to the window until it has had its effect. A busy editor swallows clicks and keys: a tree that takes
 * in new rows takes the one under the pointer away, and a menu takes no click in its first moments. This is the one
 * place where something is done again; everywhere else, what is done once has to have its effect once.
 * @param act one try
 * @param effect waits a moment for what the try must cause, and rejects when it does not come
 * @param takeBack undoes what a try without effect left open
 */
export async function actUntil(
  act: () => Promise<unknown>,
  effect: () => Promise<unknown>,
  takeBack: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await eventually(
    async () => {
      try {
        await act();
        await effect();
        return 'done';
      } catch (error) {
        await takeBack();
        return error instanceof Error ? error.message : String(error);
      }
    },
    (outcome) => outcome === 'done',
    ACT_MS,
  );
}

/** Waits until something holds. */
export async function until(holds: () => PromiseLike<boolean> | boolean): Promise<void> {
  await eventually(holds, (isSo) => isSo);
}

/**
 * Reads until what was read is as expected.
 * @throws with the last reading, when it never was
 */
export async function eventually<T>(
  read: () => PromiseLike<T> | T,
  isExpected: (value: T) => boolean,
  timeoutMs = ACT_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    if (performance.now() > end) throw new Error(`Never as expected; at last: ${JSON.stringify(value)}`);
    await wait(50);
  }
}
