import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isOfKind } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import { settingUp } from '../../commands/settingUp';
import { failureOf } from '../../ui/failures';
import { visible } from '../../util/visible';
import { Collection } from '../records/collection';
import { openText } from '../records/openText';
import { openPages, type PageParts } from '../records/pageReader';
import { tableHtml } from './tableHtml';
import type { TableLayouts } from './layouts';
import { withoutColumns, type Cell } from '../records/cells';
import { tableCsv, tableTsv } from '../records/exports';
import { textOf } from '../records/order';
import {
  readWebviewMessage,
  type TableHostMessage,
  type Places,
  type TablePart,
  type TableWebviewMessage,
} from './model/tableProtocol';
import type { TableStrings } from './model/tableStrings';
import type { TableModel } from './tableModel';
import { shownLanguage } from '../../util/text';

/** What every table is made with. */
export interface TableContext extends PageParts {
  /** Leads through what is missing of an environment; resolves false when the user gave up. */
  readonly setUp: (environmentId: string) => Promise<boolean>;
  readonly extensionUri: vscode.Uri;
  readonly layouts: TableLayouts;
  readonly strings: TableStrings;
}

/** One table: it holds the records; the webview shows what it is sent and says what the user wants. */
export class TablePanel {
  readonly panel: vscode.WebviewPanel;
  readonly model: TableModel;
  readonly #context: TableContext;
  readonly #subscriptions: vscode.Disposable[] = [];
  #reading: AbortController | undefined;
  #released = false;

  /** @param panel an empty panel, new or restored; from now on this owns it */
  constructor(panel: vscode.WebviewPanel, context: TableContext, model: TableModel) {
    this.panel = panel;
    this.model = model;
    this.#context = context;
    this.#subscriptions.push(
      panel.onDidDispose(() => {
        this.release();
      }),
      panel.webview.onDidReceiveMessage((value: unknown) => {
        const message = readWebviewMessage(value);
        if (message !== undefined) void this.#obey(message);
      }),
    );
    const resources = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    panel.title = model.title;
    panel.iconPath = new vscode.ThemeIcon('table');
    panel.webview.options = { enableScripts: true, localResourceRoots: [resources] };
    panel.webview.html = tableHtml({
      scriptUri: panel.webview.asWebviewUri(vscode.Uri.joinPath(resources, 'table.js')).toString(),
      styleUri: panel.webview.asWebviewUri(vscode.Uri.joinPath(resources, 'table.css')).toString(),
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(18).toString('base64url'),
      language: shownLanguage(),
      title: `${context.strings.title}: ${model.title}`,
    });
  }

  /** Ends what is under way. The panel itself stays, so that it can be restored when the window reloads. */
  release(): void {
    this.#released = true;
    this.#reading?.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #obey(message: TableWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#postTable();
        return;
      case 'nextPage':
        return this.#read(1);
      case 'allPages':
        return this.#read(Infinity);
      case 'cancel':
        this.#reading?.abort();
        return;
      case 'copy':
        return this.#copy(message);
      case 'export':
        return this.#export(message);
      case 'layout':
        return this.#context.layouts.set(this.model.key, message.layout);
    }
  }

  /** Reads on from the last page, and appends each page as it comes. */
  async #read(pages: number): Promise<void> {
    const { nextPage: cursor, exchange } = this.model;
    if (cursor === undefined || this.#reading !== undefined) return;
    const reading = new AbortController();
    this.#reading = reading;
    const { strings } = this.#context;
    this.#status(strings.loading, 'info', true);
    try {
      const list = await settingUp(this.#context.setUp)(openPages)(exchange, this.#context);
      const collected = new Collection();
      for await (const page of list.read({ cursor }, reading.signal)) {
        collected.add(page);
        const from = this.model.rows.length;
        this.model.add(page);
        this.#post({ type: 'append', exchanges: this.model.exchanges, part: this.#part(from) });
        const isLast = collected.pages >= pages || page.nextPage === undefined;
        const count = this.#progress();
        this.#status(isLast ? count : strings.collecting.replace('{0}', count), 'info', !isLast);
        if (isLast) break;
      }
    } catch (error) {
      const cancelled = isOfKind(error, 'cancelled') || reading.signal.aborted;
      if (cancelled) this.#status(this.#progress(), 'info', false);
      else this.#status(visible(failureOf(error).error.message), 'error', false);
    } finally {
      this.#reading = undefined;
    }
  }

  #progress(): string {
    const { rows, total, nextPage } = this.model;
    const { strings } = this.#context;
    if (nextPage === undefined) return strings.complete;
    const count = rows.length.toLocaleString(shownLanguage());
    return total === undefined
      ? strings.rows.replace('{0}', count)
      : strings.rowsOf.replace('{0}', count).replace('{1}', total.toLocaleString(shownLanguage()));
  }

  /** One cell exactly as it came; several as a spreadsheet takes them. */
  async #copy({ what, rows, columns }: Extract<TableWebviewMessage, { type: 'copy' }>): Promise<void> {
    const selection = this.#selection({ rows, columns });
    const [row] = selection.rows;
    const [column] = selection.shown;
    if (row === undefined || column === undefined) return;
    const text = what === 'cell' ? textOf(row[column]) : tableTsv(selection, what === 'column');
    await vscode.env.clipboard.writeText(text);
    this.#status(this.#context.strings.copied, 'info', this.#reading !== undefined);
  }

  async #export({ format, rows, columns }: Extract<TableWebviewMessage, { type: 'export' }>): Promise<void> {
    if (format === 'csv') return openText('csv', tableCsv(this.#selection({ rows, columns })));
    const shown = new Set(columns);
    const hidden = new Set(this.model.columns.filter((_, index) => !shown.has(index)));
    const records = rows.flatMap((index) => {
      return index < this.model.records.length ? [withoutColumns(this.model.records[index], hidden)] : [];
    });
    return openText('json', `${JSON.stringify(records, undefined, 2)}\n`);
  }

  #selection({ rows, columns }: Places) {
    const { model } = this;
    return {
      columns: model.columns,
      rows: rows.flatMap((index): (readonly Cell[])[] => {
        const row = model.rows[index];
        return row === undefined ? [] : [row];
      }),
      shown: columns.filter((index) => index < model.columns.length),
    };
  }

  #postTable(): void {
    const { model, panel } = this;
    const { strings, layouts } = this.#context;
    panel.title = model.title;
    this.#post({
      type: 'table',
      strings,
      locale: displayLocale(),
      title: visible(model.heading),
      production: model.exchange.environmentType === 'production',
      exchanges: model.exchanges,
      layout: layouts.get(model.key),
      part: this.#part(0),
    });
  }

  /** The rows from one on, with all columns there are by now. */
  #part(from: number): TablePart {
    const { columns, rows, total, nextPage } = this.model;
    return {
      columns: [...columns],
      rows: rows.slice(from).map((row) => row.map((cell) => (cell === undefined ? 0 : cell))),
      ...(total !== undefined && { total }),
      hasMore: nextPage !== undefined,
    };
  }

  #status(text: string, kind: 'info' | 'error', busy: boolean): void {
    this.#post({ type: 'status', text, kind, busy });
  }

  /** A webview that is out of sight takes no messages; it asks for all when it comes back. */
  #post(message: TableHostMessage): void {
    if (!this.#released) void this.panel.webview.postMessage(message);
  }
}

/** Whether a table is of this exchange. */
export function isTableOf(panel: TablePanel, exchange: Exchange): boolean {
  return panel.model.exchange.id === exchange.id;
}

/** The editor's language, for `Intl`, which throws on a tag of the wrong form. */
function displayLocale(): string {
  try {
    return Intl.getCanonicalLocales(shownLanguage())[0] ?? 'en';
  } catch {
    return 'en';
  }
}
