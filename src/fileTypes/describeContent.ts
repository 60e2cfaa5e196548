import { startsWith } from './contentType';
import { mainPartType } from './officeDocument';
import { readZipDirectory, startsAsZip } from './zip';
import type { ZipDirectory } from './zip';
import { t } from '../util/text';

/** Names in plain words what a file that is not supported seems to be, so that a person sees the mix-up. */

/** A kind of file that has a name of its own in every language. */
const ofType = (name: string) => t('a file of the type {0}', name);

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/** Signatures of common files, longest first where one begins another. */
const SIGNATURES: readonly (readonly [start: readonly number[], at: number, words: () => string])[] = [
  [ascii('GIF8'), 0, () => ofType('GIF')],
  [ascii('BM'), 0, () => ofType('BMP')],
  [[0x49, 0x49, 0x2a, 0x00], 0, () => ofType('TIFF')],
  [[0x4d, 0x4d, 0x00, 0x2a], 0, () => ofType('TIFF')],
  [ascii('WEBP'), 8, () => ofType('WebP')],
  [ascii('ftypavif'), 4, () => ofType('AVIF')],
  [ascii('ftyphei'), 4, () => ofType('HEIC')],
  [ascii('ftypmif1'), 4, () => ofType('HEIC')],
  [ascii('ftyp'), 4, () => t('a video')],
  [[0x00, 0x00, 0x01, 0x00], 0, () => ofType('ICO')],
  [
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    0,
    () => t('an old or a password-protected Office document'),
  ],
  [ascii('{\\rtf'), 0, () => ofType('RTF')],
  [ascii('%!PS'), 0, () => ofType('PostScript')],
  [[0x1f, 0x8b], 0, () => ofType('gzip')],
  [ascii('7z\xbc\xaf\x27\x1c'), 0, () => ofType('7-Zip')],
  [ascii('Rar!\x1a\x07'), 0, () => ofType('RAR')],
  [ascii('PK\x05\x06'), 0, () => t('an empty ZIP archive')],
  [ascii('MZ'), 0, () => t('a program')],
  [ascii('\x7fELF'), 0, () => t('a program')],
  [[0x89, 0x50, 0x4e, 0x47], 0, () => t('a damaged PNG image')],
  [[0xff, 0xd8, 0xff], 0, () => t('a damaged JPEG image')],
];

/** Office documents by the subtype of their main part. */
const OFFICE: readonly (readonly [part: string, words: () => string])[] = [
  ['ms-word.document.macroenabled', () => t('a Word document with macros (.docm)')],
  ['wordprocessingml.template', () => t('a Word template')],
  ['ms-word.template', () => t('a Word template')],
  ['spreadsheetml', () => ofType('Excel')],
  ['ms-excel', () => ofType('Excel')],
  ['presentationml', () => ofType('PowerPoint')],
  ['ms-powerpoint', () => ofType('PowerPoint')],
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
  const office = OFFICE.find(([part]) => main.includes(part))?.[1]();
  return office ?? describeEntries(directory);
}

function describeEntries(directory: ZipDirectory): string {
  if (directory.has('meta-inf/container.xml')) return ofType('EPUB');
  if (directory.has('mimetype') && directory.has('content.xml')) return ofType('OpenDocument');
  if (directory.has('meta-inf/manifest.mf')) return ofType('JAR');
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
  if (/^(?:<!doctype html|<html|<head|<body)/i.test(text)) return ofType('HTML');
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg/i.test(text)) return ofType('SVG');
  if (text.startsWith('<?xml')) return ofType('XML');
  if (text.startsWith('version https://git-lfs')) return t('a Git LFS pointer, not the file itself');
  return /^[{[]/.test(text) ? ofType('JSON') : t('a text file');
}
