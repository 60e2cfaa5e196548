const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (c) => c.charCodeAt(0));

/** Cuts the texts of the entries out of a stream of JSON, by its brackets. */
export class EntryReader {
  /** Entries so far. */
  count = 0;
  hasEntries = false;
  /** All brackets were closed again. */
  isComplete = false;
  readonly #decoder = new TextDecoder();
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string at the depth of the log's own fields. */
  #name: number[] = [];
  #inEntries = false;
  #parts: Uint8Array[] = [];

  async *entries(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncIterable<string> {
    for await (const chunk of source) {
      let start = this.#parts.length > 0 ? 0 : -1;
      for (let at = 0; at < chunk.length; at += 1) {
        const before = this.#depth;
        this.#step(chunk[at] ?? 0);
        if (!this.#inEntries || before === this.#depth) continue;
        if (before === 3 && this.#depth === 4) start = at;
        if (before === 4 && this.#depth === 3 && start >= 0) {
          this.#parts.push(chunk.subarray(start, at + 1));
          start = -1;
          yield this.#take();
        }
      }
      if (start >= 0) this.#parts.push(chunk.slice(start));
    }
  }

  #take(): string {
    const text = this.#decoder.decode(Buffer.concat(this.#parts));
    this.#parts = [];
    this.count += 1;
    return text;
  }

  #step(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      if (this.#depth === 2 && this.#inString && this.#name.length < 20) this.#name.push(byte);
      return;
    }
    if (byte === QUOTE) {
      this.#inString = true;
      if (this.#depth === 2) this.#name = [];
    } else if (byte === OPEN || byte === OPEN_LIST) {
      if (this.#depth === 2 && byte === OPEN_LIST) this.#enter();
      this.#depth += 1;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      this.#depth -= 1;
      if (this.#depth === 2) this.#inEntries = false;
      if (this.#depth === 0) this.isComplete = true;
    }
  }

  #enter(): void {
    this.#inEntries = String.fromCharCode(...this.#name) === 'entries';
    this.hasEntries ||= this.#inEntries;
  }
}
