interface Waiting {
  /** @returns what settles the promise well, once it is committed */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Work that is committed together with whatever else comes up in the same turn of the event loop. A commit
 * costs the same for one upload's end as for four, and most of what an upload costs here.
 */
export class CommitBatcher {
  readonly #transaction: <T>(work: () => T) => T;
  #waiting: Waiting[] = [];

  /** @param transaction does all that its work writes, or none of it */
  constructor(transaction: <T>(work: () => T) => T) {
    this.#transaction = transaction;
  }

  /** @returns what `work` gives, once it is committed; rejects with what it throws */
  add<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = () => {
      const result = work();
      return () => resolve(result);
    };
    this.#waiting.push({ run, reject });
    setImmediate(() => this.flush());
    return promise;
  }

  /** Does what is waiting, now. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 1 && this.#asOne(waiting)) return;
    for (const { run, reject } of waiting) {
      try {
        run()();
      } catch (error) {
        reject(error);
      }
    }
  }

  /** @returns false when all of it was undone: done one by one, only that which fails will fail */
  #asOne(waiting: readonly Waiting[]): boolean {
    let settled: (() => void)[];
    try {
      settled = this.#transaction(() => waiting.map(({ run }) => run()));
    } catch {
      return false;
    }
    for (const settle of settled) settle();
    return true;
  }
}
