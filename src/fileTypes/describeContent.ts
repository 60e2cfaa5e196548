import { startsWith } from './contentType';
import { mainPartType } from './officeDocument';
import { readZipDirectory, startsAsZip } from './zip';
import type { ZipDirectory } from './zip';
import { t } from '../util/text';

/** Names in plain words what a file that is not supported seems to be, so that a person sees the mix-up. */

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/** Signatures of common files, longest first where one begins another. */
const SIGNATURES: readonly (readonly [start: readonly number[], at: number, words: () => string])[] = [
  [ascii('GIF8'), 0, () => t('a GIF image')],
  [ascii('BM'), 0, () => t('a BMP image')],
  [[0x49, 0x49, 0x2a, 0x00], 0, () => t('a TIFF image')],
  [[0x4d, 0x4d, 0x00, 0x2a], 0, () => t('a TIFF image')],
  [ascii('WEBP'), 8, () => t('a WebP image')],
  [ascii('ftypavif'), 4, () => t('an AVIF image')],
  [ascii('ftyphei'), 4, () => t('a HEIC image')],
  [ascii('ftypmif1'), 4, () => t('a HEIC image')],
  [ascii('ftyp'), 4, () => t('a video')],
  [[0x00, 0x00, 0x01, 0x00], 0, () => t('an icon')],
  [
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    0,
    () => t('an old or a password-protected Office document'),
  ],
  [ascii('{\\rtf'), 0, () => t('an RTF document')],
  [ascii('%!PS'), 0, () => t('a PostScript file')],
  [[0x1f, 0x8b], 0, () => t('a gzip archive')],
  [ascii('7z\xbc\xaf\x27\x1c'), 0, () => t('a 7-Zip archive')],
  [ascii('Rar!\x1a\x07'), 0, () => t('a RAR archive')],
  [ascii('PK\x05\x06'), 0, () => t('an empty ZIP archive')],
  [ascii('MZ'), 0, () => t('a Windows program')],
  [ascii('\x7fELF'), 0, () => t('a program')],
  [[0x89, 0x50, 0x4e, 0x47], 0, () => t('a damaged PNG image')],
  [[0xff, 0xd8, 0xff], 0, () => t('a damaged JPEG image')],
];

/** Office documents by the subtype of their main part. */
const OFFICE: readonly (readonly [part: string, words: () => string])[] = [
  ['ms-word.document.macroenabled', () => t('a Word document with macros (.docm)')],
  ['wordprocessingml.template', () => t('a Word template')],
  ['ms-word.template', () => t('a Word template')],
  ['spreadsheetml', () => t('an Excel workbook')],
  ['ms-excel', () => t('an Excel workbook')],
  ['presentationml', () => t('a PowerPoint presentation')],
  ['ms-powerpoint', () => t('a PowerPoint presentation')],
];

/** What the content looks like, to complete "It looks like …"; undefined where nothing can be said. */
export function describeContent(bytes: Uint8Array): string | undefined {
  if (startsAsZip(bytes)) return describeArchive(bytes);
  return SIGNATURES.find(([start, at]) => startsWith(bytes, start, at))?.[2]() ?? describeText(bytes);
}

function describeArchive(bytes: Uint8Array): string {
  const directory = readZipDirectory(bytes);
  if (directory === undefined) return t('a ZIP archive or an Office document that is damaged or cut off');
  const main = mainPartType(bytes, directory);
  const office = OFFICE.find(([part]) => main?.includes(part) === true)?.[1]();
  return office ?? describeEntries(directory);
}

function describeEntries(directory: ZipDirectory): string {
  if (directory.has('meta-inf/container.xml')) return t('an EPUB book');
  if (directory.has('mimetype') && directory.has('content.xml')) return t('an OpenDocument file');
  if (directory.has('meta-inf/manifest.mf')) return t('a Java archive');
  if (directory.has('word/document.xml')) return t('a damaged Word document');
  return t('a ZIP archive that is not a Word document');
}

/** Looks at the first kilobyte only; a character cut at its end does not count. */
function describeText(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true })
      .decode(bytes.subarray(0, 1024), { stream: true })
      .trimStart();
  } catch {
    return undefined;
  }
  // Text has no control characters other than white space.
  if (text === '' || /[^\P{Cc}\s]/u.test(text)) return undefined;
  if (/^(?:<!doctype html|<html|<head|<body)/i.test(text)) return t('an HTML page');
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg/i.test(text)) return t('an SVG image');
  if (text.startsWith('<?xml')) return t('an XML file');
  if (text.startsWith('version https://git-lfs')) return t('a Git LFS pointer, not the file itself');
  return /^[{[]/.test(text) ? t('a JSON file') : t('a text file');
}
