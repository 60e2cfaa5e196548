import * as vscode from 'vscode';
import { isOfKind } from '../../api/model/errors';
import { redactorOf } from '../../services/environments/redactor';
import { settingUp, type SetUpEnvironment } from '../../commands/settingUp';
import type { Services } from '../../services/services';
import type { Exchanges } from '../exchange/exchanges';
import { failureOf } from '../../ui/failures';
import { openUntitled } from '../../ui/documents/openUntitled';
import { showMessage } from '../../ui/messages';
import { webviewHtml, type WebviewPage } from '../../ui/panels/webviewPage';
import { WebviewShell } from '../../ui/panels/webviewShell';
import { visible } from '../../util/visible';
import { Collection } from '../records/collection';
import { openPages } from '../records/pageReader';
import { keepLayout, layoutOf } from './layouts';
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
import type { TableModel } from './tableModel';
import { shownTexts, t } from '../../util/text';

/** What every table is made with. */
export interface TableContext {
  readonly exchanges: Exchanges;
  readonly services: Pick<Services, 'connections' | 'keys' | 'sender'>;
  readonly setUp: SetUpEnvironment;
  readonly extensionUri: vscode.Uri;
  /** Remembers how columns were left. */
  readonly state: vscode.Memento;
}

/** One table: it holds the records; the webview shows what it is sent and says what the user wants. */
export class TablePanel {
  readonly model: TableModel;
  readonly #context: TableContext;
  readonly #shell: WebviewShell<TableHostMessage>;
  #reading: AbortController | undefined;

  /** @param panel an empty panel, new or restored; from now on this owns it */
  constructor(panel: vscode.WebviewPanel, context: TableContext, model: TableModel) {
    this.model = model;
    this.#context = context;
    panel.title = model.title;
    panel.iconPath = new vscode.ThemeIcon('table');
    this.#shell = new WebviewShell(panel, {
      extensionUri: context.extensionUri,
      name: 'table',
      title: t('{0}: {1}', t('Table'), model.title),
      html: tableHtml,
      receive: (value) => {
        const message = readWebviewMessage(value);
        if (message === undefined) return;
        this.#obey(message).catch((error: unknown) =>
          this.#status(visible(failureOf(error).error.message), 'error', this.#reading !== undefined),
        );
      },
      onRelease: () => this.#reading?.abort(),
    });
  }

  get panel(): vscode.WebviewPanel {
    return this.#shell.panel;
  }

  release(): void {
    this.#shell.release();
  }

  async #obey(message: TableWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#shell.post({ type: 'init', ...shownTexts() });
        this.#postTable();
        return;
      case 'nextPage':
        return this.#read(1);
      case 'allPages':
        return this.#read(Infinity);
      case 'wholeList':
        return this.#read(Infinity, true);
      case 'cancel':
        this.#reading?.abort();
        return;
      case 'copy':
        return this.#copy(message);
      case 'export':
        return this.#export(message);
      case 'layout':
        return keepLayout(this.#context.state, this.model.key, message.layout);
    }
  }

  /** Reads on from the last page, or from the first one anew, and appends each page as it comes. */
  async #read(pages: number, startsOver = false): Promise<void> {
    const { nextPage, exchange } = this.model;
    const cursor = startsOver ? undefined : nextPage;
    if ((cursor === undefined && !startsOver) || this.#reading !== undefined) return;
    const reading = new AbortController();
    this.#reading = reading;
    const loading = t('Reading the next page…');
    this.#status(loading, 'info', true);
    try {
      const { services, setUp } = this.#context;
      const list = await settingUp(setUp)(openPages)(exchange, services, true);
      const collected = new Collection();
      for await (const page of list.read(cursor, reading.signal)) {
        collected.add(page);
        const begins = startsOver && collected.pages === 1;
        if (begins) this.model.startOver();
        const from = this.model.rows.length;
        this.model.add(page);
        if (begins) this.#postTable();
        else this.#shell.post({ type: 'append', exchanges: this.model.exchanges, part: this.#part(from) });
        const isLast = collected.pages >= pages || page.nextPage === undefined;
        this.#status(isLast ? this.#reached() : loading, 'info', !isLast);
        if (isLast) break;
      }
    } catch (error) {
      if (!isOfKind(error, 'cancelled') && !reading.signal.aborted) throw error;
      this.#status(this.#reached(), 'info', false);
    } finally {
      this.#reading = undefined;
    }
  }

  /** What the webview cannot see from the rows, which it counts itself. */
  #reached(): string {
    const { nextPage, startsLater } = this.model;
    if (nextPage !== undefined) return '';
    return startsLater ? laterPage() : t('All pages are here.');
  }

  /** One cell exactly as it came; several as a spreadsheet takes them. */
  async #copy({ what, rows, columns }: Extract<TableWebviewMessage, { type: 'copy' }>): Promise<void> {
    const selection = this.#selection({ rows, columns });
    const [row] = selection.rows;
    const [column] = selection.shown;
    if (row === undefined || column === undefined) return;
    const text = what === 'cell' ? textOf(row[column]) : tableTsv(selection, what === 'column');
    // A key may have been stored since the answer came.
    const redactor = await redactorOf(this.#context.services.keys);
    await vscode.env.clipboard.writeText(redactor.text(text));
    this.#status(t('Copied'), 'info', this.#reading !== undefined);
  }

  async #export({ format, rows, columns }: Extract<TableWebviewMessage, { type: 'export' }>): Promise<void> {
    if (this.model.startsLater) showMessage('info', laterPage());
    const redactor = await redactorOf(this.#context.services.keys);
    if (format === 'csv') {
      const csv = tableCsv(this.#selection({ rows, columns }));
      await openUntitled(this.model.title, 'csv', redactor.text(csv));
      return;
    }
    const shown = new Set(columns);
    const hidden = new Set(this.model.columns.filter((_, index) => !shown.has(index)));
    const records = rows.flatMap((index) => {
      return index < this.model.records.length ? [withoutColumns(this.model.records[index], hidden)] : [];
    });
    const json = JSON.stringify(records, undefined, 2);
    await openUntitled(this.model.title, 'json', `${redactor.text(json)}\n`);
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
    panel.title = model.title;
    this.#shell.post({
      type: 'table',
      title: visible(model.heading),
      production: model.exchange.environmentType === 'production',
      exchanges: model.exchanges,
      layout: layoutOf(this.#context.state, model.key),
      part: this.#part(0),
    });
  }

  /** The rows from one on, with all columns there are by now. */
  #part(from: number): TablePart {
    const { columns, rows, total, nextPage, startsLater, before } = this.model;
    return {
      columns: [...columns],
      rows: rows.slice(from).map((row) => row.map((cell) => (cell === undefined ? 0 : cell))),
      ...(total !== undefined && { total }),
      hasMore: nextPage !== undefined,
      startsLater,
      ...(before !== undefined && { before }),
    };
  }

  #status(text: string, kind: 'info' | 'error', busy: boolean): void {
    this.#shell.post({ type: 'status', text, kind, busy });
  }
}

function laterPage(): string {
  return t('These rows begin with a later page; rows before them are missing.');
}

/** The grid adds styles with this nonce, and its icons are images in those styles. */
function tableHtml(page: WebviewPage): string {
  const directives = [
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource} 'nonce-${page.nonce}'`,
    `img-src data:`,
  ];
  return webviewHtml(page, directives, { 'data-nonce': page.nonce });
}
