import * as vscode from 'vscode';
import { bodyOf } from './answer';
import { renderExchange } from './exchangeText';
import { exchangeUri } from './exchangeUri';
import { whyNotKept, type Exchanges } from './exchanges';
import { checkWords, type KnownChecks } from '../checks/knownChecks';
import { placeIn, showPlace } from './readingPlace';
import { readDocumentUri, type DocumentName } from './requestUris';
import type { Exchange } from '../../api/model/exchange';
import type { BodyWork } from '../../services/descriptions/bodyWork';
import type { SendHooks } from '../../ui/sending';
import type { Content } from '../../ui/documents/readOnlyFiles';
import { showDocument } from '../../ui/documents/showDocument';

/** A document of an exchange that is open in a tab. */
interface OpenDocument {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly exchange: Exchange;
}

/** What the documents are made with. */
export interface DocumentParts {
  readonly exchanges: Exchanges;
  readonly bodies: Pick<BodyWork, 'layOut'>;
  /** What came of comparing answers with descriptions. */
  readonly checks: KnownChecks;
  readonly report: (exchange: Exchange) => Promise<string>;
  /** An environment's name, by its id. */
  readonly environmentName: (id: string) => string;
  /** Whether the answer of a request of a file opens beside it. */
  readonly opensBeside: () => boolean;
  /** Which page of a list an exchange is, in a few characters; empty for other exchanges. */
  readonly pageName: (exchange: Exchange) => string;
  /** How many expectations of its request file were met, in words. */
  readonly expected: (exchangeId: string) => string | undefined;
}

/** The read-only documents: exchanges, bodies and support reports. */
export class Documents {
  readonly #parts: DocumentParts;
  /** The last text that was made: the editor asks for its size and for itself, one after the other. */
  #last: { readonly key: string; readonly text: Promise<string> } | undefined;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /**
   * @param changed called when the text is another one later: the check of an answer arrived
   * @throws FileSystemError when the address names none
   */
  async read(uri: vscode.Uri, changed: () => void): Promise<Content> {
    const name = readDocumentUri(uri);
    if (name === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const exchange = await this.#parts.exchanges.find(name.id);
    // A tab that the editor restores long after: an explanation is better there than an error page.
    if (exchange === undefined) return { content: gone(name.id), time: 0 };
    this.#parts.exchanges.hold(exchange);
    if (name.kind === 'report')
      return { content: await this.#parts.report(exchange), time: exchange.startedAt };
    const check = name.kind === 'exchange' ? await this.#parts.checks.soon(exchange, changed) : undefined;
    return { content: await this.#text(name.kind, exchange, checkWords(check)), time: exchange.startedAt };
  }

  /**
   * Opens an exchange. The same request's earlier answer is replaced where it is open, and what one was reading
   * stays in sight. The answer of a request of a file opens beside it, always in the same group, and leaves the focus
   * where the request is.
   * @param from the page that led to this one, which it replaces
   */
  async show(exchange: Exchange, from?: Exchange): Promise<vscode.TextEditor> {
    const open = await this.#open();
    const shown = open.find((each) => each.exchange.id === exchange.id);
    const isBeside = exchange.origin === 'file' && this.#parts.opensBeside();
    if (shown !== undefined) {
      const { group, isPreview: preview } = shown.tab;
      return showDocument(shown.uri, { preview, viewColumn: group.viewColumn, preserveFocus: isBeside });
    }
    const before =
      open.find((each) => each.exchange.id === from?.id) ??
      open.find((each) => each.tab.group.isActive && isSameRequest(each.exchange, exchange)) ??
      open.find((each) => isSameRequest(each.exchange, exchange));
    const place = before === undefined ? undefined : placeIn(before.uri);
    const group = isBeside ? open.find(({ tab }) => !tab.group.isActive)?.tab.group : undefined;
    const elsewhere = group?.viewColumn ?? (isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    const editor = await showDocument(this.#uri('exchange', exchange), {
      preview: before?.tab.isPreview ?? true,
      viewColumn: before?.tab.group.viewColumn ?? elsewhere,
      preserveFocus: isBeside,
    });
    // A preview was replaced by the new one already.
    if (before !== undefined && isStillOpen(before.tab))
      await vscode.window.tabGroups.close(before.tab, true);
    if (place !== undefined) showPlace(editor, place, from !== undefined);
    return editor;
  }

  /**
   * How the answer of a request is shown; not at all for a caller that wants none.
   * @param from the page that led to this one: its document is replaced
   */
  showing(reveal: unknown, from?: Exchange): SendHooks['show'] {
    return reveal === false ? undefined : (exchange) => this.show(exchange, from);
  }

  /** Opens the body alone, or the support report, in the group in front. */
  async showPart(kind: 'body' | 'report', exchange: Exchange): Promise<void> {
    await showDocument(this.#uri(kind, exchange), { preview: true });
  }

  #uri(kind: DocumentName['kind'], exchange: Exchange): vscode.Uri {
    const name = this.#parts.environmentName(exchange.environment);
    return exchangeUri(kind, exchange, name, this.#parts.pageName(exchange));
  }

  #text(kind: 'exchange' | 'body', exchange: Exchange, checked: string | undefined): Promise<string> {
    const key = `${kind} ${exchange.id} ${checked ?? ''}`;
    if (this.#last?.key !== key) this.#last = { key, text: this.#make(kind, exchange, checked) };
    return this.#last.text;
  }

  async #make(kind: 'exchange' | 'body', exchange: Exchange, checked: string | undefined): Promise<string> {
    const body = await this.#parts.bodies.layOut(bodyOf(exchange) ?? '');
    if (kind === 'body') return body;
    const environmentName = this.#parts.environmentName(exchange.environment);
    return renderExchange(exchange, {
      environmentName,
      body,
      expected: this.#parts.expected(exchange.id),
      checked,
    });
  }

  /** The exchanges whose documents are open in tabs, those in front first. */
  async #open(): Promise<OpenDocument[]> {
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const found = await Promise.all(
      tabs.map(async (tab): Promise<OpenDocument[]> => {
        const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
        const name = uri && readDocumentUri(uri);
        if (uri === undefined || name?.kind !== 'exchange') return [];
        const exchange = await this.#parts.exchanges.find(name.id);
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
  const lines = [...whyNotKept(), id];
  return lines.map((line) => `// ${line}\n`).join('');
}
