import type { DatabaseConnection } from '../sqlite/connection';
import { FileReader } from './fileReader';
import {
  abandon,
  putDetails,
  readById,
  readRow,
  record,
  requireRow,
  show,
  takeOver,
  without,
} from './fileChanges';
import { beginUpload, SAME_BYTES } from './beginBatch';
import { fileColumns, sortTimeOf, updateFile } from './fileRows';
import { compact, optionalText } from '../sqlite/rowValues';
import { isUnderWay } from '../types/fileStates';
import { deadSessions, type WindowSession } from '../store/sessions';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type {
  BatchUpload,
  BegunUpload,
  FetchedDetails,
  FileRegistry,
  KnownFile,
  NewUpload,
  SameBytes,
  UnfinishedUpload,
  UploadedFile,
} from '../types/storageTypes';

/** The registry of files on the database. A state only ever gains in certainty; see each transition. */
export class Files extends FileReader implements FileRegistry {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #session: WindowSession;
  /** What this window has in flight, as begun: enough to go on with when the file under it fails. */
  readonly #inFlight = new Map<number, KnownFile>();

  /** @param session of this window, which owns what it has in flight */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    super(store, generations);
    this.#store = store;
    this.#generations = generations;
    this.#session = session;
    store.onMoved((memory) => {
      this.#carryOver(memory);
    });
  }

  /** Whether an upload of this window is waiting or on its way. */
  get isBusy(): boolean {
    return this.#inFlight.size > 0;
  }

  begin(uploads: readonly NewUpload[]): KnownFile[] {
    return this.beginBatch(uploads, SAME_BYTES).map(({ file }) => file);
  }

  beginBatch(uploads: readonly BatchUpload[], allow: readonly SameBytes[] = []): BegunUpload[] {
    if (uploads.length === 0) return [];
    const now = Date.now();
    const begun = this.#store.write((db, changed) => {
      this.#session.claim(db);
      // A batch has few of them: each is looked up once, and nobody else can change it meanwhile.
      const generations = new Map<string, number>();
      const generationOf = (environment: string, identity: string | undefined) => {
        const account = JSON.stringify([environment, identity]);
        const generation =
          generations.get(account) ?? this.#generations.forWriting(db, environment, identity);
        generations.set(account, generation);
        return generation;
      };
      const beginning = { db, session: this.#session.id, now, allow, generationOf };
      const all = uploads.map((upload) => beginUpload(upload, beginning));
      record(
        changed,
        all.filter(({ began }) => began).map(({ file }) => file),
      );
      return all;
    });
    this.#watchOver(begun.filter(({ began }) => began).map(({ file }) => file));
    return begun;
  }

  /** From `pending`, or from what another window made of it when it took this one for dead. */
  markUploading(key: number): boolean {
    const file = this.#inFlight.get(key);
    if (file === undefined) return false;
    return this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      if (isUnderWay(found.state)) {
        if (sessionOf(db, key) !== this.#session.id) return false;
      } else if (found.state !== 'unknown' && found.state !== 'not-sent') {
        return false;
      }
      this.#session.claim(db);
      const uploading = { ...found, state: 'uploading', mayHaveActed: file.mayHaveActed } as const;
      updateFile(db, found, without(uploading, 'error'), { session: this.#session.id });
      record(changed, [found]);
      return true;
    });
  }

  /** From any state: an answer is certain, however late it comes. */
  finish(key: number, answer: UploadedFile): KnownFile {
    return this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      const merged = takeOver(db, found, answer.fileId);
      const after = compact<KnownFile>({
        ...without(found, 'error'),
        state: 'uploaded',
        mayHaveActed: false,
        fileId: answer.fileId,
        purpose: answer.purpose ?? found.purpose,
        mimeType: answer.mimeType ?? found.mimeType,
        uploadedAt: answer.uploadedAt,
        sortTime: sortTimeOf(answer.uploadedAt, found.createdAt),
        requestId: answer.requestId,
        exchangeId: answer.exchangeId,
        gone: false,
      });
      updateFile(db, found, after, { session: null });
      show(db, key);
      record(changed, [found, ...merged]);
      return merged.length === 0 ? after : requireRow(db, key);
    }, this.#landed(key));
  }

  /** From any state but `uploaded`; and what is known to have ended does not become `unknown` again. */
  fail(key: number, end: UnfinishedUpload): KnownFile {
    return this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      const ended = found.state === 'failed' || found.state === 'cancelled';
      if (found.state === 'uploaded' || (ended && end.state === 'unknown')) return found;
      const { state, error, requestId, exchangeId } = end;
      const earlier = this.#inFlight.get(key) ?? found;
      const mayHaveActed = state === 'unknown' || error.mayHaveActed === true || earlier.mayHaveActed;
      const after = compact<KnownFile>({ ...found, state, mayHaveActed, error, requestId, exchangeId });
      updateFile(db, found, after, { session: null });
      record(changed, [found]);
      return after;
    }, this.#landed(key));
  }

  keepDetails(environment: string, fetched: FetchedDetails): KnownFile {
    return this.#store.write((db, changed) => {
      const generation = this.#generations.forWriting(db, environment, fetched.identity);
      const owner = { environment, generation };
      const found = readById(db, owner.generation, fetched.fileId);
      if (found !== undefined) show(db, found.key);
      return putDetails(db, changed, owner, fetched, found);
    });
  }

  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined {
    const generation = this.#generations.of(environment, fetched.identity);
    return this.#store.write((db, changed) => {
      const found = readById(db, generation, fetched.fileId);
      return found === undefined ? undefined : putDetails(db, changed, found, fetched, found);
    });
  }

  settle(key: number, fetched: FetchedDetails): KnownFile {
    return this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      const merged = takeOver(db, found, fetched.fileId);
      show(db, key);
      record(changed, merged);
      return putDetails(db, changed, found, fetched, found);
    });
  }

  markGone(environment: string, fileId: string, gone: boolean, identity?: string): void {
    const generation = this.#generations.of(environment, identity);
    this.#store.write((db, changed) => {
      const found = readById(db, generation, fileId);
      if (found === undefined || found.gone === gone) return;
      updateFile(db, found, { ...found, gone });
      record(changed, [found]);
    });
  }

  forget(keys: readonly number[]): readonly number[] {
    return this.#setForgotten(keys, Date.now());
  }

  restore(keys: readonly number[]): void {
    this.#setForgotten(keys, null);
  }

  recover(): KnownFile[] {
    return this.#store.write((db, changed) => deadSessions(db).flatMap((id) => abandon(db, changed, id)));
  }

  /** The same for windows that have certainly died since: silence alone may be a sleeping computer. */
  recoverFromCrash(): void {
    const dead = this.#store.read((db) => deadSessions(db, Infinity));
    if (dead.length === 0) return;
    this.#store.write((db, changed) => {
      for (const id of dead) abandon(db, changed, id);
    });
  }

  /** Releases this window's uploads, because the window closes. */
  close(): void {
    this.#session.end();
    if (this.#session.claimed) {
      this.#store.write((db, changed) => abandon(db, changed, this.#session.id));
    }
    this.#inFlight.clear();
  }

  #landed(key: number): () => void {
    return () => this.#inFlight.delete(key);
  }

  #watchOver(files: readonly KnownFile[]): void {
    for (const file of files) this.#inFlight.set(file.key, file);
    if (files.length > 0) this.#session.keepAlive();
  }

  #carryOver(memory: DatabaseConnection): void {
    memory.transaction(() => {
      if (this.#inFlight.size > 0) this.#session.claim(memory);
      for (const [key, file] of this.#inFlight) {
        if (readRow(memory, key) !== undefined) continue;
        const generation = this.#generations.forWriting(memory, file.environment);
        memory.insert('files', { key, ...fileColumns({ ...file, generation }), session: this.#session.id });
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

/** The session that a row in flight belongs to. */
function sessionOf(db: DatabaseConnection, key: number): string | undefined {
  return optionalText(db.get('SELECT session FROM files WHERE key = ?', key) ?? {}, 'session');
}
