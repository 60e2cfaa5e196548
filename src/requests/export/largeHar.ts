import type { Exchange } from '../../api/model/exchange';
import { t } from '../../util/text';
import { parseHar } from './harFile';

/** Archives that are too large for one text, read entry by entry. */

/** An exchange of an archive, as a list names it. */
export interface HarRow {
  /** Our own exchange id, else the place of the entry. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly startedAt: number;
}

export type ListedHar =
  | { readonly ok: true; readonly rows: HarRow[]; readonly skipped: number }
  | { readonly ok: false; readonly reason: string };

/** The exchanges of an archive, without their bodies. Never throws but for what the source throws. */
export async function listHar(source: AsyncIterable<Uint8Array>): Promise<ListedHar> {
  const rows = new Map<string, HarRow>();
  const reader = new EntryReader();
  let skipped = 0;
  for await (const text of reader.entries(source)) {
    const exchange = readEntries([text]);
    if (exchange === undefined) {
      skipped += 1;
      continue;
    }
    const { method, path, status, startedAt } = exchange;
    const id = idOf(exchange, reader.count);
    const { startedAt: begun = startedAt } = rows.get(id) ?? {};
    rows.set(id, { id, method, path, startedAt: begun, ...(status !== undefined && { status }) });
  }
  if (!reader.isComplete)
    return {
      ok: false,
      reason: t('This file is not valid JSON, so it is not a HAR file. It may be cut off.'),
    };
  if (!reader.hasEntries)
    return { ok: false, reason: t('This file is JSON, but not a HAR file: it has no list of entries.') };
  return { ok: true, rows: [...rows.values()], skipped };
}

/** One exchange of an archive, with all its attempts. */
export async function readHarExchange(
  source: AsyncIterable<Uint8Array>,
  id: string,
): Promise<Exchange | undefined> {
  const reader = new EntryReader();
  const own: string[] = [];
  for await (const text of reader.entries(source)) {
    const exchange = readEntries([text]);
    if (exchange !== undefined && idOf(exchange, reader.count) === id) own.push(text);
  }
  return readEntries(own);
}

function readEntries(texts: readonly string[]): Exchange | undefined {
  const har = parseHar(`{"log":{"entries":[${texts.join(',')}]}}`);
  return har.ok ? har.entries[0] : undefined;
}

/** A browser's entry has no id: alone in an archive it is called the first. */
function idOf({ id }: Exchange, place: number): string {
  return id === 'har_1' ? `har_${place}` : id;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (c) => c.charCodeAt(0));

/** Cuts the texts of the entries out of a stream of JSON, by its brackets. */
class EntryReader {
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

  async *entries(source: AsyncIterable<Uint8Array>): AsyncIterable<string> {
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
