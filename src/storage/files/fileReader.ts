import { countFiles, dayCounts, listFiles, purposeCounts } from './fileQueries';
import { findSameBytes } from './beginBatch';
import { SELECT_FILES, toKnownFile } from './fileRows';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type { CountQuery, FileGroup, FileQuery, KnownFile, Page, SameBytes } from '../types/storageTypes';

/** The half of the registry that reads. */
export class FileReader {
  readonly #store: Store;
  readonly #generations: Generations;

  constructor(store: Store, generations: Generations) {
    this.#store = store;
    this.#generations = generations;
  }

  findSameBytes(
    environment: string,
    sha256: string,
    purpose: string,
    kind: SameBytes,
  ): KnownFile | undefined {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => findSameBytes(db, generation, { sha256, purpose }, kind));
  }

  get(environment: string, fileId: string): KnownFile | undefined {
    const generation = this.#generations.current(environment);
    return this.#one('generation = ? AND file_id = ? AND forgotten_at IS NULL', generation, fileId);
  }

  remembered(environment: string, fileId: string, identity?: string): KnownFile | undefined {
    return this.#one('generation = ? AND file_id = ?', this.#generations.of(environment, identity), fileId);
  }

  getByKey(key: number): KnownFile | undefined {
    return this.#one('files.key = ? AND forgotten_at IS NULL', key);
  }

  hasIds(): boolean {
    return (
      this.#store.read((db) => db.get('SELECT 1 FROM files WHERE file_id IS NOT NULL LIMIT 1')) !== undefined
    );
  }

  known(environment: string, fileIds: readonly string[]): ReadonlyMap<string, KnownFile> {
    const found = new Map<string, KnownFile>();
    for (const id of new Set(fileIds)) {
      const file = this.get(environment, id);
      if (file !== undefined) found.set(id, file);
    }
    return found;
  }

  list(query: FileQuery): Page<KnownFile> {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => listFiles(db, { ...query, generation }));
  }

  count(query: CountQuery, atMost?: number): number {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => countFiles(db, { ...query, generation }, atMost));
  }

  groups(environment: string, by: 'purpose' | 'day'): FileGroup[] {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => (by === 'day' ? dayCounts : purposeCounts)(db, generation));
  }

  #one(conditions: string, ...values: (string | number)[]): KnownFile | undefined {
    const row = this.#store.read((db) => db.get(`${SELECT_FILES} WHERE ${conditions}`, ...values));
    return row === undefined ? undefined : toKnownFile(row);
  }
}
