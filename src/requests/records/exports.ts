import { toCsv, toTsv, type CsvColumn } from '../../util/csv';
import { TableBuilder, type Cell } from './cells';

/** A table as text for other programs. Pure. */

type Row = readonly Cell[];

/** Which rows and columns of a table are meant, in their order. */
export interface TableSelection {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Places of the columns that are meant. */
  readonly shown: readonly number[];
}

/** CSV with a line of titles. Numbers are as the service wrote them; no text can run as a formula. */
export function tableCsv(selection: TableSelection): string {
  return toCsv(csvColumns(selection), selection.rows);
}

/** Records as CSV, as the table shows them: one column for each leaf that any of them has, nested ones dotted. */
export function recordsToCsv(records: readonly unknown[]): string {
  const table = new TableBuilder();
  table.add(records);
  return tableCsv({ columns: table.columns, rows: table.rows, shown: [...table.columns.keys()] });
}

/** Rows for pasting into a spreadsheet: tabs between the cells, and no text that runs as a formula. */
export function tableTsv(selection: TableSelection, titles: boolean): string {
  return toTsv(csvColumns(selection), selection.rows, titles);
}

function csvColumns({ columns, shown }: TableSelection): CsvColumn<Row>[] {
  return shown.map((index) => ({ title: columns[index] ?? '', value: (row) => csvCell(row[index]) }));
}

function csvCell(cell: Cell) {
  return typeof cell === 'object' && cell !== null && 'json' in cell ? cell.json : cell;
}
