import { toCsv, type CsvCell } from '../../util/csv';
import { isObject } from '../../commands/arguments';

/** Records as a table: one column for each field that any of them has; what is nested stands as JSON. */
export function recordsToCsv(records: readonly unknown[]): string {
  const rows = records.map((record) => (isObject(record) ? record : { value: record }));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return toCsv(
    names.map((title) => ({ title, value: (row: Readonly<Record<string, unknown>>) => cell(row[title]) })),
    rows,
  );
}

function cell(value: unknown): CsvCell {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
