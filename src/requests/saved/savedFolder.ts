import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutEdges } from '../../util/edges';
import { readText, renameFile } from '../../util/files';

/**
 * A folder with one `.http` file for each saved request. Each file is written beside its place and then put there in
 * one step, so that two windows never mix their texts and none takes another one's name.
 */
export class SavedFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The names of the files, in order. */
  async names(): Promise<string[]> {
    const entries = await readdir(this.#folder).catch((error: unknown): string[] => {
      if (isCode(error, 'ENOENT')) return [];
      throw error;
    });
    return entries.filter((name) => /\.(?:http|rest)$/i.test(name)).sort((a, b) => a.localeCompare(b));
  }

  read(name: string): Promise<string> {
    return readText(join(this.#folder, name));
  }

  /**
   * Replaces the text of a file, unless another window did so since it was read.
   * @returns whether it was replaced
   */
  replace(name: string, before: string, text: string): Promise<boolean> {
    const place = join(this.#folder, name);
    return this.#beside(text, async (made) => {
      let isSame = false;
      // At once: nothing of this window comes between, and hardly anything of another one.
      await renameFile(made, place, () => {
        isSame = new TextDecoder().decode(readFileSync(place)) === before;
        if (isSame) renameSync(made, place);
        return Promise.resolve();
      });
      return isSame;
    });
  }

  /**
   * Makes a file for a request.
   * @param title of the request; the file is named after it
   * @returns the name of the file
   */
  add(title: string, text: string): Promise<string> {
    return this.#beside(text, async (made) => {
      for (let number = 1; ; number += 1) {
        const name = fileName(title, number);
        try {
          await put(made, join(this.#folder, name));
          return name;
        } catch (error) {
          if (!isCode(error, 'EEXIST')) throw error;
        }
      }
    });
  }

  async #beside<T>(text: string, use: (made: string) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await writeFile(path, text, { flag: 'wx', flush: true });
      return await use(path);
    } finally {
      // What was saved stays saved, also where another program holds what is left.
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

/** Gives a file its name. @throws an error with the code EEXIST where that is taken */
async function put(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    // A file system without links: the look and the writing are two steps there.
    await writeFile(to, await readFile(from), { flag: 'wx', flush: true });
  }
}

/** A name for the file of a request, which every system takes. @param number from 1 on, until it is free */
function fileName(title: string, number: number): string {
  const safe = title.normalize('NFC').replace(/[^\p{L}\p{N}_ -]+/gu, '-');
  const plain = withoutEdges(safe.slice(0, 60).toWellFormed(), /[-\s]/);
  const isUsable = plain !== '' && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain);
  return `${isUsable ? plain : 'request'}${number === 1 ? '' : `-${number}`}.http`;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
