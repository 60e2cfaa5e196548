import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { recordsToCsv } from '../../../../src/requests/paging/recordsCsv';

const read = (text: string): unknown => parse(text, { bom: true });

describe('records as a table', () => {
  it('has a column for each field that any record has, and stands nested values as JSON', () => {
    const csv = recordsToCsv([{ id: 'a', amount: 1.5 }, { id: 'b', link: { url: 'u' }, gone: null }, 'bare']);
    assert.deepEqual(read(csv), [
      ['id', 'amount', 'link', 'gone', 'value'],
      ['a', '1.5', '', '', ''],
      ['b', '', '{"url":"u"}', '', ''],
      ['', '', '', '', 'bare'],
    ]);
  });

  it('has as many rows as there are records, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }), (records) => {
        fc.pre(records.some((record) => Object.keys(record).length > 0));
        const rows = read(recordsToCsv(records));
        assert.ok(Array.isArray(rows));
        assert.equal(rows.length, records.length + 1);
      }),
    );
  });
});
