import { FILE_SIZE } from '../../api/rules/limits';

/** From here on memory is used again: each new piece is work for the garbage collector, which stops everybody. */
const LARGE = 1_000_000;

/**
 * The bytes that a batch holds in memory between the check and the sending. No more than a few of the largest files
 * are held at any time, counting those that are just being checked: what does not fit is read again when its turn comes.
 */
export class Contents {
  readonly #kept = new Map<string, Uint8Array>();
  readonly #waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  /** Large pieces of memory that were given out, and nobody else's. */
  readonly #own = new WeakSet<ArrayBufferLike>();
  /** Those of them whose content nobody needs any more. */
  readonly #unused: Buffer[] = [];
  #room: number;
  /** How much may stay for the sending; the rest is for checking. */
  #toKeep: number;

  /** @param files how many of the largest files may be held; three at least, or none could stay for the sending */
  constructor(files: number) {
    const bytes = Math.max(3, files) * (FILE_SIZE.rejected + 1);
    this.#room = bytes;
    this.#toKeep = bytes - 2 * (FILE_SIZE.rejected + 1);
  }

  /** Waits until this many bytes may be read. */
  async reserve(bytes: number): Promise<void> {
    if (this.#waiting.length > 0 || this.#room < bytes) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#waiting.push({
        bytes,
        go: () => {
          resolve(undefined);
        },
      });
      await promise;
    } else this.#room -= bytes;
  }

  /** Memory to read this many bytes into; its content is not initialized. */
  memory(bytes: number): Buffer {
    const fitting = this.#unused.findIndex(({ length }) => length >= bytes && length <= 2 * bytes);
    // What does not fit makes room for what does.
    const [found] = this.#unused.splice(Math.max(0, fitting), bytes >= LARGE ? 1 : 0);
    if (fitting >= 0 && found !== undefined) return found;
    const memory = Buffer.allocUnsafeSlow(bytes);
    if (bytes >= LARGE) this.#own.add(memory.buffer);
    return memory;
  }

  /**
   * Takes back the memory of a content, once nothing refers to it any more. What did not come from `memory` is left
   * alone: the editor may need its own.
   */
  giveBack({ buffer }: Uint8Array): void {
    if (this.#own.has(buffer)) this.#unused.push(Buffer.from(buffer));
  }

  /**
   * Ends what `reserve` began: keeps the content if there is room for it.
   * @returns whether it is kept
   */
  settle(uri: string, reserved: number, content: Uint8Array | undefined): boolean {
    const bytes = content?.length ?? 0;
    const isKept = content !== undefined && bytes <= this.#toKeep;
    if (isKept) {
      this.#toKeep -= bytes;
      this.#kept.set(uri, content);
    }
    this.#release(isKept ? reserved - bytes : reserved);
    return isKept;
  }

  /** The kept content of a file, which is no longer kept then; the caller holds it as long as it is sent. */
  take(uri: string): Uint8Array | undefined {
    const content = this.#kept.get(uri);
    this.#kept.delete(uri);
    return content;
  }

  #release(bytes: number): void {
    this.#room += bytes;
    for (let next = this.#waiting[0]; next && next.bytes <= this.#room; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#room -= next.bytes;
      next.go();
    }
  }
}
