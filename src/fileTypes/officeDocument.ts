import { hasContent, readZipEntry } from './zip';
import type { ZipDirectory } from './zip';
import { decoded } from '../util/lenient';

/** What kind of office document (ECMA-376, Open Packaging Conventions) an archive is, if it is one. */

/** The content type of a Word document's main part, in the strict and the transitional form alike. */
export const WORD_MAIN_PART =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** These two lists stay far below this, also in documents of thousands of parts. */
const LONGEST_LIST = 1024 * 1024;

/**
 * The content type of the archive's main part, in lower case; undefined where the archive is not a sound
 * office document: no list of content types, no main part, or a main part whose bytes are not there.
 */
export function mainPartType(bytes: Uint8Array, directory: ZipDirectory): string | undefined {
  const types = readXml(bytes, directory, '[content_types].xml');
  if (types === undefined) return undefined;
  const name = mainPartName(bytes, directory);
  const part = name === undefined ? undefined : directory.get(name);
  if (name === undefined || part === undefined || !hasContent(bytes, part)) return undefined;
  return typeOfPart(types, name);
}

/** The target of the package's relationship to its document; without that list, where Word puts it. */
function mainPartName(bytes: Uint8Array, directory: ZipDirectory): string | undefined {
  if (!directory.has('_rels/.rels')) return 'word/document.xml';
  const relationships = readXml(bytes, directory, '_rels/.rels') ?? '';
  const main = elements(relationships, 'Relationship').find((element) =>
    // Strict and transitional documents name the relationship under different hosts.
    attribute(element, 'Type')?.endsWith('/relationships/officeDocument'),
  );
  const target = main === undefined ? undefined : attribute(main, 'Target');
  return target === undefined ? undefined : partName(target);
}

function typeOfPart(types: string, name: string): string | undefined {
  const override = elements(types, 'Override').find(
    (element) => attribute(element, 'PartName')?.toLowerCase() === `/${name}`,
  );
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const element =
    override ??
    elements(types, 'Default').find((each) => attribute(each, 'Extension')?.toLowerCase() === extension);
  return element === undefined ? undefined : attribute(element, 'ContentType')?.toLowerCase();
}

/** A relationship's target, relative to the package's root, as the archive names it. */
function partName(target: string): string | undefined {
  const url = URL.parse(target, 'pack://package/');
  return url?.host === 'package' ? decoded(url.pathname)?.slice(1).toLowerCase() : undefined;
}

function readXml(bytes: Uint8Array, directory: ZipDirectory, name: string): string | undefined {
  const entry = directory.get(name);
  const content = entry === undefined ? undefined : readZipEntry(bytes, entry, LONGEST_LIST);
  if (content === undefined) return undefined;
  const utf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  const encoding = !utf16 ? 'utf-8' : content[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding).decode(content);
}

/** Start tags of that name, whatever their prefix. Comments hide what they hold. */
function elements(xml: string, name: string): string[] {
  const tags = new RegExp(`<!--[^]*?(?:-->|$)|<(?:[\\w.-]+:)?${name}\\s[^<>]*>`, 'g');
  return (xml.match(tags) ?? []).filter((tag) => !tag.startsWith('<!--'));
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag)?.[1];
  return value?.slice(1, -1);
}
