import type { Connection } from '../database/connection';
import { countFiles, dayCounts, listFiles, purposeCounts } from './fileQueries';
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
import { fileColumns, SELECT_FILES, sortTimeOf, toKnownFile, updateFile } from './fileRows';
import { compact } from '../database/rowValues';
import { deadSessions, Session } from '../database/sessions';
import type { Store } from '../database/store';
import type {
  CountQuery,
  FetchedDetails,
  FileGroup,
  FileQuery,
  FileRegistry,
  KnownFile,
  NewUpload,
  Page,
  UnfinishedUpload,
  UploadedFile,
} from '../types';

/** The registry of files on the database. A state only ever gains in certainty; see each transition. */
export class Files implements FileRegistry {
  readonly #store: Store;
  readonly #session: Session;
  /** What this window has in flight, as begun: enough to go on with when the file under it fails. */
  readonly #inFlight = new Map<number, KnownFile>();

  constructor(store: Store) {
    this.#store = store;
    this.#session = new Session(store, () => this.#inFlight.size > 0);
    store.onMoved((memory) => {
      this.#carryOver(memory);
    });
  }

  begin(uploads: readonly NewUpload[]): KnownFile[] {
    if (uploads.length === 0) return [];
    const now = Date.now();
    const begun = this.#store.write((db, changed) => {
      this.#session.claim(db);
      const files = uploads.map((upload) => this.#insertPending(db, upload, now));
      record(changed, files);
      return files;
    });
    this.#watchOver(begun);
    return begun;
  }

  /** From `pending`, or from an `unknown` that another window took this one's row for. */
  markUploading(key: number): void {
    const file = this.#inFlight.get(key);
    if (file === undefined) return;
    this.#store.write((db, changed) => {
      const found = requireRow(db, key);
      if (found.state !== 'pending' && found.state !== 'unknown') return;
      if (found.state === 'unknown') this.#session.claim(db);
      const uploading = { ...found, state: 'uploading' } as const;
      updateFile(
        db,
        found,
        without(uploading, 'error'),
        found.state === 'unknown' ? { session: this.#session.id } : {},
      );
      record(changed, [found]);
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
        fileId: answer.fileId,
        purpose: answer.purpose,
        mimeType: answer.mimeType,
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
      const after = compact<KnownFile>({ ...found, state, error, requestId, exchangeId });
      updateFile(db, found, after, { session: null });
      record(changed, [found]);
      return after;
    }, this.#landed(key));
  }

  restart(keys: readonly number[]): KnownFile[] {
    const restarted = this.#store.write((db, changed) => {
      this.#session.claim(db);
      return keys.flatMap((key) => {
        const found = readRow(db, key);
        const ended = found?.state === 'failed' || found?.state === 'cancelled' || found?.state === 'unknown';
        if (!ended || found.sha256 === undefined) return [];
        const pending = { ...without(found, 'error', 'requestId', 'exchangeId'), state: 'pending' } as const;
        updateFile(db, found, pending, { session: this.#session.id });
        show(db, key);
        record(changed, [found]);
        return [pending];
      });
    });
    this.#watchOver(restarted);
    return restarted;
  }

  keepDetails(environment: string, fetched: FetchedDetails): KnownFile {
    return this.#store.write((db, changed) => {
      const found = readById(db, environment, fetched.fileId);
      if (found !== undefined) show(db, found.key);
      return putDetails(db, changed, environment, fetched, found);
    });
  }

  updateDetails(environment: string, fetched: FetchedDetails): KnownFile | undefined {
    return this.#store.write((db, changed) => {
      const found = readById(db, environment, fetched.fileId);
      return found === undefined ? undefined : putDetails(db, changed, environment, fetched, found);
    });
  }

  markGone(environment: string, fileId: string, gone: boolean): void {
    this.#store.write((db, changed) => {
      const found = readById(db, environment, fileId);
      if (found === undefined || found.gone === gone) return;
      updateFile(db, found, { ...found, gone });
      record(changed, [found]);
    });
  }

  findDuplicate(environment: string, sha256: string, purpose: string): KnownFile | undefined {
    return this.#one(
      `environment = ? AND sha256 = ? AND purpose = ? AND state = 'uploaded' AND gone = 0
       AND forgotten_at IS NULL ORDER BY files.key LIMIT 1`,
      environment,
      sha256,
      purpose,
    );
  }

  isInFlight(environment: string, sha256: string, purpose: string): boolean {
    const found = this.#one(
      `environment = ? AND sha256 = ? AND purpose = ? AND state IN ('pending', 'uploading') LIMIT 1`,
      environment,
      sha256,
      purpose,
    );
    return found !== undefined;
  }

  get(environment: string, fileId: string): KnownFile | undefined {
    return this.#one('environment = ? AND file_id = ? AND forgotten_at IS NULL', environment, fileId);
  }

  remembered(environment: string, fileId: string): KnownFile | undefined {
    return this.#one('environment = ? AND file_id = ?', environment, fileId);
  }

  getByKey(key: number): KnownFile | undefined {
    return this.#one('files.key = ? AND forgotten_at IS NULL', key);
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
    return this.#store.read((db) => listFiles(db, query));
  }

  count(query: CountQuery, atMost?: number): number {
    return this.#store.read((db) => countFiles(db, query, atMost));
  }

  groups(environment: string, by: 'purpose' | 'day'): FileGroup[] {
    return this.#store.read((db) => (by === 'day' ? dayCounts : purposeCounts)(db, environment));
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

  /** Lets go of this window's uploads, which nobody will end any more. */
  close(): void {
    this.#session.end();
    if (this.#session.claimed) {
      this.#store.write((db, changed) => abandon(db, changed, this.#session.id));
    }
    this.#inFlight.clear();
  }

  #one(conditions: string, ...values: (string | number)[]): KnownFile | undefined {
    const row = this.#store.read((db) => db.get(`${SELECT_FILES} WHERE ${conditions}`, ...values));
    return row === undefined ? undefined : toKnownFile(row);
  }

  #insertPending(db: Connection, upload: NewUpload, now: number): KnownFile {
    const file = { ...upload, state: 'pending', createdAt: now, sortTime: now, gone: false } as const;
    const key = db.insert('files', { ...fileColumns(file), session: this.#session.id });
    return { key, ...file };
  }

  #landed(key: number): () => void {
    return () => this.#inFlight.delete(key);
  }

  #watchOver(files: readonly KnownFile[]): void {
    for (const file of files) this.#inFlight.set(file.key, file);
    if (files.length > 0) this.#session.keepAlive();
  }

  #carryOver(memory: Connection): void {
    memory.transaction(() => {
      if (this.#inFlight.size > 0) this.#session.claim(memory);
      for (const [key, file] of this.#inFlight) {
        if (readRow(memory, key) !== undefined) continue;
        memory.insert('files', { key, ...fileColumns(file), session: this.#session.id });
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
