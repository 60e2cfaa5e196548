import { setImmediate } from 'node:timers/promises';
import { refuse } from '../../commands/arguments';
import { t } from '../../util/text';

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (c) => c.charCodeAt(0));

/** A file from its beginning on. */
export type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** So many bytes of an archive are read at once that the editor never waits for long. */
const PIECE = 1_000_000;

/** The content of a file in pieces, between which the editor gets time for its own work. */
export async function* inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
    await setImmediate();
  }
}

/**
 * Cuts the texts of the entries of an archive out of a stream of JSON, by its brackets.
 * @throws PreflightError behind the last one when it is none; what the source throws
 */
export async function* entriesIn(source: Source): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inEntries = false;
  let hasEntries = false;
  /** All brackets were closed again. */
  let isComplete = false;
  /** The last string at the depth of the log's own fields. */
  let name = '';
  let parts: Uint8Array[] = [];
  for await (const chunk of source) {
    let start = parts.length > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      // Most of an archive is text of entries, where only its end counts.
      if (inString && depth > 2 && !isEscaped)
        while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
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
        hasEntries ||= inEntries;
        depth += 1;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth -= 1;
        isComplete ||= depth === 0;
        if (depth !== 3 || start < 0) continue;
        parts.push(chunk.subarray(start, at + 1));
        const text = decoder.decode(Buffer.concat(parts));
        [start, parts] = [-1, []];
        yield text;
      }
    }
    if (start >= 0) parts.push(chunk.slice(start));
  }
  if (!isComplete)
    throw refuse(t('This file is not valid JSON, so it is not a HAR file. It may be cut off.'));
  if (!hasEntries) throw refuse(t('This file is JSON, but not a HAR file: it has no list of entries.'));
}
