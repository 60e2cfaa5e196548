import * as vscode from 'vscode';
import { CancelledError, DecodeError, isPaymentsError } from '../../api/model/errors';
import type { Content } from '../../api';
import { isLoopback } from '../../api/model/addresses';
import type { Connections } from '../../services/connections';
import type { FileRegistry } from '../../storage';
import { plainText } from '../../util/plainText';
import { untilAborted } from '../../util/untilAborted';
import type { FileOfEnvironment } from './fileTarget';
import { contentLinkOf, isUsable, isWebLink, type ContentLink } from './contentLinks';
import type { FileRecords } from './fileRecords';

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

  /** @throws ConfigurationError where no content can be fetched: an address or a key is missing */
  async check(environment: string): Promise<void> {
    await this.#connections.open(environment);
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
    // A record that is being fetched is stored when it arrives, even when no caller waits for it.
    const fetching = this.#records.fetch(target);
    const { record, requestId, exchangeId } = await untilAborted(
      fetching,
      signal,
      () => new CancelledError(),
    );
    const link = contentLinkOf(record);
    if (link === undefined || !isWebLink(link.url)) {
      const name = plainText(record.name, 100);
      throw new DecodeError(
        { message: vscode.l10n.t('The service sent no usable content link for {0}.', name) },
        { requestId, exchangeId },
      );
    }
    const needsKey = (await this.#needsKey(target, link)) === true;
    return { ...link, name: record.name, requestId, exchangeId, fresh: true, needsKey };
  }
}

function isRefusal(error: unknown): boolean {
  const status = isPaymentsError(error) ? error.facts.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
