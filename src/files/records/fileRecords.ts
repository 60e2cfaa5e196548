import { CancelledError, isOfKind, saysMissing, DecodeError, isPaymentsError } from '../../api/model/errors';
import type { FileRecord, Content } from '../../api';
import type { Origin } from '../../api/model/exchange';
import { currentCaller } from '../../services/caller';
import { planGetFile } from '../../api/rules/plan';
import type { Permit, Sender } from '../../services/sender';
import type { FetchedDetails, FileRegistry, KnownFile } from '../../storage';
import { afterAnswer } from '../../ui/failures';
import { untilAborted } from '../../util/async';
import type { FileOfEnvironment } from './fileTarget';
import { isLoopback } from '../../api/model/addresses';
import type { Connections } from '../../services/connections';
import { plainText } from '../../util/plainText';
import { contentLinkOf, isUsable, isWebLink, type ContentLink } from './contentLinks';
import { t } from '../../util/text';

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
  readonly #asking = new Map<string, Asking>();

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
  async fetch(target: FileOfEnvironment, signal?: AbortSignal): Promise<FetchedRecord> {
    const { environment, details, ...answer } = await this.#ask(target, signal, 'view');
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
    const { environment, details, ...answer } = await this.#ask(target, signal);
    const registry = await this.#registry();
    const file = await afterAnswer(answer, () => registry.keepDetails(environment, details));
    return { ...answer, file };
  }

  /** Fetches the details for somebody who only looks at them: the file joins the view where that can be written down. */
  async look(target: FileOfEnvironment, signal: AbortSignal, origin?: Origin): Promise<FetchedRecord> {
    const { environment, details, ...answer } = await this.#ask(target, signal, origin);
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
  async settle(row: KnownFile, fileId: string, signal: AbortSignal) {
    const target = { environment: row.environment, fileId };
    const { environment: _, details, ...answer } = await this.#ask(target, signal);
    const registry = await this.#registry();
    return { ...answer, file: await afterAnswer(answer, () => registry.settle(row.key, details)) };
  }

  async #ask(
    { environment, fileId }: FileOfEnvironment,
    signal = new AbortController().signal,
    origin?: Origin,
  ): Promise<RecordAnswer> {
    const permit = await this.#sender.permit(planGetFile(fileId), { environment, isPerson: false });
    // What an agent asks for is marked as its own, and ends with its call.
    if (currentCaller() !== undefined) return this.#request(permit, fileId, signal, origin);
    // An id is another file at another account.
    const key = JSON.stringify([permit.environment.id, permit.environment.identity, fileId]);
    const asking = this.#asking.get(key) ?? this.#begin(permit, fileId, origin);
    this.#asking.set(key, asking);
    asking.waiting += 1;
    try {
      return await untilAborted(asking.answer, signal, () => new CancelledError());
    } finally {
      asking.waiting -= 1;
      if (asking.waiting === 0) {
        // Nobody waits for it any more: nothing more of it is sent.
        asking.ending.abort();
        this.#asking.delete(key);
      }
    }
  }

  #begin(permit: Permit<FileRecord>, fileId: string, origin: Origin | undefined): Asking {
    const ending = new AbortController();
    return { answer: this.#request(permit, fileId, ending.signal, origin), ending, waiting: 0 };
  }

  async #request(
    permit: Permit<FileRecord>,
    fileId: string,
    signal: AbortSignal,
    origin: Origin | undefined,
  ): Promise<RecordAnswer> {
    const { id, identity } = permit.environment;
    try {
      const { data, requestId, exchangeId } = await this.#sender.send(permit, { origin, signal });
      const details = { fileId, identity, details: data, requestId, exchangeId };
      return { environment: id, details, record: data, requestId, exchangeId };
    } catch (error) {
      if (saysMissing(error)) (await this.#registry()).markGone(id, fileId, true, identity);
      throw error;
    }
  }
}

/** A record that is being fetched. */
interface Asking {
  readonly answer: Promise<RecordAnswer>;
  readonly ending: AbortController;
  /** How many wait for it. */
  waiting: number;
}

interface RecordAnswer extends Omit<FetchedRecord, 'file'> {
  /** The id of the environment that was asked. */
  readonly environment: string;
  /** What is kept of it, with the account that was asked: by now the environment may lead to another one. */
  readonly details: FetchedDetails;
}

/** A link that can be used, and the request that brought it if one was needed. */
export interface LinkInUse extends ContentLink {
  readonly name: string;
  readonly requestId?: string | undefined;
  readonly exchangeId?: string | undefined;
  /** True when it was fetched just now. */
  readonly fresh: boolean;
  /**
   * True where it is on the service's own address: nothing says that it works without the API key there. The links of the
   * Local Sandbox do.
   */
  readonly needsKey: boolean;
}

/** The content of files: links that are fetched again once they have expired, and bytes. */
export class FileContent {
  readonly #connections: Connections;
  readonly #records: FileRecords;
  readonly #registry: () => Promise<FileRegistry>;

  constructor(connections: Connections, records: FileRecords, registry: () => Promise<FileRegistry>) {
    this.#connections = connections;
    this.#records = records;
    this.#registry = registry;
  }

  /**
   * The content link of a file: the known one while it can be used, else a new one.
   * @throws PaymentsError when it has to be fetched and cannot be
   */
  async link(target: FileOfEnvironment, signal: AbortSignal): Promise<LinkInUse> {
    const known = (await this.#registry()).remembered(target.environment, target.fileId);
    const link = contentLinkOf(known?.details);
    if (known !== undefined && link !== undefined && isWebLink(link.url) && isUsable(link, Date.now())) {
      const needsKey = await this.#needsKey(target, link);
      if (needsKey !== undefined) return { ...link, name: known.name, fresh: false, needsKey };
    }
    return this.#fetchLink(target, signal);
  }

  /**
   * The bytes of a file. A link that turns out to be no longer good is fetched again, once.
   * @param known a link that is there already
   */
  async bytes(
    target: FileOfEnvironment,
    signal: AbortSignal,
    known?: LinkInUse,
  ): Promise<Content & { readonly name: string }> {
    const link = known ?? (await this.link(target, signal));
    try {
      return { ...(await this.#get(target, link, signal)), name: link.name };
    } catch (error) {
      if (link.fresh || !isRefusal(error)) throw error;
      const again = await this.#fetchLink(target, signal);
      return { ...(await this.#get(target, again, signal)), name: again.name };
    }
  }

  /** Undefined for a link to the Local Sandbox of another window, which has closed since, or may at any time. */
  async #needsKey({ environment }: FileOfEnvironment, { url }: ContentLink): Promise<boolean | undefined> {
    const { type, addresses } = await this.#connections.located(environment);
    const { origin, hostname } = URL.parse(url) ?? {};
    const isOwn = origin === addresses.apiOrigin || origin === addresses.filesOrigin;
    if (type !== 'local') return isOwn;
    return isOwn || !isLoopback(hostname ?? '') ? false : undefined;
  }

  async #get(target: FileOfEnvironment, link: LinkInUse, signal: AbortSignal): Promise<Content> {
    const { client } = await this.#connections.open(target.environment);
    return client.getContent(link.url, { signal });
  }

  async #fetchLink(target: FileOfEnvironment, signal: AbortSignal): Promise<LinkInUse> {
    const { record, requestId, exchangeId } = await this.#records.fetch(target, signal);
    const link = contentLinkOf(record);
    if (link === undefined || !isWebLink(link.url)) {
      const name = plainText(record.name, 100);
      throw new DecodeError(t('The service sent no usable content link for {0}.', name), {
        requestId,
        exchangeId,
      });
    }
    const needsKey = (await this.#needsKey(target, link)) === true;
    return { ...link, name: record.name, requestId, exchangeId, fresh: true, needsKey };
  }
}

function isRefusal(error: unknown): boolean {
  const status = isPaymentsError(error) ? error.facts.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
