import type { DatabaseConnection } from '../sqlite/connection';
import {
  abandon,
  keepDetails,
  putDetails,
  readById,
  readRow,
  record,
  requireRow,
  show,
  takeOver,
} from './fileChanges';
import { remarkSharedId, settleOthers } from './sameBytes';
import { fileColumns, updateFile } from './fileRows';
import { UploadRows } from './uploadRows';
import { deadSessions, type WindowSession } from '../store/sessions';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import { canBeRetried } from '../types/fileStates';
import type { FetchedDetails, KnownFile } from '../types/storageTypes';

/**
 * Files known, of the current generation of each environment. Every method is one short transaction; changes fire after the
 * commit. A state only ever gains in certainty; see each transition.
 */
export class FileRegistry extends UploadRows {
  /** @param session of this window, which owns what it has in flight */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    super(store, generations, session);
    store.onReplaced((db) => this.#carryOver(db));
  }

  /** Keeps a fetched record: updates the row with that file id, or adds one. A forgotten one comes back. */
  keepDetails(environment: string, fetched: FetchedDetails): KnownFile {
    return this.store.write((db, changed) => {
      const generation = this.generations.forWriting(db, environment, fetched.identity);
      return keepDetails(db, changed, { environment, generation }, fetched);
    });
  }

  /** Updates the row with that file id, if there is one; a forgotten one stays so. */
  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined {
    const generation = this.generations.of(environment, fetched.identity);
    const kept = this.store.tryToWrite((db, changed) => {
      const [first] = readById(db, generation, fetched.fileId).map((found) =>
        putDetails(db, changed, found, fetched, found),
      );
      return first;
    });
    return kept ?? this.store.read((db) => readById(db, generation, fetched.fileId)[0]);
  }

  /**
   * Makes a row of unknown outcome the uploaded file that was found; it keeps its hash, size and source. A row that has
   * the id already is merged into it. The file that was found is kept beside one that is uploaded or on its way by now,
   * which has an id of its own, and one of another account, where the id is another file.
   */
  settle(key: number, fetched: FetchedDetails): KnownFile {
    return this.store.write((db, changed) => {
      const found = requireRow(db, key);
      const { environment } = found;
      const generation = this.generations.forWriting(db, environment, fetched.identity);
      const isItself = generation === found.generation && canBeRetried(found.state);
      if (!isItself) return keepDetails(db, changed, { environment, generation }, fetched);
      const sameId = readById(db, generation, fetched.fileId);
      const merged = takeOver(db, found, sameId);
      show(db, key);
      const settled = putDetails(db, changed, found, fetched, found);
      record(changed, [...merged, ...settleOthers(db, settled), ...remarkSharedId(db, settled, sameId)]);
      return requireRow(db, key);
    });
  }

  /**
   * Remembers that the service does not know the file any more (or again).
   * @param identity of the account that was asked; the environment's current one unless given
   */
  markGone(environment: string, fileId: string, gone: boolean, identity?: string): void {
    const generation = this.generations.of(environment, identity);
    this.store.tryToWrite((db, changed) => {
      const found = readById(db, generation, fileId).filter((row) => row.gone !== gone);
      for (const row of found) updateFile(db, row, { ...row, gone });
      record(changed, found);
    });
  }

  /** Takes rows out of the view, but none that is on its way; returns what `restore` needs to bring them back. */
  forget(keys: readonly number[]): readonly number[] {
    return this.#setForgotten(keys, Date.now());
  }

  restore(keys: readonly number[]): void {
    this.#setForgotten(keys, null);
  }

  /**
   * Ends the uploads that a dead window left: `not-sent` what was pending, `unknown` what was on its way.
   * @param silenceMs how long a window may be silent whose process cannot be asked; one of a sleeping computer is, too
   */
  recover(silenceMs?: number): KnownFile[] {
    const dead = this.store.read((db) => deadSessions(db, silenceMs));
    if (dead.length === 0) return [];
    return this.store.tryToWrite((db, changed) => dead.flatMap((id) => abandon(db, changed, id))) ?? [];
  }

  /** Releases this window's uploads, because the window closes. */
  close(): void {
    this.session.end();
    if (this.session.claimed) this.store.tryToWrite((db, changed) => abandon(db, changed, this.session.id));
    this.inFlight.clear();
  }

  /** Takes this window's uploads in flight along into another database. */
  #carryOver(db: DatabaseConnection): void {
    if (!this.isBusy) return;
    db.transaction(() => {
      this.session.claim(db);
      for (const [key, { file, before, identity }] of this.inFlight) {
        if (readRow(db, key) !== undefined) continue;
        const generation = this.generations.forWriting(db, file.environment, identity);
        db.insert('files', { key, ...fileColumns({ ...file, generation }), session: this.session.id });
        if (before !== undefined)
          this.inFlight.set(key, { file, before: { ...before, generation }, identity });
      }
    });
  }

  #setForgotten(keys: readonly number[], at: number | null): number[] {
    return this.store.write((db, changed) => {
      // What is on its way is waited for, and what becomes of it is shown.
      const condition = at === null ? 'forgotten_at IS NOT NULL' : 'forgotten_at IS NULL AND session IS NULL';
      const files = keys.flatMap((key) => {
        const update = `UPDATE files SET forgotten_at = ? WHERE key = ? AND ${condition}`;
        return db.run(update, at, key) === 1 ? [requireRow(db, key)] : [];
      });
      record(changed, files);
      return files.map(({ key }) => key);
    });
  }
}
