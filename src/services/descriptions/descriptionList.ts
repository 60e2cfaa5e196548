import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renameFile } from '../../util/files';
import { isObject } from '../../util/objects';

/** A document that a person added. */
export interface ListedDescription {
  readonly uri: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/**
 * The documents that the user added, for all windows: a small file for each, so that two windows never write the same
 * one, and none is lost.
 */
export class DescriptionList {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** In the order in which they were added. */
  async all(): Promise<ListedDescription[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const read = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#read(name)),
    );
    return read
      .filter((each) => each !== undefined)
      .toSorted((one, other) => one.addedAt - other.addedAt || (one.uri < other.uri ? -1 : 1));
  }

  async add(uri: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = this.#fileOf(uri);
    if ((await this.#read(file)) !== undefined) return;
    const draft = join(this.#folder, `${randomUUID()}.tmp`);
    await writeFile(draft, JSON.stringify({ uri, addedAt: Date.now() } satisfies ListedDescription));
    await renameFile(draft, join(this.#folder, file));
  }

  async remove(uri: string): Promise<void> {
    await rm(join(this.#folder, this.#fileOf(uri)), { force: true });
  }

  #fileOf(uri: string): string {
    return `${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.json`;
  }

  async #read(name: string): Promise<ListedDescription | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(join(this.#folder, name), 'utf8'));
      if (!isObject(value)) return undefined;
      const { uri, addedAt } = value;
      return typeof uri === 'string' && typeof addedAt === 'number' ? { uri, addedAt } : undefined;
    } catch {
      return undefined;
    }
  }
}
