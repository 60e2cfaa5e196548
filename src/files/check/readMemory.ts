/** From here on memory is used again: each new piece is work for the system, and for the garbage collector. */
const LARGE = 16_000;

/** Memory that files of a batch are read into, one after another. It holds as many as are in use at one time. */
export class ReadMemory {
  /** Large pieces that were given out, and nobody else's. */
  readonly #own = new WeakSet<ArrayBufferLike>();
  /** Those of them whose content nobody needs any more. */
  readonly #unused: Buffer[] = [];

  /** Memory to read this many bytes into; its content is not initialized. */
  take(bytes: number): Buffer {
    if (bytes < LARGE) return Buffer.allocUnsafeSlow(bytes);
    const fitting = this.#unused.findIndex(({ length }) => length >= bytes && length <= 2 * bytes);
    // What does not fit makes room for what does.
    const [found] = this.#unused.splice(Math.max(0, fitting), 1);
    if (fitting >= 0 && found !== undefined) return found.subarray(0, bytes);
    const memory = Buffer.allocUnsafeSlow(bytes);
    this.#own.add(memory.buffer);
    return memory;
  }

  /** Takes back the memory of a content, once nothing refers to it any more. What did not come from here is left alone. */
  giveBack({ buffer }: Uint8Array): void {
    if (this.#own.has(buffer)) this.#unused.push(Buffer.from(buffer));
  }
}
