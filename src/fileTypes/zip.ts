import { crc32, inflateRawSync } from 'node:zlib';

/** A bounded look into a ZIP archive that is held in memory: its directory, and its small entries. */

/** What the central directory says of one entry. Nothing in it has been believed yet. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where the entry's own header starts. */
  readonly offset: number;
}

/** Entries by their name in lower case: part names of office documents ignore case. */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

const END = { signature: 0x06054b50, size: 22, longestComment: 0xffff } as const;
const CENTRAL = { signature: 0x02014b50, size: 46 } as const;
const LOCAL = { signature: 0x04034b50, size: 30 } as const;
const STORED = 0;

/** Whether the bytes begin as a ZIP archive with at least one entry does. */
export function startsAsZip(bytes: Uint8Array): boolean {
  return numberAt(bytes, 0, 4) === LOCAL.signature;
}

/**
 * Reads the central directory. An archive without one (cut off, or merely resembling a ZIP) has none to
 * give: undefined. Takes time in proportion to the bytes, whatever they hold; never throws.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory | undefined {
  const end = findEnd(bytes);
  if (end === undefined) return undefined;
  const entries = new Map<string, ZipEntry>();
  let at = numberAt(bytes, end + 16, 4);
  for (let left = numberAt(bytes, end + 10, 2); left > 0; left--) {
    const nameEnd = at + CENTRAL.size + numberAt(bytes, at + 28, 2);
    const next = nameEnd + numberAt(bytes, at + 30, 2) + numberAt(bytes, at + 32, 2);
    if (numberAt(bytes, at, 4) !== CENTRAL.signature || next > end) return undefined;
    const entry = readCentral(bytes, at, Buffer.from(bytes.subarray(at + CENTRAL.size, nameEnd)).toString());
    entries.set(entry.name.toLowerCase(), entry);
    at = next;
  }
  return entries;
}

/** Whether the entry's header and all of its packed bytes are really there. */
export function hasContent(bytes: Uint8Array, entry: ZipEntry): boolean {
  return entry.size > 0 && packed(bytes, entry) !== undefined;
}

/**
 * The content of an entry, checked against its stated size and checksum.
 * @param limit the most bytes to give; a larger entry, or one that lies about its size, gives undefined
 */
export function readZipEntry(bytes: Uint8Array, entry: ZipEntry, limit: number): Uint8Array | undefined {
  const content = packed(bytes, entry);
  if (content === undefined || entry.size > limit) return undefined;
  const unpacked = unpack(content, entry);
  return unpacked?.length === entry.size && crc32(unpacked) === entry.crc ? unpacked : undefined;
}

/** A comment of any text follows the end record, and may itself look like one. */
function findEnd(bytes: Uint8Array): number | undefined {
  const last = bytes.length - END.size;
  for (let at = last; at >= 0 && at >= last - END.longestComment; at--) {
    if (numberAt(bytes, at, 4) !== END.signature) continue;
    const directory = numberAt(bytes, at + 16, 4);
    if (
      directory + numberAt(bytes, at + 12, 4) <= at &&
      at + END.size + numberAt(bytes, at + 20, 2) <= bytes.length &&
      numberAt(bytes, directory, 4) === CENTRAL.signature
    )
      return at;
  }
  return undefined;
}

function readCentral(bytes: Uint8Array, at: number, name: string): ZipEntry {
  return {
    name,
    method: numberAt(bytes, at + 10, 2),
    crc: numberAt(bytes, at + 16, 4),
    packedSize: numberAt(bytes, at + 20, 4),
    size: numberAt(bytes, at + 24, 4),
    offset: numberAt(bytes, at + 42, 4),
  };
}

function packed(bytes: Uint8Array, { offset, packedSize }: ZipEntry): Uint8Array | undefined {
  if (numberAt(bytes, offset, 4) !== LOCAL.signature) return undefined;
  const start = offset + LOCAL.size + numberAt(bytes, offset + 26, 2) + numberAt(bytes, offset + 28, 2);
  const end = start + packedSize;
  return end <= bytes.length ? bytes.subarray(start, end) : undefined;
}

function unpack(content: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  if (entry.method === STORED) return content;
  try {
    // The stated size is the bound, so an entry that unpacks to more is found out before it is held.
    return inflateRawSync(content, { maxOutputLength: entry.size });
  } catch {
    return undefined;
  }
}

/** A number of so many bytes, the lowest first; beyond the end there are zeros. */
function numberAt(bytes: Uint8Array, at: number, size: 2 | 4): number {
  let number = 0;
  for (let index = at + size - 1; index >= at; index--) number = number * 256 + (bytes[index] ?? 0);
  return number;
}
