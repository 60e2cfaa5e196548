import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvCell, toCsv, toTsv } from '../../../src/util/csv';
import { anyText } from '../../support/properties';

const columns = [
  { title: 'Name', value: (row: readonly string[]) => row[0] },
  { title: 'Note', value: (row: readonly string[]) => row[1] },
];
const read = (csv: string): string[][] => parse(csv, { bom: true, record_delimiter: '\r\n' });

describe('CSV for spreadsheets', () => {
  it('begins with a byte order mark and ends lines with CRLF', () =>
    assert.equal(toCsv(columns, [['é', 'x"y']]), '\ufeff"Name","Note"\r\n"é","x""y"\r\n'));

  it('keeps any text that no spreadsheet would run', () => {
    const cell = anyText().map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) =>
        assert.deepEqual(read(toCsv(columns, rows)), [['Name', 'Note'], ...rows]),
      ),
    );
  });

  it('lets no text begin as a formula', () => {
    const ways = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '"=', " '=", '\u00a0+'];
    const start = fc.constantFrom(...ways);
    fc.assert(
      fc.property(start, fc.string(), (begin, rest) => {
        const [, row] = read(toCsv(columns, [[`${begin}x${rest}`, 'text']]));
        assert.equal(row?.[0], `'${begin}x${rest}`);
      }),
    );
  });

  it('keeps negative numbers in a column of numbers, and only there', () => {
    const text = ['12.50', 'text'];
    const none = ['', ''];
    assert.deepEqual(read(toCsv(columns, [['-5', '-5'], text, none])).slice(1), [['-5', "'-5"], text, none]);
    const numbers = [{ title: 'N', value: (n: number | null) => n }];
    assert.equal(toCsv(numbers, [-1.5, null]), '\ufeff"N"\r\n-1.5\r\n\r\n');
  });

  it('are pasted with tabs between them, and quotes only where a cell needs them', () => {
    const cells = [
      { title: '=T', value: ([first]: readonly CsvCell[]) => first },
      { title: 'U', value: ([, second]: readonly CsvCell[]) => second },
    ];
    const rows = [
      [-1.5, '-5'],
      ['=1', null],
      ['a\tb', { number: '1.50' }],
      ['a\nb', true],
    ];
    const body = `-1.5\t-5\n'=1\t\n"a\tb"\t1.50\n"a\nb"\ttrue`;
    assert.equal(toTsv(cells, rows, true), `'=T\tU\n${body}`);
    assert.equal(toTsv(cells, rows, false), body);
  });
});
