import { stringify } from 'csv-stringify/sync';

/** CSV that spreadsheets open rightly, and that runs nothing when they do. */

export type CsvCell = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvCell;
}

/** A cell that begins so is a formula to some spreadsheet, also behind spaces or quotes, also full-width. */
const FORMULA = /^(?:[\t\r\n]|[\s"'\u2018\u2019\u201c\u201d\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows as CSV text: a byte order mark (without it Excel takes UTF-8 for the local code page), a line of
 * titles, CRLF between records, text in quotes. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, which spreadsheets show as text; negative numbers stay numbers in a column that
 * holds nothing but numbers.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const numeric = columns.map((column) => rows.every((row) => isNumeric(column.value(row))));
  const records = rows.map((row) =>
    columns.map((column, index) =>
      numeric[index] === true ? column.value(row) : defused(column.value(row)),
    ),
  );
  return stringify([columns.map((column) => defused(column.title)), ...records], {
    bom: true,
    record_delimiter: '\r\n',
    quoted_string: true,
    cast: { boolean: String },
  });
}

function isNumeric(cell: CsvCell): boolean {
  return typeof cell !== 'string' || cell === '' || PLAIN_NUMBER.test(cell);
}

function defused(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}
