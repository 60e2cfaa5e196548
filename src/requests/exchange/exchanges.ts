import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { NotFoundError, invalidArgument } from '../../api/model/errors';
import type { Storage } from '../../storage';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { IMPORTED } from './imported';
import { activeExchangeId, exchangeIdIn, readDocumentUri } from './requestUris';
import { sentences, t } from '../../util/text';

/** So many exchanges of this window are at hand even where the history keeps none, for what messages offer. */
const AT_HAND = 20;

/** Exchanges by their id: stored, just made in this window, or from an opened HAR file. */
export class Exchanges {
  readonly #storage: () => Promise<Storage>;
  readonly #recent = new Map<string, Exchange>();
  #imported: Exchange | undefined;
  /** Those whose documents are open: what one is looking at still works when the history has dropped it. */
  readonly #held = new Map<string, Exchange>();
  readonly #closing: vscode.Disposable;

  constructor(storage: () => Promise<Storage>) {
    this.#storage = storage;
    this.#closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const id = readDocumentUri(uri)?.id;
      const { textDocuments } = vscode.workspace;
      if (id !== undefined && !textDocuments.some((open) => readDocumentUri(open.uri)?.id === id))
        this.#held.delete(id);
    });
  }

  /** Holds on to an exchange until the last of its documents is closed. */
  hold(exchange: Exchange): void {
    this.#held.set(exchange.id, exchange);
  }

  dispose(): void {
    this.#closing.dispose();
  }

  /** Holds on to an exchange that was just made, so that its document and its message's buttons work. */
  note(exchange: Exchange): void {
    this.#recent.set(exchange.id, exchange);
    for (const id of [...this.#recent.keys()].slice(0, -AT_HAND)) this.#recent.delete(id);
  }

  /** Takes the entry of a HAR file in place of the one before. @returns it with the id it is known by here */
  noteImported(exchange: Exchange): Exchange {
    // An id of its own each time: browsers give none, and what an editor tab shows is read once for its address.
    const id = `${IMPORTED}1-${Date.now().toString(36)}-${exchange.id}`;
    this.#imported = { ...exchange, id };
    return this.#imported;
  }

  async find(id: string): Promise<Exchange | undefined> {
    return this.#recent.get(id) ?? (await this.#kept(id)) ?? this.#held.get(id);
  }

  /** @throws NotFoundError when nothing is known here by that id */
  async get(id: string): Promise<Exchange> {
    return required(await this.find(id));
  }

  /** The exchange that `requireExchange` finds named. @throws as it does, and as `get` */
  async named(target: unknown): Promise<Exchange> {
    return this.get(requireExchange(target));
  }

  /** The exchange that is kept; one only at hand does not count. */
  async getKept(id: string): Promise<Exchange> {
    return required(await this.#kept(id));
  }

  async #kept(id: string): Promise<Exchange | undefined> {
    const { history } = await this.#storage();
    return this.#imported?.id === id ? this.#imported : history.get(id);
  }

  /** Lets go of one that the history no longer keeps. */
  letGo(id: string): void {
    this.#recent.delete(id);
    this.#held.delete(id);
  }

  /** Lets go of what an environment's history no longer keeps. */
  forget(environment: string): void {
    for (const [id, exchange] of [...this.#recent, ...this.#held]) {
      if (exchange.environment === environment) this.letGo(id);
    }
  }
}

function required(exchange: Exchange | undefined): Exchange {
  if (exchange !== undefined) return exchange;
  throw new NotFoundError(sentences(...whyNotKept()));
}

/** That a request is gone, and why it may be: sentences. */
export function whyNotKept(): string[] {
  return [
    t('This request is no longer in the history.'),
    t('It was cleared, removed for newer ones, or read from a HAR file that is no longer open.'),
    t('The setting paymentsApi.history.maxRequests limits how many are kept.'),
  ];
}

/**
 * Reads which exchange a menu or a caller named: an id, or a row of the Requests view.
 * @returns undefined when none was named
 * @throws PreflightError when it is something else
 */
export function readExchangeTarget(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const id = typeof value === 'string' ? value.trim() : isObject(value) ? rowId(value) : undefined;
  if (id !== undefined && id !== '') return id;
  throw invalidArgument('exchangeId', 'string');
}

/** The id in a row of the view, or in the address that a document's title button passes. */
function rowId(row: Readonly<Record<string, unknown>>): string | undefined {
  if (row instanceof vscode.Uri) return exchangeIdIn(row);
  const { exchange } = row;
  return isObject(exchange) && typeof exchange['id'] === 'string' ? exchange['id'] : undefined;
}

/** All exchanges that a menu passes, each once: the selected rows, if the clicked row is one of them. */
export function readExchangeTargets(value: unknown, selection: unknown): string[] {
  const rows: unknown[] = Array.isArray(selection) ? selection : [];
  const selected = [...new Set(rows.flatMap((row) => (isObject(row) ? (rowId(row) ?? []) : [])))];
  const first = rows.includes(value) ? undefined : readExchangeTarget(value);
  if (first === undefined) return selected;
  return selected.includes(first) ? selected : [first];
}

/** The exchange named, or the one whose document is in front. */
export function requireExchange(target: unknown): string {
  const id = readExchangeTarget(target) ?? activeExchangeId();
  if (id !== undefined) return id;
  throw refuse(t('Choose a request first: give its id, or select it in the Requests view.'));
}

/** All exchanges that a menu passes, else the one whose document is in front. */
export function requireExchanges(target: unknown, selection: unknown): string[] {
  const named = readExchangeTargets(target, selection);
  return named.length > 0 ? named : [requireExchange(target)];
}
