import * as vscode from 'vscode';
import { jsonSchemaOfRequests } from './requestSchema';
import { bodyOf } from './answer';
import { renderExchange } from './exchangeText';
import { bodyUri, exchangeUri, reportUri } from './exchangeUri';
import { exchangeWords } from './exchangeWords';
import { foldSections } from './foldSections';
import type { Exchanges } from './exchanges';
import { layOutJson } from './jsonLayout';
import { placeIn, showPlace } from './readingPlace';
import { exchangeIdIn, readDocumentUri } from './requestUris';
import type { Exchange } from '../../api/model/exchange';

export interface DocumentParts {
  readonly exchanges: Exchanges;
  readonly report: (exchange: Exchange) => string;
  /** An environment's name, by its id. */
  readonly environmentName: (id: string) => string;
}

/** A document of an exchange that is open in a tab. */
interface OpenDocument {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly exchange: Exchange;
}

/** The read-only documents: exchanges, bodies, support reports, and the schema of request files. */
export class Documents {
  readonly #parts: DocumentParts;
  /** The last text that was made: the editor asks for its size and for itself, one after the other. */
  #last: { readonly key: string; readonly text: string } | undefined;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /** @throws FileSystemError when the address names none */
  async read(uri: vscode.Uri): Promise<{ readonly text: string; readonly time: number }> {
    const name = readDocumentUri(uri);
    if (name === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (name.kind === 'schema') return { text: JSON.stringify(await jsonSchemaOfRequests()), time: 0 };
    const exchange = await this.#parts.exchanges.find(name.id);
    // A tab that the editor restores long after: an explanation is better there than an error page.
    if (exchange === undefined) return { text: gone(name.id), time: 0 };
    return { text: this.#text(name.kind, exchange), time: exchange.startedAt };
  }

  /**
   * Opens an exchange. The same request's earlier answer is replaced where it is open, and what one was reading
   * stays in sight.
   * @param from the page that led to this one, which it replaces
   */
  async show(exchange: Exchange, from?: Exchange): Promise<vscode.TextEditor> {
    const open = await this.#open();
    const shown = open.find((each) => each.exchange.id === exchange.id);
    if (shown !== undefined) return this.#reveal(shown.uri, shown.tab.group.viewColumn, shown.tab.isPreview);
    const before =
      open.find((each) => each.exchange.id === from?.id) ??
      open.find((each) => each.tab.group.isActive && isSameRequest(each.exchange, exchange)) ??
      open.find((each) => isSameRequest(each.exchange, exchange));
    const place = before === undefined ? undefined : placeIn(before.uri);
    const column = before?.tab.group.viewColumn ?? vscode.ViewColumn.Active;
    const editor = await this.#reveal(this.exchangeUri(exchange), column, before?.tab.isPreview ?? true);
    // A preview was replaced by the new one already.
    if (before !== undefined && isStillOpen(before.tab))
      await vscode.window.tabGroups.close(before.tab, true);
    if (place !== undefined) showPlace(editor, place, from !== undefined);
    // The outcome does not wait for what is only for the eye.
    void foldSections(editor.document).then(undefined, () => undefined);
    return editor;
  }

  /** Opens the body alone, beside the exchange. */
  async showBody(exchange: Exchange): Promise<void> {
    const uri = bodyUri(exchange, this.#parts.environmentName(exchange.environment));
    await this.#reveal(uri, vscode.ViewColumn.Active, true);
  }

  async showReport(exchange: Exchange): Promise<void> {
    const uri = reportUri(exchange, this.#parts.environmentName(exchange.environment));
    await this.#reveal(uri, vscode.ViewColumn.Active, true);
  }

  exchangeUri(exchange: Exchange): vscode.Uri {
    return exchangeUri(exchange, this.#parts.environmentName(exchange.environment));
  }

  async #reveal(
    uri: vscode.Uri,
    viewColumn: vscode.ViewColumn,
    preview: boolean,
  ): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview, viewColumn });
  }

  #text(kind: 'exchange' | 'body' | 'report', exchange: Exchange): string {
    if (kind === 'report') return this.#parts.report(exchange);
    const key = `${kind} ${exchange.id}`;
    if (this.#last?.key === key) return this.#last.text;
    const body = bodyOf(exchange) ?? '';
    const text = kind === 'body' ? (layOutJson(body) ?? body) : renderExchange(exchange, exchangeWords());
    this.#last = { key, text };
    return text;
  }

  /** The exchanges whose documents are open in tabs, those in front first. */
  async #open(): Promise<OpenDocument[]> {
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const found = await Promise.all(
      tabs.map(async (tab): Promise<OpenDocument[]> => {
        const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
        if (uri === undefined || readDocumentUri(uri)?.kind !== 'exchange') return [];
        const exchange = await this.#parts.exchanges.find(exchangeIdIn(uri) ?? '');
        return exchange === undefined ? [] : [{ tab, uri, exchange }];
      }),
    );
    return found.flat().sort((a, b) => Number(b.tab.isActive) - Number(a.tab.isActive));
  }
}

/** Whether two exchanges asked the same: of a list, the same page. */
function isSameRequest(a: Exchange, b: Exchange): boolean {
  return a.environment === b.environment && a.method === b.method && a.url === b.url;
}

function isStillOpen(tab: vscode.Tab): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(tab));
}

function gone(id: string): string {
  const lines = [
    vscode.l10n.t('This request is no longer in the history.'),
    vscode.l10n.t('It was cleared, removed for newer ones, or read from a HAR file that is no longer open.'),
    vscode.l10n.t('The setting paymentsApi.history.maxRequests limits how many are kept.'),
    id,
  ];
  return lines.map((line) => `// ${line}\n`).join('');
}
