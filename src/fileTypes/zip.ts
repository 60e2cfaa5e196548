import { crc32, inflateRawSync } from 'node:zlib';

/** A bounded look into a ZIP archive that is held in memory: its directory, and its small entries. */

/** What the central directory says of one entry. Nothing in it has been believed yet. */
export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
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
const DEFLATED = 8;

/** Whether the bytes begin as a ZIP archive with at least one entry does. */
export function startsAsZip(bytes: Uint8Array): boolean {
  return bytes.length >= LOCAL.size && view(bytes).getUint32(0, true) === LOCAL.signature;
}

/**
 * Reads the central directory. An archive without one (cut off, or merely resembling a ZIP) has none to
 * give: undefined. Takes time in proportion to the bytes, whatever they hold; never throws.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory | undefined {
  const data = view(bytes);
  const end = findEnd(data);
  if (end === undefined) return undefined;
  const entries = new Map<string, ZipEntry>();
  let at = data.getUint32(end + 16, true);
  for (let left = data.getUint16(end + 10, true); left > 0; left--) {
    if (at + CENTRAL.size > end || data.getUint32(at, true) !== CENTRAL.signature) return undefined;
    const nameEnd = at + CENTRAL.size + data.getUint16(at + 28, true);
    const next = nameEnd + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
    if (next > end) return undefined;
    const entry = readCentral(data, at, Buffer.from(bytes.subarray(at + CENTRAL.size, nameEnd)).toString());
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
  if (content === undefined || entry.encrypted || entry.size > limit) return undefined;
  const unpacked = unpack(content, entry);
  return unpacked?.length === entry.size && crc32(unpacked) === entry.crc ? unpacked : undefined;
}

/** A comment of any text follows the end record, and may itself look like one. */
function findEnd(data: DataView): number | undefined {
  const last = data.byteLength - END.size;
  for (let at = last; at >= 0 && at >= last - END.longestComment; at--) {
    if (data.getUint32(at, true) !== END.signature) continue;
    const directory = data.getUint32(at + 16, true);
    const fits =
      directory + data.getUint32(at + 12, true) <= at &&
      at + END.size + data.getUint16(at + 20, true) <= data.byteLength;
    const begins = directory + CENTRAL.size <= at && data.getUint32(directory, true) === CENTRAL.signature;
    if (fits && begins) return at;
  }
  return undefined;
}

function readCentral(data: DataView, at: number, name: string): ZipEntry {
  return {
    name,
    encrypted: (data.getUint16(at + 8, true) & 1) === 1,
    method: data.getUint16(at + 10, true),
    crc: data.getUint32(at + 16, true),
    packedSize: data.getUint32(at + 20, true),
    size: data.getUint32(at + 24, true),
    offset: data.getUint32(at + 42, true),
  };
}

function packed(bytes: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  const { offset } = entry;
  const data = view(bytes);
  if (offset + LOCAL.size > bytes.length || data.getUint32(offset, true) !== LOCAL.signature)
    return undefined;
  const start = offset + LOCAL.size + data.getUint16(offset + 26, true) + data.getUint16(offset + 28, true);
  const end = start + entry.packedSize;
  return end <= bytes.length ? bytes.subarray(start, end) : undefined;
}

function unpack(content: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  if (entry.method === STORED) return content;
  if (entry.method !== DEFLATED) return undefined;
  try {
    // The stated size is the bound, so an entry that unpacks to more is found out before it is held.
    return inflateRawSync(content, { maxOutputLength: Math.max(entry.size, 1) });
  } catch {
    return undefined;
  }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
