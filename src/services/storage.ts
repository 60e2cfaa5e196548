import { existsSync } from 'node:fs';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { isOfKind } from '../api/model/errors';
import type { BegunWrite, Exchange } from '../api/model/exchange';
import type { HistoryLimits, Storage, StorageProblem } from '../storage';
import { lazily } from '../util/lazily';
import { databaseFile } from './databaseFile';
import type { Identities } from './environments/identities';
import type { EarlyServices } from './earlyServices';

/** Pause between two steps of background work, in milliseconds. */
const STEP_MS = 10;

/** The database of this window: opened at its first use, and what goes into it from every feature. */
export class StorageService {
  readonly #services: EarlyServices;
  readonly #file: string;
  readonly #storage;

  /** @param onProblem called with what goes wrong with the database, for the user */
  constructor(services: EarlyServices, identities: Identities, onProblem: (problem: StorageProblem) => void) {
    this.#services = services;
    this.#file = databaseFile(services.context);
    this.#storage = lazily(async () => {
      const { openStorage } = await import('../storage');
      const storage = openStorage({
        file: this.#file,
        identityOf: identities.of,
        onProblem: (problem) => {
          services.log.error(`storage: ${problem.kind}: ${problem.message}`);
          onProblem(problem);
        },
        onListenerError: (error) => services.log.error(error instanceof Error ? error : String(error)),
      });
      storage.files.recover();
      // The limits may have been lowered while no window was open.
      void this.#trim(storage);
      return storage;
    });
  }

  /** Opens it at the first call. */
  get(): Promise<Storage> {
    return this.#storage.get();
  }

  /** As `get`, but undefined where nothing was ever kept: reading any text is no reason to make a database. */
  async ifUsed(): Promise<Storage | undefined> {
    return this.#storage.loaded ?? (existsSync(this.#file) ? this.get() : undefined);
  }

  /**
   * Writes down a write before its first byte is sent.
   * @throws ConfigurationError when that cannot be done, PreflightError when it must not be sent: then nothing is
   */
  async begin(write: BegunWrite): Promise<void> {
    (await this.get()).history.beginWrite(write);
  }

  /** Keeps an exchange, within the limits of the settings. */
  async keep(exchange: Exchange): Promise<void> {
    const { maxRequests, maxBytes } = this.#limits;
    try {
      const storage = await this.get();
      await storage.batch(() => storage.history.add(exchange, maxRequests, maxBytes));
    } catch (error) {
      // While the database cannot be written, that was said and logged once.
      if (isOfKind(error, 'configuration')) return;
      this.#services.log.error(`The exchange ${exchange.id} could not be kept: ${String(error)}`);
    }
  }

  /** Drops what is over the limits of the settings. */
  async applyLimits(): Promise<void> {
    const storage = await this.#opened();
    if (storage !== undefined) await this.#trim(storage);
  }

  /** The views show another account's rows as soon as there is another account behind an environment. */
  async lookForOtherAccounts(): Promise<void> {
    (await this.#opened())?.lookForGenerations();
  }

  /** An unused window stops looking for what other windows do: its user sees it when they come back. */
  async wake(): Promise<void> {
    (await this.#opened())?.wake();
  }

  async close(): Promise<void> {
    (await this.#storage.loaded)?.close();
  }

  get #limits(): HistoryLimits {
    const { maxRequests, maxMegabytes } = this.#services.settings.values;
    return { maxRequests, maxBytes: maxMegabytes * 1_000_000 };
  }

  #opened(): Promise<Storage | undefined> {
    return this.#storage.loaded?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /** In steps, so that the window goes on meanwhile. */
  async #trim(storage: Storage): Promise<void> {
    while (storage.isOpen && storage.history.applyLimits(this.#limits)) await nextTurn(STEP_MS);
  }
}
