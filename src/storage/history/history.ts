import type { AnswerCheck, BegunWrite, Exchange } from '../../api/model/exchange';
import type { DatabaseConnection } from '../sqlite/connection';
import {
  DROPPED_AT_ONCE,
  DROPPED_IN_STEPS,
  dropBySize,
  dropOldest,
  putExchangeBack,
  takeExchange,
} from './forgotten';
import { HistoryReader } from './historyReader';
import { insertExchange } from './exchangeRows';
import { insertWrite, takeWrite } from './writes';
import { emptyIndex } from '../search/fileIndex';
import { countExchanges } from './exchangeQueries';
import { forgetPaths, rememberPath } from './recentPaths';
import { text } from '../sqlite/rowValues';
import type { WindowSession } from '../store/sessions';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type { HistoryLimits } from '../types/storageTypes';

/** Limits from here on may be passed by a hundredth for a moment: in a batch, dropping one by one is felt. */
const PASSED_FROM = 1000;

/** Exchanges kept, of the current generation of each environment. */
export class RequestHistory extends HistoryReader {
  readonly #session: WindowSession;
  /** How many to keep, by the environment that may hold some more. */
  readonly #untrimmed = new Map<string, number>();

  /** Writes of this window that were journaled, and whose exchange is not kept yet, by their ids. */
  readonly #writes = new Map<string, BegunWrite>();

  /** @param session of this window, which owns what it journals */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    super(store, generations);
    this.#session = session;
    store.onReplaced((db) => this.#carryOver(db));
  }

  /** Whether a write of this window is under way. */
  get isBusy(): boolean {
    return this.#writes.size > 0;
  }

  /**
   * Journals a write, to be committed before its first byte. Should this window die before `add`, it comes back as an
   * exchange of unknown outcome.
   * @throws ConfigurationError when it cannot be written down: then it must not be sent
   */
  beginWrite(write: BegunWrite): void {
    const session = this.#session;
    this.store.write((db) => {
      session.claim(db);
      const generation = this.generations.forWriting(db, write.environment, write.identity);
      insertWrite(db, write, generation, session.id);
    });
    this.#writes.set(write.id, write);
    session.keepAlive();
  }

  /**
   * Keeps one, then drops the oldest of its environment beyond `keep`, and of all beyond `maxBytes`. With `keep` 0
   * nothing is kept. A write that was journaled leaves the journal with it.
   * @throws ConfigurationError while nothing can be written, for what changed nothing at the service
   */
  add(exchange: Exchange, keep: number, maxBytes = Infinity): void {
    const write = () => this.#insert(exchange, keep, maxBytes);
    // What changed something at the service is not lost; of what was only read, nothing is kept.
    if (this.#writes.has(exchange.id) || exchange.operation === 'uploadFile') {
      this.store.writeNowOrLater(write, () => undefined);
    } else write();
  }

  #insert(exchange: Exchange, keep: number, maxBytes: number): void {
    this.store.write(
      (db, changed) => {
        const { environment } = exchange;
        const generation = this.generations.forWriting(db, environment, exchange.identity);
        const writeHash = takeWrite(db, exchange.id);
        const added = keep > 0 && insertExchange(db, exchange, generation, writeHash);
        if (added) rememberPath(db, exchange, generation);
        if (keep <= 0) forgetPaths(db, environment);
        const excess = this.#countAll(db, environment) - Math.max(0, keep);
        const mayWait = keep >= PASSED_FROM && excess <= keep / 100;
        const dropped = mayWait ? 0 : this.#drop(db, environment, excess, { keepsNone: keep <= 0 });
        const droppedBySize = this.#dropBySize(db, maxBytes);
        if (mayWait && excess > 0) this.#untrimmed.set(environment, keep);
        if (droppedBySize > 0) changed({ what: 'history' });
        else if (added || dropped > 0) changed({ what: 'history', environment });
      },
      () => this.#writes.delete(exchange.id),
    );
  }

  /**
   * Drops some of what is over the limits, in a short transaction.
   * @returns whether there may be more to drop
   */
  applyLimits({ maxRequests, maxBytes }: HistoryLimits): boolean {
    const more = this.store.tryToWrite((db, changed) => {
      let dropped = this.#dropBySize(db, maxBytes);
      for (const row of db.all('SELECT DISTINCT environment FROM generations')) {
        const environment = text(row, 'environment');
        const excess = this.#countAll(db, environment) - Math.max(0, maxRequests);
        const keepsNone = maxRequests <= 0;
        dropped += this.#drop(db, environment, excess, { atOnce: DROPPED_IN_STEPS, keepsNone });
        if (maxRequests <= 0) forgetPaths(db, environment);
      }
      if (dropped > 0) changed({ what: 'history' });
      return dropped > 0;
    });
    return more === true;
  }

  /** Drops what the last additions left over the limit. */
  trim(): void {
    for (const [environment, keep] of this.#untrimmed) {
      this.#untrimmed.delete(environment);
      this.store.tryToWrite((db, changed) => {
        const dropped = this.#drop(db, environment, this.#countAll(db, environment) - keep);
        if (dropped > 0) changed({ what: 'history', environment });
      });
    }
  }

  /** Pins exchanges, or lets them go: pinned ones stay when others are dropped for newer ones, until all are cleared. */
  pin(ids: readonly string[], isPinned: boolean): void {
    this.store.write((db, changed) => {
      const set = 'UPDATE exchanges SET pinned = ? WHERE id IN (SELECT value FROM json_each(?))';
      if (db.run(set, isPinned ? 1 : 0, JSON.stringify(ids)) > 0) changed({ what: 'history' });
    });
  }

  /** Removes exchanges. @returns how many there were, and what takes it back */
  forget(ids: readonly string[]): { readonly count: number; readonly undo: () => void } {
    const forgotten = this.store.write((db, changed) => {
      const found = ids.flatMap((id) => takeExchange(db, id) ?? []);
      if (found.length > 0) changed({ what: 'history' });
      return found;
    });
    this.store.reclaimSoon();
    return {
      count: forgotten.length,
      undo: () => {
        this.store.write((db, changed) => {
          for (const taken of forgotten) putExchangeBack(db, taken);
          changed({ what: 'history' });
        });
      },
    };
  }

  /** Keeps how the answer of an exchange compares with its API description; nothing where that is not kept. */
  keepCheck(id: string, check: AnswerCheck): void {
    this.store.tryToWrite((db, changed) => {
      const set = 'UPDATE exchanges SET answer_check = ?, differences = ? WHERE id = ?';
      if (db.run(set, JSON.stringify(check), check.differences.length, id) > 0) changed({ what: 'history' });
    });
  }

  /**
   * Drops the exchanges of all generations of an environment, and the files of those that are not the current one: they
   * are not shown, so there is no other way to them. Without an address no generation is current, and all files stay:
   * they are shown again with the address, and keep their bytes from being sent twice.
   * @returns how many exchanges were dropped
   */
  clear(environment: string): number {
    const current = this.generations.current(environment);
    const hasAccount = this.generations.hasAccount(environment);
    return this.store.write((db, changed) => {
      let count = 0;
      let files = 0;
      this.store.reclaimSoon();
      for (const generation of this.generations.allOf(db, environment)) {
        count += db.run('DELETE FROM exchanges WHERE generation = ?', generation);
        // An upload in flight has an owner, who will write its result down.
        const hidden = 'DELETE FROM files WHERE generation = ? AND session IS NULL';
        if (hasAccount && generation !== current) files += db.run(hidden, generation);
      }
      // The text index would keep the words of what was deleted.
      if (files > 0) emptyIndex(db);
      forgetPaths(db, environment);
      if (count > 0) changed({ what: 'history', environment });
      if (files > 0) changed({ what: 'files', environment });
      return count;
    });
  }

  /** Takes the journal of this window's writes along into another database. */
  #carryOver(db: DatabaseConnection): void {
    if (this.#writes.size === 0) return;
    db.transaction(() => {
      this.#session.claim(db);
      for (const write of this.#writes.values()) {
        if (db.get('SELECT 1 FROM writes WHERE id = ?', write.id) !== undefined) continue;
        const generation = this.generations.forWriting(db, write.environment, write.identity);
        // It was decided when it began.
        insertWrite(db, { ...write, shown: undefined }, generation, this.#session.id);
      }
    });
  }

  /** How many are kept for an environment, of whatever generation. */
  #countAll(db: DatabaseConnection, environment: string): number {
    const generations = this.generations.allOf(db, environment);
    return generations.reduce((sum, generation) => sum + countExchanges(db, { generation }), 0);
  }

  /** Drops the oldest, a bounded number at a time; those of earlier generations, which nobody is shown, first. */
  #drop(
    db: DatabaseConnection,
    environment: string,
    excess: number,
    { atOnce = DROPPED_AT_ONCE, keepsNone = false }: { atOnce?: number; keepsNone?: boolean } = {},
  ): number {
    const wanted = Math.min(excess, atOnce);
    let left = wanted;
    if (left <= 0) return 0;
    this.store.reclaimSoon();
    const current = this.generations.current(environment);
    const others = this.generations.allOf(db, environment).filter((each) => each !== current);
    for (const generation of [...others, current]) {
      // Nothing of an earlier generation is shown, pinned or not.
      const alsoPinned = keepsNone || generation !== current;
      left -= dropOldest(db, generation, left, alsoPinned);
    }
    return wanted - left;
  }

  #dropBySize(db: DatabaseConnection, maxBytes: number): number {
    const dropped = dropBySize(db, maxBytes);
    if (dropped > 0) this.store.reclaimSoon();
    return dropped;
  }
}
