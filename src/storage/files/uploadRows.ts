import type { DatabaseConnection } from '../sqlite/connection';
import { FileReader } from './fileReader';
import {
  becomeAgain,
  insertPending,
  markUploading,
  moveTo,
  readById,
  readRow,
  record,
  requireRow,
  sentPurposeOf,
  show,
  takeBack,
  takeOver,
} from './fileChanges';
import { remarkSharedId, settledBy, settleOthers, whatPrevents } from './sameBytes';
import { sortTimeOf, updateFile } from './fileRows';
import { compact, number, optionalText, text } from '../sqlite/rowValues';
import { canBeRetried } from '../types/fileStates';
import type { WindowSession } from '../store/sessions';
import type { Store, Work } from '../store/store';
import type { Generations } from '../store/generations';
import type {
  BatchUpload,
  BegunUpload,
  FileState,
  KnownFile,
  UploadPermit,
  Sending,
  UnfinishedUpload,
  UploadedFile,
} from '../types/storageTypes';

/** An upload of this window. */
interface InFlight {
  /** As begun: enough to go on with when the file under it fails. */
  readonly file: KnownFile;
  /** The row as it was before, where it is repeated. */
  readonly before: KnownFile | undefined;
  /** Identity of the account that it goes to. */
  readonly identity: string | undefined;
}

const NOTHING: UploadPermit = new Map();

/** The uploads of the registry: each from before its first byte to its end. A state only ever gains in certainty. */
export class UploadRows extends FileReader {
  protected readonly session: WindowSession;
  /** What this window has in flight. */
  protected readonly inFlight = new Map<number, InFlight>();

  /** @param session of this window, which owns what it has in flight */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    super(store, generations);
    this.session = session;
  }

  /** Whether an upload of this window is waiting or on its way. */
  get isBusy(): boolean {
    return this.inFlight.size > 0;
  }

  /**
   * Begins uploads, in order: commits a row in state `pending` for each, in one transaction, before any byte is sent.
   * It decides nothing: `startSending` does.
   * @throws ConfigurationError when it cannot be written down: then nothing must be sent
   */
  beginBatch(uploads: readonly BatchUpload[]): BegunUpload[] {
    const now = Date.now();
    const begun = this.store.write((db, changed) => {
      this.session.claim(db);
      const { id: session } = this.session;
      const all = uploads.map(({ repeats, identity, ...fresh }) => {
        const before = repeats === undefined ? undefined : readRow(db, repeats);
        if (before === undefined) {
          const generation = this.generations.forWriting(db, fresh.environment, identity);
          return {
            began: true,
            file: insertPending(db, { ...fresh, generation }, now, session),
            before,
            identity,
          };
        }
        const began = canBeRetried(before.state);
        return { began, file: began ? takeBack(db, before, now, session) : before, before, identity };
      });
      record(
        changed,
        all.filter(({ began }) => began).map(({ file }) => file),
      );
      return all;
    });
    for (const { began, ...own } of begun) if (began) this.inFlight.set(own.file.key, own);
    this.session.keepAlive();
    return begun;
  }

  /**
   * The one decision whether bytes are sent, in the transaction that makes the row `uploading`: to be committed before
   * the first byte. It may be sent when no other row of the same account, bytes and purpose is uploaded, on its way or may
   * have arrived, but for what the permit names.
   * @returns the row that prevents it: then nothing must be sent. The own row where this window no longer has it, or where
   * it may have arrived itself; undefined when it may be sent
   * @throws ConfigurationError when it cannot be written down: then nothing must be sent either
   */
  startSending(key: number, { identity, permit = NOTHING }: Sending = {}): KnownFile | undefined {
    return this.store.write((db, changed) => {
      const own = this.#own(db, key);
      if (own === undefined) return requireRow(db, key);
      const { row, session } = own;
      const generation =
        identity === undefined ? row.generation : this.generations.forWriting(db, row.environment, identity);
      const prevents = whatPrevents(db, { ...row, generation }, permit, this.#shown);
      if (prevents !== undefined) return prevents;
      // Another window may have taken this one for dead.
      if (session === undefined) this.session.claim(db);
      if (generation !== row.generation) moveTo(db, requireRow(db, key), generation, this.session.id);
      const mayHaveActed = this.inFlight.get(key)?.before?.mayHaveActed ?? false;
      markUploading(db, key, mayHaveActed, this.session.id);
      record(changed, [row]);
      this.#noteState(key, 'uploading', identity);
      return undefined;
    });
  }

  /** What `startSending` would return, as far as is committed. */
  whatPrevents(key: number, { identity, permit = NOTHING }: Sending = {}): KnownFile | undefined {
    return this.store.readCommitted((db) => {
      const row = this.#own(db, key)?.row;
      if (row === undefined) return requireRow(db, key);
      const generation =
        identity === undefined ? row.generation : this.generations.find(db, row.environment, identity);
      return whatPrevents(db, { ...row, generation }, permit, this.#shown);
    });
  }

  /** The service certainly did not act on the attempt, and another one follows: the row is `pending` again. */
  putBack(key: number): void {
    this.store.write((db, changed) => {
      const state = this.#own(db, key)?.row.state;
      if (state === undefined || state === 'pending') return;
      // Another window may have taken this one for dead.
      this.session.claim(db);
      const found = requireRow(db, key);
      // Why it may have arrived before counts again, and only that.
      const { mayHaveActed = false, error } = this.inFlight.get(key)?.before ?? {};
      const why = { mayHaveActed, error: mayHaveActed ? error : undefined };
      const after = compact<KnownFile>({ ...found, ...why, state: 'pending', sortTime: found.createdAt });
      updateFile(db, found, after, { session: this.session.id });
      record(changed, [found]);
      this.#noteState(key, 'pending');
    });
  }

  /** For another database that takes the place of this one: it must not say that nothing was sent. */
  #noteState(key: number, state: 'pending' | 'uploading', identity?: string): void {
    const begun = this.inFlight.get(key);
    if (begun === undefined) return;
    const file = { ...begun.file, state };
    this.inFlight.set(key, { ...begun, file, identity: identity ?? begun.identity });
  }

  /**
   * Ends an upload in favour of another row of the same bytes. A new row goes. One that was there before becomes what it was,
   * or is settled as uploaded by the other one.
   */
  giveWay(key: number, other: KnownFile): void {
    this.#end(
      key,
      (db, changed) => {
        // Whoever has it now ends it.
        if (this.#own(db, key) === undefined) return;
        const before = this.inFlight.get(key)?.before;
        const found = requireRow(db, key);
        if (before === undefined) db.run('DELETE FROM files WHERE key = ?', key);
        else if (other.state === 'uploaded' && !before.mayHaveActed)
          settledBy(db, found, other, { session: null });
        else becomeAgain(db, found, before);
        record(changed, [found]);
      },
      () => undefined,
    );
  }

  /**
   * Ends an upload well, from any state: an answer is certain, however late it comes.
   * @param identity of the account that answered; that of the row unless given
   */
  finish(key: number, answer: UploadedFile, identity?: string): KnownFile {
    return this.#end(
      key,
      (db, changed) => {
        const found = requireRow(db, key);
        const generation =
          identity === undefined
            ? found.generation
            : this.generations.forWriting(db, found.environment, identity);
        const row = moveTo(db, found, generation, null);
        const sameId = readById(db, generation, answer.fileId).filter((other) => other.key !== key);
        const merged = takeOver(db, row, sameId);
        const purpose = answer.purpose ?? row.purpose;
        const after = compact<KnownFile>({
          ...row,
          error: undefined,
          state: 'uploaded',
          mayHaveActed: false,
          fileId: answer.fileId,
          purpose,
          sentPurpose: sentPurposeOf(row, purpose),
          mimeType: answer.mimeType ?? row.mimeType,
          uploadedAt: answer.uploadedAt,
          sortTime: sortTimeOf(answer.uploadedAt, row.createdAt),
          requestId: answer.requestId,
          exchangeId: answer.exchangeId,
          gone: false,
        });
        updateFile(db, row, after, { session: null });
        show(db, key);
        const settled = settleOthers(db, after);
        const shared = remarkSharedId(db, after, sameId);
        record(changed, [found, ...merged, ...settled, ...shared]);
        return requireRow(db, key);
      },
      () => compact<KnownFile>({ ...this.#begun(key), ...answer, state: 'uploaded', mayHaveActed: false }),
    );
  }

  /**
   * From any state but `uploaded`; and what is known to have ended does not become `unknown` again. What was not sent this
   * time, and may have arrived before, is what it was. A row that another window goes on with stays as it is.
   * @param identity of the account that there is now: what may have arrived may be there; that of the row unless given
   */
  fail(key: number, end: UnfinishedUpload, identity?: string): KnownFile {
    return this.#end(
      key,
      (db, changed) => {
        const found = requireRow(db, key);
        const ended = found.state === 'failed' || found.state === 'cancelled';
        const isOthers = db.get('SELECT 1 FROM files WHERE key = ? AND session <> ?', key, this.session.id);
        if (isOthers || found.state === 'uploaded' || (ended && end.state === 'unknown')) return found;
        const { state, error, requestId, exchangeId } = end;
        const before = this.inFlight.get(key)?.before;
        const mayHaveActed = state === 'unknown' || error.mayHaveActed === true || found.mayHaveActed;
        const wasSent = state === 'failed' || state === 'unknown';
        record(changed, [found]);
        if (before?.mayHaveActed === true && !wasSent) return becomeAgain(db, found, before);
        const row =
          identity !== undefined && wasSent && mayHaveActed
            ? moveTo(db, found, this.generations.forWriting(db, found.environment, identity), null)
            : found;
        const after = compact<KnownFile>({ ...row, state, mayHaveActed, error, requestId, exchangeId });
        updateFile(db, row, after, { session: null });
        return after;
      },
      () => compact<KnownFile>({ ...this.#begun(key), ...end }),
    );
  }

  /** Writes an end down. @param otherwise what it comes to, while that cannot be written down */
  #end<T>(key: number, work: Work<T>, otherwise: () => T): T {
    const landed = () => this.inFlight.delete(key);
    return this.store.writeNowOrLater(() => this.store.write(work, landed), otherwise);
  }

  #begun(key: number): KnownFile {
    return this.inFlight.get(key)?.file ?? this.store.read((db) => requireRow(db, key));
  }

  /** A row in the state that it was shown in: of what this window has begun, the one before. */
  readonly #shown = <S extends Pick<KnownFile, 'key' | 'state'>>(row: S): S | KnownFile =>
    row.state === 'pending' ? (this.inFlight.get(row.key)?.before ?? row) : row;

  /**
   * A row of this window as far as the decision about it needs: what changes while it is in flight is read, the rest is as
   * it was begun. It is this window's own also where another one took it for dead and ended it before anything was sent.
   * @returns undefined for a row of another window, and for one that is not there
   */
  #own(db: DatabaseConnection, key: number): { row: KnownFile; session: string | undefined } | undefined {
    const begun = this.inFlight.get(key)?.file;
    const now = db.get('SELECT state, generation, session FROM files WHERE key = ?', key);
    if (begun === undefined || now === undefined) return undefined;
    const session = optionalText(now, 'session');
    const state = text(now, 'state') as FileState;
    const isEnded = state === 'not-sent' || state === 'unknown';
    const isOwn = session === undefined ? isEnded : session === this.session.id;
    if (!isOwn) return undefined;
    const generation = number(now, 'generation');
    return { row: session === undefined ? requireRow(db, key) : { ...begun, state, generation }, session };
  }
}
