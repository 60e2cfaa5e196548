/** Something that is made at its first use, once. A failure is not kept: the next use tries again. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** What was made or is being made; undefined before the first use. */
  readonly loaded: Promise<T> | undefined;
}

export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let loaded: Promise<T> | undefined;
  return {
    get() {
      if (loaded !== undefined) return loaded;
      const making = make();
      loaded = making;
      making.catch(() => {
        loaded = undefined;
      });
      return making;
    },
    get loaded() {
      return loaded;
    },
  };
}
