import { stringify } from 'csv-stringify/sync';

/** CSV that spreadsheets open rightly, and that runs nothing when they do. */

/** A number may be given by its text, where a double would round it. */
export type CsvCell = string | number | boolean | null | undefined | { readonly number: string };

export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvCell;
}

/** A cell that begins so is a formula to some spreadsheet, also behind spaces or quotes, also full-width. */
const FORMULA = /^(?:[\t\r\n]|[\s"'\u2018\u2019\u201c\u201d\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** What cells become in the text. */
const cast = {
  boolean: String,
  // Only what was a string is quoted.
  object: ({ number }: Readonly<Record<string, unknown>>) => String(number),
};

/**
 * Rows as CSV text: a byte order mark (without it Excel takes UTF-8 for the local code page), a line of
 * titles, CRLF between records, text in quotes. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, which spreadsheets show as text; negative numbers stay numbers in a column that
 * holds nothing but numbers.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const titles = columns.map((column) => defused(column.title));
  return stringify([titles, ...harmless(columns, rows)], {
    bom: true,
    record_delimiter: '\r\n',
    quoted_string: true,
    cast,
  });
}

/**
 * Rows as text for pasting into a spreadsheet: tabs between cells, quotes only where a cell holds a tab, a quote or
 * a line break. Formulas are made harmless as in `toCsv`.
 * @param titles whether the first line holds the titles
 */
export function toTsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  titles: boolean,
): string {
  const head = titles ? [columns.map((column) => defused(column.title))] : [];
  return stringify([...head, ...harmless(columns, rows)], {
    delimiter: '\t',
    record_delimiter: '\n',
    quoted_match: /[\r\n]/,
    eof: false,
    cast,
  });
}

/** The cells, with an apostrophe where one would run. */
function harmless<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): CsvCell[][] {
  const numeric = columns.map((column) => rows.every((row) => isNumeric(column.value(row))));
  return rows.map((row) =>
    columns.map((column, index) =>
      numeric[index] === true ? column.value(row) : defused(column.value(row)),
    ),
  );
}

function isNumeric(cell: CsvCell): boolean {
  return typeof cell !== 'string' || cell === '' || PLAIN_NUMBER.test(cell);
}

function defused(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}
