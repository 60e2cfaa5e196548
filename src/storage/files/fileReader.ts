import { countFiles, dayCounts, listFiles, purposeCounts } from './fileQueries';
import { findSameBytes } from './sameBytes';
import { SELECT_FILES, toKnownFile } from './fileRows';
import { number } from '../sqlite/rowValues';
import { pagesOf } from '../search/pages';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type { CountQuery, FileGroup, FileQuery, KnownFile, Page } from '../types/storageTypes';

/** The half of the registry that reads. */
export class FileReader {
  protected readonly store: Store;
  protected readonly generations: Generations;

  constructor(store: Store, generations: Generations) {
    this.store = store;
    this.generations = generations;
  }

  /** The rows of the same bytes for the same purpose that are uploaded or may have arrived, what is certain first. */
  findSameBytes(environment: string, sha256: string, purpose: string): KnownFile[] {
    return this.generations.read(environment, (db, generation) =>
      findSameBytes(db, { generation, sha256, purpose }),
    );
  }

  /** Remembers which rows are uploaded now. @returns whether a row was */
  uploadedNow(environment: string): (key: number) => boolean {
    return this.generations.read(environment, (db, generation) => {
      const newest = db.number('SELECT max(key) FROM files') ?? 0;
      // In two halves, each of which has an index: nearly all rows are uploaded.
      const rows = db.all(
        `SELECT key FROM files WHERE generation = ?1 AND state <> 'uploaded' AND forgotten_at IS NULL
         UNION ALL SELECT key FROM files WHERE generation = ?1 AND state <> 'uploaded' AND forgotten_at IS NOT NULL`,
        generation,
      );
      const others = new Set(rows.map((row) => number(row, 'key')));
      return (key) => key <= newest && !others.has(key);
    });
  }

  get(environment: string, fileId: string): KnownFile | undefined {
    return this.rowsOf(environment, fileId)[0];
  }

  /** The rows of a file, the oldest first: more than one where several uploads turned out to be it. */
  rowsOf(environment: string, fileId: string): KnownFile[] {
    const shown = 'generation = ? AND file_id = ? AND forgotten_at IS NULL';
    return this.generations
      .read(environment, (db, generation) =>
        db.all(`${SELECT_FILES} WHERE ${shown} ORDER BY files.key`, generation, fileId),
      )
      .map(toKnownFile);
  }

  /**
   * The row with that file id, also one that is forgotten, as long as it could still be restored.
   * @param identity of its account; the environment's current one unless given
   */
  remembered(environment: string, fileId: string, identity?: string): KnownFile | undefined {
    return this.#one('generation = ? AND file_id = ?', this.generations.of(environment, identity), fileId);
  }

  getByKey(key: number): KnownFile | undefined {
    return this.#one('files.key = ? AND forgotten_at IS NULL', key);
  }

  /** Whether a file of any environment is known by an id. Without one there is nothing to look for. */
  hasIds(): boolean {
    return (
      this.store.read((db) => db.get('SELECT 1 FROM files WHERE file_id IS NOT NULL LIMIT 1')) !== undefined
    );
  }

  /** Which of these ids are known: one exact lookup each. */
  known(environment: string, fileIds: readonly string[]): ReadonlyMap<string, KnownFile> {
    const found = new Map<string, KnownFile>();
    for (const id of new Set(fileIds)) {
      const file = this.get(environment, id);
      if (file !== undefined) found.set(id, file);
    }
    return found;
  }

  list(query: FileQuery): Page<KnownFile> {
    return this.generations.read(query.environment, (db, generation) =>
      listFiles(db, { ...query, generation }),
    );
  }

  /** All that a query lists, in pages of its limit. */
  pages(query: Omit<FileQuery, 'after'>): Iterable<readonly KnownFile[]> {
    return pagesOf((after) => this.list({ ...query, after }));
  }

  /** @param atMost where to stop counting: with a text that nearly all have, an exact count looks at every row */
  count(query: CountQuery, atMost?: number): number {
    return this.generations.read(query.environment, (db, generation) =>
      countFiles(db, { ...query, generation }, atMost),
    );
  }

  /** Groups with their counts: by purpose in name order, by local day newest first. */
  groups(environment: string, by: 'purpose' | 'day'): FileGroup[] {
    return this.generations.read(environment, by === 'day' ? dayCounts : purposeCounts);
  }

  #one(conditions: string, ...values: (string | number)[]): KnownFile | undefined {
    const row = this.store.read((db) =>
      db.get(`${SELECT_FILES} WHERE ${conditions} ORDER BY files.key LIMIT 1`, ...values),
    );
    return row === undefined ? undefined : toKnownFile(row);
  }
}
