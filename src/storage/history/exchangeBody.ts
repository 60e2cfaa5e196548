import type { SQLOutputValue } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Below this the time is worth more than the room: most exchanges take 2 kB, and 5000 of them are kept. */
const COMPRESSED_FROM = 4096;
/** A window waits for this, and the higher levels gain little on JSON. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A value as JSON for a column, compressed when it is long: envelopes shrink to about a fifth. */
export function pack(value: unknown): string | Uint8Array {
  const json = JSON.stringify(value);
  return json.length < COMPRESSED_FROM ? json : zstdCompressSync(json, OPTIONS);
}

/** Reads back what `pack` made. @returns undefined for anything else */
export function unpack(column: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(
      typeof column === 'string' ? column : zstdDecompressSync(column as Uint8Array).toString(),
    );
  } catch {
    // Callers treat it like a missing row: neither can be shown.
    return undefined;
  }
}
