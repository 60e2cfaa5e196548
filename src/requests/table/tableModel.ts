import type { Exchange } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { parseExactly } from '../../util/exactJson';
import type { ExactPage } from '../records/pageReader';
import { TableBuilder, type Cell } from '../records/cells';
import { bodyOf } from '../exchange/answer';
import { cursorOf, findRecords, listName, withoutCursor } from '../records/paging';

/** The records of one or more pages of a list. */
export class TableModel {
  readonly exchange: Exchange;
  /** As they came, with exact numbers; one for each row. */
  records: unknown[] = [];
  /** The exchanges whose answers are shown, in order. */
  exchanges: string[];
  total: number | undefined;
  nextPage: string | undefined;
  #table = new TableBuilder();
  #startsLater: boolean;

  private constructor(exchange: Exchange, records: readonly unknown[]) {
    this.exchange = exchange;
    this.exchanges = [exchange.id];
    this.#append(records);
    this.#startsLater = cursorOf(exchange) !== undefined;
    this.total = exchange.paging?.totalCount;
    this.nextPage = exchange.method === 'GET' ? exchange.paging?.nextPage : undefined;
  }

  /** @returns undefined when the answer holds no list of records */
  static of(exchange: Exchange): TableModel | undefined {
    const records = recordsIn(exchange);
    return records === undefined ? undefined : new TableModel(exchange, records);
  }

  get columns(): readonly string[] {
    return this.#table.columns;
  }

  get rows(): readonly (readonly Cell[])[] {
    return this.#table.rows;
  }

  /** Whether rows come before the first one: the table began with a later page. */
  get startsLater(): boolean {
    return this.#startsLater && this.rows.length < (this.total ?? Infinity);
  }

  /** How many rows come before the first one, as far as it is known. */
  get before(): number | undefined {
    if (!this.startsLater) return 0;
    return this.nextPage === undefined && this.total !== undefined
      ? this.total - this.rows.length
      : undefined;
  }

  /** Method and path without the query: what the columns are remembered by. */
  get key(): string {
    return `${this.exchange.method} ${this.exchange.path.split('?', 1)[0] ?? ''}`;
  }

  /** What a tab shows. */
  get title(): string {
    return listName(this.exchange.path);
  }

  get heading(): string {
    const { method, path } = this.exchange;
    return plainText(`${method} ${withoutCursor(path)}`, 300);
  }

  /** Empties the table for the first page of the list. */
  startOver(): void {
    this.records = [];
    this.exchanges = [];
    this.#table = new TableBuilder();
    this.#startsLater = false;
  }

  /** Appends a page that was read on from the last one. */
  add({ records, totalCount, nextPage, exchangeId }: Omit<ExactPage, 'requestId'>): void {
    this.#append(records);
    this.total = totalCount ?? this.total;
    this.nextPage = nextPage;
    this.exchanges.push(exchangeId);
  }

  /** Appends a page that is kept. */
  addKept(exchange: Exchange): void {
    const { totalCount, nextPage } = exchange.paging ?? {};
    this.add({ records: recordsIn(exchange) ?? [], totalCount, nextPage, exchangeId: exchange.id });
  }

  #append(records: readonly unknown[]): void {
    for (const record of records) this.records.push(record);
    this.#table.add(records);
  }
}

function recordsIn(exchange: Exchange): readonly unknown[] | undefined {
  const text = bodyOf(exchange);
  return text === undefined ? undefined : findRecords(parseExactly(text));
}
