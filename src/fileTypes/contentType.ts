import type { FileType } from '../api/rules/limits';
import { WORD_MAIN_PART, mainPartType } from './officeDocument';
import { readZipDirectory, startsAsZip } from './zip';

/** Detects the types that the service accepts by content, never by name. */

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG_HEADER_BYTES = 33;
const PDF_HEADER_WITHIN = 1024;

/**
 * The type of a file, judged by its bytes ("Upload a file" in docs/api.md).
 * @param bytes the whole content: the directory of an office document is at its end
 * @returns undefined for anything else, also for cut-off or damaged documents. Never throws, and takes time
 *   in proportion to the bytes.
 */
export function detectFileType(bytes: Uint8Array): FileType | undefined {
  if (isPng(bytes)) return 'png';
  if (isJpeg(bytes)) return 'jpeg';
  // An archive may hold a stored PDF near its beginning, so an archive is never taken for a PDF.
  if (startsAsZip(bytes)) return isWordDocument(bytes) ? 'docx' : undefined;
  return isPdf(bytes) ? 'pdf' : undefined;
}

/** Whether the bytes begin with these. */
export function startsWith(bytes: Uint8Array, start: readonly number[], at = 0): boolean {
  return start.every((byte, index) => bytes[at + index] === byte);
}

/** The signature and the whole of the header chunk that must come first. */
function isPng(bytes: Uint8Array): boolean {
  return bytes.length >= PNG_HEADER_BYTES && startsWith(bytes, PNG_START);
}

/** Start of image, and then a segment that may follow it, with a length. */
function isJpeg(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return false;
  let at = 2;
  // Any number of fill bytes may precede a marker.
  while (bytes[at] === 0xff) at++;
  const marker = bytes[at] ?? 0;
  const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  // Frame headers and tables, or application data, or a comment; 0xC8 and the rest are not for images.
  const opens = (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [0xdb, 0xdd, 0xfe].includes(marker);
  return length >= 2 && (opens || (marker >= 0xe0 && marker <= 0xef));
}

/** Readers accept the header anywhere in the first kilobyte (ISO 32000, implementation notes). */
function isPdf(bytes: Uint8Array): boolean {
  return /%PDF-\d/.test(Buffer.from(bytes.subarray(0, PDF_HEADER_WITHIN)).toString('latin1'));
}

/** Not any archive, nor a macro-enabled document or a template: those are other types. */
function isWordDocument(bytes: Uint8Array): boolean {
  const directory = readZipDirectory(bytes);
  return directory !== undefined && mainPartType(bytes, directory) === WORD_MAIN_PART;
}
