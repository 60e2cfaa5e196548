import * as vscode from 'vscode';
import { jsonSchemaOfRequests } from '../editor/requestSchema';
import { renderExchange } from './exchangeText';
import type { Exchanges } from './exchanges';
import { exchangeUri, readDocumentUri } from './requestUris';
import type { Exchange } from '../../api/exchange';

/** Texts of the read-only documents: exchanges, support reports, and the schema of request files. */
export class Documents {
  readonly #exchanges: Exchanges;
  readonly #report: (exchange: Exchange) => string;

  constructor(exchanges: Exchanges, report: (exchange: Exchange) => string) {
    this.#exchanges = exchanges;
    this.#report = report;
  }

  /** @throws FileSystemError when the address names none */
  async read(uri: vscode.Uri): Promise<{ readonly text: string; readonly time: number }> {
    const name = readDocumentUri(uri);
    if (name === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (name.kind === 'schema') return { text: JSON.stringify(await jsonSchemaOfRequests()), time: 0 };
    const exchange = await this.#exchanges.find(name.id);
    // A tab that the editor restores long after: an explanation is better there than an error page.
    if (exchange === undefined) return { text: gone(name.id), time: 0 };
    const text = name.kind === 'report' ? this.#report(exchange) : renderExchange(exchange);
    return { text, time: exchange.startedAt };
  }

  /** Opens an exchange in a preview tab, as browsing does. */
  async show(exchange: Exchange): Promise<void> {
    const document = await vscode.workspace.openTextDocument(exchangeUri(exchange));
    await vscode.window.showTextDocument(document, { preview: true });
  }
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
