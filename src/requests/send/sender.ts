import * as vscode from 'vscode';
import type { Answer, CallOptions, PaymentsClient } from '../../api';
import type { AttemptWait } from '../../api/clientTypes';
import type { Exchange } from '../../api/exchange';
import type { Done } from '../../commands/commands';
import type { Connection, Connections } from '../../services/connections';
import type { KeyVault } from '../../services/keyVault';
import { isOfKind } from '../../api/errors';
import { confirmProduction } from '../../ui/confirm';
import { formatDuration, plainText } from '../../ui/formats';
import { withoutMessage } from '../../ui/messages';
import { environmentTitle, withLateProgress } from '../../ui/progress';
import type { Documents } from '../exchange/exchangeDocuments';
import { isRead, refuseProductionTopUp, type RequestDraft } from './requestInput';

export interface Sent {
  readonly status: number;
  readonly body: unknown;
}

export interface SendSettings {
  /** Id of the environment; the active one when undefined. */
  readonly environment?: unknown;
  /** False leaves the answer's document closed. */
  readonly reveal?: unknown;
  /** Told of the exchange before its document opens. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** The page that led to this one: its document is replaced. */
  readonly from?: Exchange;
}

/** Sends requests: with a question before a write to production, progress, and a document of what came of it. */
export class Sender {
  readonly #connections: Connections;
  readonly #keys: KeyVault;
  readonly #documents: Documents;

  constructor(connections: Connections, keys: KeyVault, documents: Documents) {
    this.#connections = connections;
    this.#keys = keys;
    this.#documents = documents;
  }

  /** Sends a request that was checked. @throws PaymentsError for every failure */
  async send(draft: RequestDraft, settings: SendSettings): Promise<Done<Sent>> {
    const connection = await this.open(draft, settings.environment);
    return this.call(connection, draft, settings, (client, call) => client.request(draft, call));
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
        key: await this.#keys.state(environment),
        what: vscode.l10n.t('send {0} {1}?', draft.method, plainText(draft.path, 200)),
        detail: draft.body === undefined ? [] : [excerpt(draft.body)],
        action: vscode.l10n.t('Send to Production'),
      });
    }
    return connection;
  }

  /** Does a call under progress that can be cancelled, and shows its exchange, also that of a failure. */
  async call(
    { client, environment }: Connection,
    { method, path }: RequestDraft,
    { reveal, onExchange, from }: SendSettings,
    send: (client: PaymentsClient, call: CallOptions) => Promise<Answer<unknown>>,
  ): Promise<Done<Sent>> {
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

function describeWait({ attempt, of, milliseconds }: AttemptWait): string {
  const time = formatDuration(Math.max(1000, Math.round(milliseconds / 1000) * 1000), vscode.env.language);
  return vscode.l10n.t('attempt {0} of {1}, waiting {2}', attempt, of, time);
}

function excerpt(body: unknown): string {
  return plainText(JSON.stringify(body), 300);
}
