import type { SQLOutputValue } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this the time is worth more than the room: most exchanges take 2 kB, and 5000 of them are kept. */
const COMPRESSED_FROM = 4096;

/** A value as JSON for a column, compressed when it is long: envelopes shrink to about a fifth. */
export function pack(value: unknown): string | Uint8Array {
  const json = JSON.stringify(value);
  // Level 1: a window waits for this, and the higher levels gain little on JSON.
  return json.length < COMPRESSED_FROM ? json : deflateRawSync(json, { level: 1 });
}

/** Reads back what `pack` made. @returns undefined for anything else */
export function unpack(column: SQLOutputValue | undefined): unknown {
  try {
    if (typeof column === 'string') return JSON.parse(column);
    if (column instanceof Uint8Array) return JSON.parse(inflateRawSync(column).toString());
  } catch {
    // Told from a row that is not there by nobody: neither can be shown.
  }
  return undefined;
}
