/** What was seen of an archive so far. */
export interface SeenArchive {
  /** Entries. */
  count: number;
  hasEntries: boolean;
  /** All brackets were closed again. */
  isComplete: boolean;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (c) => c.charCodeAt(0));

/** Cuts the texts of the entries out of a stream of JSON, by its brackets. */
export async function* entriesIn(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  seen: SeenArchive,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inEntries = false;
  /** The last string at the depth of the log's own fields. */
  let name = '';
  let parts: Uint8Array[] = [];
  for await (const chunk of source) {
    let start = parts.length > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        else if (depth === 2 && name.length < 20) name += String.fromCharCode(byte);
      } else if (byte === QUOTE) {
        inString = true;
        if (depth === 2) name = '';
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (depth === 2) inEntries = byte === OPEN_LIST && name === 'entries';
        if (depth === 3 && inEntries) start = at;
        seen.hasEntries ||= inEntries;
        depth += 1;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth -= 1;
        seen.isComplete ||= depth === 0;
        if (depth !== 3 || start < 0) continue;
        parts.push(chunk.subarray(start, at + 1));
        const text = decoder.decode(Buffer.concat(parts));
        [start, parts] = [-1, []];
        seen.count += 1;
        yield text;
      }
    }
    if (start >= 0) parts.push(chunk.slice(start));
  }
}
