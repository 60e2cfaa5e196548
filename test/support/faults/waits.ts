/** Work that mostly waits: some of it is begun early, so that several tests wait at the same time. */
export class Waits<K, V> {
  readonly #work: (about: K) => Promise<V>;
  readonly #begun = new Map<K, Promise<V>>();

  constructor(work: (about: K) => Promise<V>) {
    this.#work = work;
  }

  /** Begins the work. Its result, also a failure, goes to the caller of `get`. */
  begin(about: K): void {
    const result = this.#work(about);
    result.catch(() => undefined);
    this.#begun.set(about, result);
  }

  /** The result of the work, which begins now unless it has begun. */
  get(about: K): Promise<V> {
    return this.#begun.get(about) ?? this.#work(about);
  }
}
