import { open, realpath } from 'node:fs/promises';
import { dirname, relative, isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { READ_ONLY } from '../../util/files';
import { t } from '../../util/text';
import { DescriptionError, TooLargeError } from '../model/descriptionError';
import { nameOf } from './names';

/** The most bytes of a document with all its files. */
export const MAX_BYTES = 20 * 1000 * 1000;

/** Reads the files of a document. */
export interface FileReader {
  /**
   * @param limit the most bytes to read
   * @throws DescriptionError for a file that is larger, or is not below the document's folder; else as the system says
   */
  read(uri: string, limit: number): Promise<Uint8Array>;
}

/** Reads files of this machine: the document, and others only in its folder or below, links resolved. */
export function nodeFiles(document: string): FileReader {
  return {
    async read(uri, limit) {
      const file = fileURLToPath(uri);
      if (uri !== document) await assertBelow(dirname(fileURLToPath(document)), file);
      await using handle = await open(file, READ_ONLY);
      const stat = await handle.stat();
      if (!stat.isFile()) throw new DescriptionError(t('{0} is not a file.', nameOf(uri)));
      if (stat.size > limit) throw tooLarge();
      return await handle.readFile();
    },
  };
}

export function tooLarge(): TooLargeError {
  return new TooLargeError(t('The description is larger than 20 MB with all its files.'));
}

async function assertBelow(folder: string, file: string): Promise<void> {
  const way = relative(await realpath(folder), await realpath(file));
  if (way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new DescriptionError(t('It is not in the folder of the description or below.'));
  }
}
