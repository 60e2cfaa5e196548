import type { Exchange } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { parseExactly } from '../../util/exactJson';
import type { ExactPage } from '../records/pageReader';
import { TableBuilder, type Cell } from '../records/cells';
import { findRecords } from '../records/findRecords';

/** The records of one or more pages of a list. */
export class TableModel {
  readonly exchange: Exchange;
  /** As they came, with exact numbers; one for each row. */
  readonly records: unknown[] = [];
  /** The exchanges whose answers are shown, in order. */
  readonly exchanges: string[];
  total: number | undefined;
  nextPage: string | undefined;
  readonly #table = new TableBuilder();

  private constructor(exchange: Exchange, records: readonly unknown[]) {
    this.exchange = exchange;
    this.exchanges = [exchange.id];
    this.#append(records);
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

  /** Method and path without the query: what the columns are remembered by. */
  get key(): string {
    return `${this.exchange.method} ${this.exchange.path.split('?', 1)[0] ?? ''}`;
  }

  /** What a tab shows. */
  get title(): string {
    const [bare = ''] = this.exchange.path.split('?', 1);
    return plainText(bare.split('/').findLast((segment) => segment !== '') ?? 'table', 60);
  }

  get heading(): string {
    return plainText(`${this.exchange.method} ${this.exchange.path}`, 300);
  }

  /** Appends a page that was read on from the last one. */
  add({ records, totalCount, nextPage, exchangeId }: ExactPage): void {
    this.#append(records);
    this.total = totalCount ?? this.total;
    this.nextPage = nextPage;
    this.exchanges.push(exchangeId);
  }

  /** Appends a page that is kept. */
  addKept(exchange: Exchange): void {
    this.#append(recordsIn(exchange) ?? []);
    this.total = exchange.paging?.totalCount ?? this.total;
    this.nextPage = exchange.paging?.nextPage;
    this.exchanges.push(exchange.id);
  }

  #append(records: readonly unknown[]): void {
    for (const record of records) this.records.push(record);
    this.#table.add(records);
  }
}

function recordsIn({ attempts }: Exchange): readonly unknown[] | undefined {
  const text = attempts.findLast((attempt) => attempt.response !== undefined)?.response?.body;
  return text === undefined ? undefined : findRecords(parseExactly(text));
}
