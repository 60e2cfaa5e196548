import type { SQLOutputValue } from 'node:sqlite';
import { constants, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Below this the time is worth more than the room: most exchanges take 2 kB, and 5000 of them are kept. */
const COMPRESSED_FROM = 4096;
/** A window waits for this, and the higher levels gain little on JSON. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** What a zstd frame begins with; version 0.1.0 wrote raw deflate, which never does. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A value as JSON for a column, compressed when it is long: envelopes shrink to about a fifth. */
export function pack(value: unknown): string | Uint8Array {
  const json = JSON.stringify(value);
  return json.length < COMPRESSED_FROM ? json : zstdCompressSync(json, OPTIONS);
}

/** Reads back what `pack` made. @returns undefined for anything else */
export function unpack(column: SQLOutputValue | undefined): unknown {
  try {
    if (typeof column === 'string') return JSON.parse(column);
    if (column instanceof Uint8Array) return JSON.parse(decompress(column).toString());
  } catch {
    // Callers treat it like a missing row: neither can be shown.
  }
  return undefined;
}

function decompress(column: Uint8Array): Buffer {
  const isZstd = ZSTD.equals(column.subarray(0, ZSTD.length));
  return isZstd ? zstdDecompressSync(column) : inflateRawSync(column);
}
