import { TableBuilder } from './cells';
import { tableCsv } from './exports';

/** Records as CSV, as the table shows them: one column for each leaf that any of them has, nested ones dotted. */
export function recordsToCsv(records: readonly unknown[]): string {
  const table = new TableBuilder();
  table.add(records);
  return tableCsv({ columns: table.columns, rows: table.rows, shown: [...table.columns.keys()] });
}
