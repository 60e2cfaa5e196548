/** What waits for rows of the registry to end, by their keys. */
export class AwaitedRows<T> {
  readonly #waiting = new Map<number, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(key: number, item: T): void {
    const others = this.#waiting.get(key);
    if (others === undefined) this.#waiting.set(key, [item]);
    else others.push(item);
  }

  /**
   * Gives what need not wait any more. A batch may hold thousands of files, and each row changes several times: only
   * awaited rows that changed are looked at.
   * @param changed keys of the rows that changed; all when it is not known which
   * @param hasEnded looks at a row, for what waits for it
   */
  take(changed: readonly number[] | undefined, hasEnded: (key: number, items: readonly T[]) => boolean): T[] {
    const keys = changed?.filter((key) => this.#waiting.has(key)) ?? [...this.#waiting.keys()];
    return [...new Set(keys)].flatMap((key) => {
      const items = this.#waiting.get(key) ?? [];
      if (!hasEnded(key, items)) return [];
      this.#waiting.delete(key);
      return items;
    });
  }
}
