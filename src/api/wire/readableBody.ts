/** What a ReadableBody asks of the connection that fills it. */
export interface BodySource {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** How much may wait to be read before the connection is held back, in bytes. */
const HIGH_WATER = 128 * 1024;

/** A response body between a connection that pushes and a reader that pulls. For one reader. */
export class ReadableBody implements AsyncIterableIterator<Uint8Array> {
  readonly #source: BodySource;
  readonly #chunks: Uint8Array[] = [];
  #waiting = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(source: BodySource) {
    this.#source = source;
  }

  push(chunk: Uint8Array): void {
    if (this.#end) return;
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    if (this.#waiting > HIGH_WATER) this.#source.pause();
    this.#wake?.();
  }

  end(): void {
    this.#end ??= {};
    this.#wake?.();
  }

  /** What was received before still counts for nothing: an incomplete body is no body. */
  fail(error: unknown): void {
    if (!this.#end) this.#chunks.length = 0;
    this.#end ??= { error };
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#waiting -= chunk.length;
        if (this.#waiting <= HIGH_WATER / 2) this.#source.resume();
        return { done: false, value: chunk };
      }
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The reader has had enough: the connection is closed, unless all has been received. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#end) {
      this.#end = {};
      this.#source.abort(new Error('The rest of the body was not wanted'));
    }
    this.#chunks.length = 0;
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
