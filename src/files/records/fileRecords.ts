import { CancelledError, isOfKind, saysMissing } from '../../api/model/errors';
import type { FileRecord } from '../../api';
import type { Origin } from '../../api/model/exchange';
import { currentCaller } from '../../services/caller';
import { planGetFile } from '../../api/rules/plan';
import type { Permit, Sender } from '../../services/sender';
import type { FetchedDetails, FileRegistry, KnownFile } from '../../storage';
import { afterAnswer } from '../../ui/failures';
import { untilAborted } from '../../util/untilAborted';
import type { FileOfEnvironment } from './fileTarget';

/** A record as it was fetched, and the row that now holds it. */
export interface FetchedRecord {
  readonly record: FileRecord;
  /** Absent for a file without a row: nothing is kept of it. */
  readonly file?: KnownFile | undefined;
  readonly requestId?: string | undefined;
  readonly exchangeId: string;
}

/** Fetches file records and keeps what they say in the registry. */
export class FileRecords {
  readonly #sender: Sender;
  readonly #registry: () => Promise<FileRegistry>;
  readonly #asking = new Map<string, Promise<RecordAnswer>>();

  constructor(sender: Sender, registry: () => Promise<FileRegistry>) {
    this.#sender = sender;
    this.#registry = registry;
  }

  /**
   * Fetches a record afresh, and keeps it in the file's row, if it has one: one that was taken out
   * of the Files view stays out. A documented 404 is remembered: the file is then shown as gone. Those who ask while it is being
   * fetched share the answer, which stays with the environment it was asked of.
   * @throws PaymentsError as the client does
   */
  async fetch(target: FileOfEnvironment): Promise<FetchedRecord> {
    const { environment, details, ...answer } = await this.#ask(target, 'view');
    const registry = await this.#registry();
    const known = registry.remembered(environment, target.fileId, details.identity);
    if (known?.detailsExchangeId === answer.exchangeId) return { ...answer, file: known };
    return { ...answer, file: registry.updateDetails(environment, details) };
  }

  /**
   * Fetches the record of a file that somebody asked for by its id: it joins the Files view.
   * @throws PaymentsError as the client does
   */
  async add(
    target: FileOfEnvironment,
    signal: AbortSignal,
  ): Promise<FetchedRecord & { readonly file: KnownFile }> {
    const asking = this.#ask(target);
    const { environment, details, ...answer } = await untilAborted(
      asking,
      signal,
      () => new CancelledError(),
    );
    const registry = await this.#registry();
    const file = await afterAnswer(answer, () => registry.keepDetails(environment, details));
    return { ...answer, file };
  }

  /** The same for somebody who only looks at it: the file joins the view where that can be written down. */
  async look(target: FileOfEnvironment, origin?: Origin): Promise<FetchedRecord> {
    const { environment, details, ...answer } = await this.#ask(target, origin);
    try {
      (await this.#registry()).keepDetails(environment, details);
    } catch (error) {
      if (!isOfKind(error, 'configuration')) throw error;
    }
    return answer;
  }

  /**
   * Fetches the record of an upload that may have arrived, and did: its row becomes that file, and keeps hash, size
   * and source.
   * @throws PaymentsError as the client does
   */
  async settle(row: KnownFile, fileId: string): Promise<FetchedRecord & { readonly file: KnownFile }> {
    const { environment: _, details, ...answer } = await this.#ask({ environment: row.environment, fileId });
    const registry = await this.#registry();
    return { ...answer, file: await afterAnswer(answer, () => registry.settle(row.key, details)) };
  }

  async #ask({ environment, fileId }: FileOfEnvironment, origin?: Origin): Promise<RecordAnswer> {
    const permit = await this.#sender.permit(planGetFile(fileId), { environment, isPerson: false });
    // What an agent asks for is marked as its own, and ends with its call.
    if (currentCaller() !== undefined) return this.#request(permit, fileId, origin);
    // An id is another file at another account.
    const key = JSON.stringify([permit.environment.id, permit.environment.identity, fileId]);
    const running = this.#asking.get(key);
    if (running !== undefined) return running;
    const asking = this.#request(permit, fileId, origin).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #request(
    permit: Permit<FileRecord>,
    fileId: string,
    origin: Origin | undefined,
  ): Promise<RecordAnswer> {
    const { id, identity } = permit.environment;
    try {
      const { data, requestId, exchangeId } = await this.#sender.send(permit, { origin });
      const details = { fileId, identity, details: data, requestId, exchangeId };
      return { environment: id, details, record: data, requestId, exchangeId };
    } catch (error) {
      if (saysMissing(error)) (await this.#registry()).markGone(id, fileId, true, identity);
      throw error;
    }
  }
}

interface RecordAnswer extends Omit<FetchedRecord, 'file'> {
  /** The id of the environment that was asked. */
  readonly environment: string;
  /** What is kept of it, with the account that was asked: by now the environment may lead to another one. */
  readonly details: FetchedDetails;
}
