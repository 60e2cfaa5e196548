import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseExactly } from '../../../../src/util/exactJson';
import { recordsToCsv } from '../../../../src/requests/records/exports';

const read = (text: string): unknown => parse(text, { bom: true });

describe('records as a table', () => {
  it('has a column for each leaf that any record has, nested ones dotted', () => {
    const csv = recordsToCsv([{ id: 'a', amount: 1.5 }, { id: 'b', link: { url: 'u' }, gone: null }, 'bare']);
    assert.deepEqual(read(csv), [
      ['id', 'amount', 'link.url', 'gone', 'value'],
      ['a', '1.5', '', '', ''],
      ['b', '', 'u', '', ''],
      ['', '', '', '', 'bare'],
    ]);
  });

  it('writes numbers as they came, and lets no text run as a formula', () => {
    const csv = recordsToCsv([
      parseExactly('{"a":-12345678901234567890.50,"b":"=1+1"}'),
      { a: 'x', b: '+2' },
    ]);
    assert.deepEqual(read(csv), [
      ['a', 'b'],
      ['-12345678901234567890.50', "'=1+1"],
      ['x', "'+2"],
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
