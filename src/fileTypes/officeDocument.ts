import { hasContent, readZipEntry } from './zip';
import type { ZipDirectory } from './zip';
import { percentDecoded } from '../util/lenient';

/** What kind of office document (ECMA-376, Open Packaging Conventions) an archive is, if it is one. */

/** The content type of a Word document's main part, in the strict and the transitional form alike. */
export const WORD_MAIN_PART =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** These two lists stay far below this, also in documents of thousands of parts. */
const LONGEST_LIST = 1024 * 1024;

/**
 * The content type of the archive's main part, in lower case; empty where the archive is not a sound
 * office document: no list of content types, no main part, or a main part whose bytes are not there.
 */
export function mainPartType(bytes: Uint8Array, directory: ZipDirectory): string {
  const name = mainPartName(bytes, directory);
  const part = directory.get(name);
  if (part === undefined || !hasContent(bytes, part)) return '';
  return typeOfPart(readXml(bytes, directory, '[content_types].xml'), name);
}

/** The target of the package's relationship to its document; without that list, where Word puts it. */
function mainPartName(bytes: Uint8Array, directory: ZipDirectory): string {
  if (!directory.has('_rels/.rels')) return 'word/document.xml';
  const relationships = readXml(bytes, directory, '_rels/.rels');
  // Strict and transitional documents name the relationship under different hosts.
  const main = findTag(relationships, 'Relationship', 'Type', (type) =>
    type.endsWith('/relationships/officeDocument'),
  );
  return partName(attribute(main, 'Target'));
}

function typeOfPart(types: string, name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const tag =
    findTag(types, 'Override', 'PartName', (part) => part.toLowerCase() === `/${name}`) ||
    findTag(types, 'Default', 'Extension', (each) => each.toLowerCase() === extension);
  return attribute(tag, 'ContentType').toLowerCase();
}

/** A relationship's target, relative to the package's root, as the archive names it; empty for one elsewhere. */
function partName(target: string): string {
  const url = URL.parse(target, 'pack://package/');
  return url?.host === 'package' ? percentDecoded(url.pathname).slice(1).toLowerCase() : '';
}

/** Empty where there is no such part, or one that is damaged. */
function readXml(bytes: Uint8Array, directory: ZipDirectory, name: string): string {
  const entry = directory.get(name);
  const content = entry && readZipEntry(bytes, entry, LONGEST_LIST);
  // UTF-8 has no such bytes.
  const encoding = content?.[0] === 0xff ? 'utf-16le' : content?.[0] === 0xfe ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(content);
}

/** The first start tag of that name, whatever its prefix, with such an attribute; else empty. Comments hide what they hold. */
function findTag(xml: string, name: string, key: string, fits: (value: string) => boolean): string {
  const tags = new RegExp(`<!--[^]*?(?:-->|$)|<(?:[\\w.-]+:)?${name}\\s[^<>]*>`, 'g');
  const found = xml.match(tags)?.find((tag) => !tag.startsWith('<!--') && fits(attribute(tag, key)));
  return found ?? '';
}

/** Empty where the tag has none of that name. */
function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag)?.[1];
  return value?.slice(1, -1) ?? '';
}
