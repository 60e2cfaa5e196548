import { percentDecoded } from '../../util/lenient';
import { t } from '../../util/text';
import type { Remark } from '../model/description';
import { DescriptionError, TooLargeError } from '../model/descriptionError';
import { absolutePlace, partsOf } from '../resolve/references';
import { findReferences, type FoundReference } from './findReferences';
import { MAX_BYTES, tooLarge, type FileReader } from './files';
import { nameOf } from './names';
import { parseText } from './parseText';
import type { Positions } from './positions';

/** A file that was read; one that was made has no places. */
interface LoadedFile {
  readonly value: unknown;
  readonly positions?: Positions;
}

/** The files of a document, as far as they could be read. */
export interface LoadedFiles {
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** The references of each file. */
  readonly references: ReadonlyMap<string, readonly FoundReference[]>;
  /** Others in the folder that could not be read, as far as anybody waits for them. */
  readonly unread: readonly string[];
  readonly remarks: readonly Remark[];
}

const MOST_UNREAD = 100;
/** Some editors would fetch it. */
const ADDRESS = /^https?:/i;
/** Names what is above it; some file systems look there. */
const UPWARDS = /[/\\]\.\.[/\\]/;

/**
 * Reads a document and the files that it refers to. Nothing is fetched.
 * @throws DescriptionError where the document itself cannot be read, or all are too large together
 */
export async function loadFiles(uri: string, reader: FileReader): Promise<LoadedFiles> {
  if (ADDRESS.test(uri)) throw new DescriptionError(t('{0} cannot be read. {1}', nameOf(uri), notFetched()));
  const files = new Map<string, LoadedFile>();
  const references = new Map<string, readonly FoundReference[]>();
  const remarks: Remark[] = [];
  const unread: string[] = [];
  const folder = percentDecoded(uri.slice(0, uri.lastIndexOf('/') + 1));
  let bytesLeft = MAX_BYTES;
  /** Files that were tried, and from where they were first named. */
  const rest: { readonly file: string; readonly ref?: string; readonly line?: number }[] = [{ file: uri }];
  const tried = new Set([percentDecoded(uri)]);
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const { file, ref, line } = next;
    const place = line === undefined ? {} : { line };
    const plain = percentDecoded(file);
    if (!plain.startsWith(folder) || UPWARDS.test(plain)) {
      const reason = ADDRESS.test(file)
        ? notFetched()
        : t('It is not in the folder of the description or below.');
      remarks.push({ message: t('{0} is not read. {1}', ref ?? file, reason), ...place });
      continue;
    }
    try {
      const bytes = await reader.read(file, bytesLeft);
      if (bytes.length > bytesLeft) throw tooLarge();
      bytesLeft -= bytes.length;
      const parsed = parseText(bytes, nameOf(file));
      files.set(file, parsed);
      const found = findReferences(parsed.value);
      references.set(file, found);
      for (const each of found) {
        const target = partsOf(absolutePlace(each.ref, file)).file;
        // One name can be written in several ways.
        const name = percentDecoded(target);
        if (tried.has(name)) continue;
        tried.add(name);
        rest.push({
          file: target,
          ref: each.ref,
          ...(file === uri && { line: parsed.positions.lineOf(each.way) }),
        });
      }
    } catch (thrown) {
      const error = asReason(thrown, file);
      if (error instanceof TooLargeError) error.files = [...files.keys(), file];
      if (error instanceof TooLargeError || file === uri) throw error;
      if (unread.length < MOST_UNREAD) unread.push(file);
      remarks.push({ message: t('{0} is not read. {1}', ref ?? file, error.message), ...place });
    }
  }
  return { files, references, unread, remarks };
}

const notFetched = () => t('It is an address, and nothing is fetched for a description.');

/** Why a file cannot be read, in a sentence. */
function asReason(error: unknown, file: string): DescriptionError {
  if (error instanceof DescriptionError) return error;
  // From recursion: JSON may be nested as deeply as it likes.
  if (error instanceof RangeError) return new DescriptionError(t('{0} is nested too deeply.', nameOf(file)));
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isMissing = code === 'ENOENT' || code === 'FileNotFound';
  const reason = isMissing ? t('It is not there.') : error instanceof Error ? error.message : String(error);
  return new DescriptionError(t('{0} cannot be read. {1}', nameOf(file), reason));
}
