import type { DatabaseConnection } from '../sqlite/connection';
import { abandon, putDetails, readById, readRow, record, requireRow, show, takeOver } from './fileChanges';
import { remarkSharedId, settleOthers } from './sameBytes';
import { fileColumns, updateFile } from './fileRows';
import { UploadRows } from './uploadRows';
import { deadSessions, type WindowSession } from '../store/sessions';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type { FetchedDetails, FileRegistry, KnownFile } from '../types/storageTypes';

/** The registry of files on the database. A state only ever gains in certainty; see each transition. */
export class Files extends UploadRows implements FileRegistry {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #session: WindowSession;

  /** @param session of this window, which owns what it has in flight */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    super(store, generations, session);
    this.#store = store;
    this.#generations = generations;
    this.#session = session;
    store.onReplaced((db) => {
      this.#carryOver(db);
    });
  }

  keepDetails(environment: string, fetched: FetchedDetails): KnownFile {
    return this.#store.write((db, changed) => {
      const generation = this.#generations.forWriting(db, environment, fetched.identity);
      const owner = { environment, generation };
      const [found, ...others] = readById(db, owner.generation, fetched.fileId);
      for (const row of [found, ...others]) if (row !== undefined) show(db, row.key);
      for (const other of others) putDetails(db, changed, owner, fetched, other);
      return putDetails(db, changed, owner, fetched, found);
    });
  }

  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined {
    const generation = this.#generations.of(environment, fetched.identity);
    const kept = this.#store.tryToWrite((db, changed) => {
      const [first] = readById(db, generation, fetched.fileId).map((found) =>
        putDetails(db, changed, found, fetched, found),
      );
      return first;
    });
    return kept ?? this.#store.read((db) => readById(db, generation, fetched.fileId)[0]);
  }

  settle(key: number, fetched: FetchedDetails): KnownFile {
    return this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      const sameId = readById(db, found.generation, fetched.fileId).filter((other) => other.key !== key);
      const merged = takeOver(db, found, sameId);
      show(db, key);
      const settled = putDetails(db, changed, found, fetched, found);
      record(changed, [...merged, ...settleOthers(db, settled), ...remarkSharedId(db, settled, sameId)]);
      return requireRow(db, key);
    });
  }

  markGone(environment: string, fileId: string, gone: boolean, identity?: string): void {
    const generation = this.#generations.of(environment, identity);
    this.#store.tryToWrite((db, changed) => {
      const found = readById(db, generation, fileId).filter((row) => row.gone !== gone);
      for (const row of found) updateFile(db, row, { ...row, gone });
      record(changed, found);
    });
  }

  forget(keys: readonly number[]): readonly number[] {
    return this.#setForgotten(keys, Date.now());
  }

  restore(keys: readonly number[]): void {
    this.#setForgotten(keys, null);
  }

  recover(): KnownFile[] {
    const abandoned = this.#store.tryToWrite((db, changed) =>
      deadSessions(db).flatMap((id) => abandon(db, changed, id)),
    );
    return abandoned ?? [];
  }

  /** Ends the uploads of windows that have certainly died since they were last looked for: silence alone may be a sleeping computer. */
  recoverFromCrash(): void {
    const dead = this.#store.read((db) => deadSessions(db, Infinity));
    if (dead.length === 0) return;
    this.#store.tryToWrite((db, changed) => {
      for (const id of dead) abandon(db, changed, id);
    });
  }

  /** Releases this window's uploads, because the window closes. */
  close(): void {
    this.#session.end();
    if (this.#session.claimed) {
      this.#store.tryToWrite((db, changed) => abandon(db, changed, this.#session.id));
    }
    this.letGo();
  }

  /** Takes this window's uploads in flight along into another database. */
  #carryOver(db: DatabaseConnection): void {
    if (!this.isBusy) return;
    db.transaction(() => {
      this.#session.claim(db);
      for (const { key, ...file } of this.begun) {
        if (readRow(db, key) !== undefined) continue;
        const generation = this.#generations.forWriting(db, file.environment);
        db.insert('files', { key, ...fileColumns({ ...file, generation }), session: this.#session.id });
      }
    });
  }

  #setForgotten(keys: readonly number[], at: number | null): number[] {
    return this.#store.write((db, changed) => {
      const files = keys.flatMap((key) => {
        const condition = `forgotten_at IS ${at === null ? 'NOT NULL' : 'NULL'}`;
        const update = `UPDATE files SET forgotten_at = ? WHERE key = ? AND ${condition}`;
        return db.run(update, at, key) === 1 ? [requireRow(db, key)] : [];
      });
      record(changed, files);
      return files.map(({ key }) => key);
    });
  }
}
