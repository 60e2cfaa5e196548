/** Calls a listener. What the listener throws must not change the result of the call. */
export function quietly<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch {
    // See above.
  }
}
