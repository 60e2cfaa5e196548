import { isPaymentsError } from '../api/errors';
import type { FileRecord } from '../api';
import type { Connections } from '../connections';
import type { FileRegistry, KnownFile } from '../storage/types';
import type { FileOfEnvironment } from './fileTarget';

/** A record as it was fetched, and the row that now holds it. */
export interface FetchedRecord {
  readonly record: FileRecord;
  readonly file: KnownFile;
  readonly requestId?: string | undefined;
  readonly exchangeId: string;
}

/** Fetches file records and keeps what they say in the registry. */
export class FileRecords {
  readonly #connections: Connections;
  readonly #registry: () => Promise<FileRegistry>;
  readonly #fetching = new Map<string, Promise<FetchedRecord>>();

  constructor(connections: Connections, registry: () => Promise<FileRegistry>) {
    this.#connections = connections;
    this.#registry = registry;
  }

  /**
   * Fetches a record afresh ("Get file details"). Those who ask while it is being fetched share the answer,
   * which stays with the environment it was asked of. A 404 is remembered: the file is then shown as gone.
   * @throws PaymentsError as the client does
   */
  fetch(target: FileOfEnvironment): Promise<FetchedRecord> {
    const key = JSON.stringify([target.environment, target.fileId]);
    const running = this.#fetching.get(key);
    if (running !== undefined) return running;
    const fetching = this.#fetch(target).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #fetch({ environment, fileId }: FileOfEnvironment): Promise<FetchedRecord> {
    const connection = await this.#connections.open(environment);
    const registry = await this.#registry();
    const wasShown = registry.get(environment, fileId) !== undefined;
    try {
      const answer = await connection.client.getFile(fileId);
      const isForgotten = wasShown && registry.get(environment, fileId) === undefined;
      const file = registry.keepDetails(connection.environment.id, {
        fileId,
        details: answer.data,
        requestId: answer.requestId,
        exchangeId: answer.exchangeId,
      });
      // Taken out of the view while the answer was on its way: an answer does not bring it back.
      if (isForgotten) registry.forget([file.key]);
      return { record: answer.data, file, requestId: answer.requestId, exchangeId: answer.exchangeId };
    } catch (error) {
      if (isPaymentsError(error) && error.facts.status === 404) {
        registry.markGone(connection.environment.id, fileId, true);
      }
      throw error;
    }
  }
}
