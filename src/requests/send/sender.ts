import * as vscode from 'vscode';
import type { Answer, CallOptions, PaymentsClient } from '../../api';
import type { AttemptWait } from '../../api/model/clientTypes';
import type { Exchange } from '../../api/model/exchange';
import type { Done } from '../../commands/outcome';
import type { Connection, Connections } from '../../services/connections';
import type { KeyVault } from '../../services/keyVault';
import { isOfKind } from '../../api/model/errors';
import type { Storage } from '../../storage/types/storageTypes';
import { confirmProduction } from '../../ui/confirm';
import { confirmUnresolved, unresolvedReason } from '../../ui/unresolved';
import { plainText } from '../../util/plainText';
import { formatDuration } from '../../ui/formats/formats';
import { withoutMessage } from '../../ui/messages';
import { environmentTitle, withLateProgress } from '../../ui/progress';
import type { Documents } from '../exchange/exchangeDocuments';
import { isRead } from '../../api/rules/methods';
import { refuseProductionTopUp, type RequestDraft } from '../plan/requestInput';
import { shownLanguage } from '../../util/text';

export interface SentRequest {
  readonly status: number;
  readonly body: unknown;
}

export interface SendSettings {
  /** Id of the environment; the active one when undefined. */
  readonly environment?: unknown;
  /** A person is there: a write whose earlier result is not known is asked about. */
  readonly interactive?: boolean;
  /** False leaves the answer's document closed. */
  readonly reveal?: unknown;
  /** Called with the exchange before its document opens. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** The page that led to this one: its document is replaced. */
  readonly from?: Exchange;
}

/** What the journal of writes recognizes a write by. */
type HashOf = (client: PaymentsClient) => string;

/** Sends requests: with a question before a write to production, progress, and a document with the result. */
export class Sender {
  readonly #connections: Connections;
  readonly #keys: KeyVault;
  readonly #documents: Documents;
  readonly #storage: () => Promise<Storage>;

  constructor(
    connections: Connections,
    keys: KeyVault,
    documents: Documents,
    storage: () => Promise<Storage>,
  ) {
    this.#connections = connections;
    this.#keys = keys;
    this.#documents = documents;
    this.#storage = storage;
  }

  /** Sends a request that was checked. @throws PaymentsError for every failure */
  async send(draft: RequestDraft, settings: SendSettings): Promise<Done<SentRequest>> {
    if (settings.interactive === true) await this.confirmUnresolved(draft, settings.environment);
    const connection = await this.open(draft, settings.environment);
    return this.call(connection, draft, settings, (client, call) => client.request(draft, call));
  }

  /**
   * Why a write should not be sent without a look first; see `unresolvedReason`.
   * @param hashOf what the write is recognized by; the hash of `request` unless given
   * @returns undefined for a read as well
   */
  async unresolved(
    draft: RequestDraft,
    environmentId: unknown,
    hashOf?: HashOf,
  ): Promise<string | undefined> {
    if (isRead(draft.method)) return undefined;
    const { client, environment } = await this.#connections.open(environmentId);
    const { history } = await this.#storage();
    return unresolvedReason(history, environment.id, hashOf?.(client) ?? client.requestHash(draft));
  }

  /** Asks before a write whose earlier result is not known. @throws CancelledError when the user did not agree */
  async confirmUnresolved(draft: RequestDraft, environmentId: unknown, hashOf?: HashOf): Promise<void> {
    const reason = await this.unresolved(draft, environmentId, hashOf);
    if (reason === undefined) return;
    const { method, path } = draft;
    await confirmUnresolved(
      vscode.l10n.t('Send {0} {1} again?', method, plainText(path, 200)),
      reason,
      vscode.l10n.t('Send Again'),
    );
  }

  /**
   * Opens the connection for a request, and asks where it is a write to production.
   * @throws ConfigurationError when it cannot go there; CancelledError when the user did not agree
   */
  async open(draft: RequestDraft, environmentId: unknown): Promise<Connection> {
    const connection = await this.#connections.open(environmentId);
    const { environment } = connection;
    refuseProductionTopUp(environment, draft);
    if (!isRead(draft.method)) {
      await confirmProduction({
        environment,
        key: () => this.#keys.state(environment),
        what: vscode.l10n.t('send {0} {1}?', draft.method, plainText(draft.path, 200)),
        detail: draft.body === undefined ? [] : [excerpt(draft.body)],
        action: vscode.l10n.t('Send to Production'),
      });
    }
    return connection;
  }

  /** Runs a call with progress and Cancel, and shows its exchange, also after a failure. */
  async call(
    { client, environment }: Connection,
    { method, path }: RequestDraft,
    { reveal, onExchange, from }: SendSettings,
    send: (client: PaymentsClient, call: CallOptions) => Promise<Answer<unknown>>,
  ): Promise<Done<SentRequest>> {
    let exchange: Exchange | undefined;
    const note = (made: Exchange): void => {
      exchange = made;
      onExchange?.(made);
    };
    const title = vscode.l10n.t(
      '{0}: {1} {2}',
      environmentTitle(environment),
      method,
      plainText(path.split('?', 1)[0] ?? '', 80),
    );
    // Its text comes from the record of the call, so nothing is waited for that could fail.
    const show = async (): Promise<boolean> =>
      reveal !== false && exchange !== undefined && (await this.#show(exchange, from));
    let answer: Answer<unknown>;
    try {
      answer = await withLateProgress(title, (signal, report) => {
        const onWait = (wait: AttemptWait): void => {
          report(describeWait(wait));
        };
        return send(client, { signal, onExchange: note, onWait });
      });
    } catch (error) {
      if (!(error instanceof Error) || isOfKind(error, 'cancelled') || !(await show())) throw error;
      // The document begins with what went wrong: no message says it a second time.
      throw withoutMessage(error);
    }
    await show();
    const { status, body, requestId, exchangeId } = answer;
    return { data: { status, body }, requestId, exchangeId };
  }

  /** @returns whether the document is open: what the service answered counts in either case */
  async #show(exchange: Exchange, from: Exchange | undefined): Promise<boolean> {
    try {
      await this.#documents.show(exchange, from);
      return true;
    } catch {
      return false;
    }
  }
}

/** What the progress says of a wait: which attempt comes next, of how many, and when. */
export function describeWait({ attempt, of, milliseconds }: AttemptWait): string {
  const time = formatDuration(Math.max(1000, Math.round(milliseconds / 1000) * 1000), shownLanguage());
  return vscode.l10n.t('attempt {0} of {1}, waiting {2}', attempt, of, time);
}

function excerpt(body: unknown): string {
  return plainText(JSON.stringify(body), 300);
}
