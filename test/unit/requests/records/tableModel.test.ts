import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TableBuilder, withoutColumns, type Cell } from '../../../../src/requests/records/cells';
import { recordsToCsv, tableCsv, tableTsv } from '../../../../src/requests/records/exports';
import { findRecords } from '../../../../src/requests/records/paging';
import { compareCells, textOf } from '../../../../src/requests/records/order';
import { readLayout, readWebviewMessage } from '../../../../src/requests/table/model/tableProtocol';
import { TableModel } from '../../../../src/requests/table/tableModel';
import { answered, exchange } from '../exchanges';
import { parseExactly } from '../../../../src/util/exactJson';

const LONG = '12345678901234567890.123456789';

function tableOf(text: string): TableBuilder {
  const table = new TableBuilder();
  table.add(findRecords(parseExactly(text)) ?? []);
  return table;
}

const cells: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom<Cell>(undefined, null, true, false, '', '10', '2025-01-01T00:00:00Z', { json: '[1]' }),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({ number: String(number) })),
);

describe('a table of records', () => {
  it('has a column for each leaf, in the order in which they first appear', () => {
    const table = tableOf(
      `{"data":{"records":[{"id":"a","owner":{"name":"x","tags":["p","q"]}},{"amount":${LONG},"id":null,"owner":{}},{"owner":{"name":"y"},"paid":true}]}}`,
    );
    assert.deepEqual(table.columns, ['id', 'owner.name', 'owner.tags', 'amount', 'owner', 'paid']);
    assert.deepEqual(table.rows, [
      ['a', 'x', { json: '["p","q"]' }],
      [null, undefined, undefined, { number: LONG }, { json: '{}' }],
      [undefined, 'y', undefined, undefined, undefined, true],
    ]);
  });

  it('gives no two fields one column', () => {
    const table = tableOf('[{"a.b":1,"a":{"b":2},"":3}]');
    assert.deepEqual(table.columns, ['["a.b"]', 'a.b', '[""]']);
    assert.deepEqual(table.rows, [[{ number: '1' }, { number: '2' }, { number: '3' }]]);
  });

  it('knows whether it begins with the first page', () => {
    const page = (url: string, count: number) => {
      const body = JSON.stringify({ data: { records: Array.from({ length: count }, (_, id) => ({ id })) } });
      const attempts = [answered(200, body)];
      const made = TableModel.of(exchange({ url, attempts, paging: { totalCount: 25 } }));
      return made ?? assert.fail();
    };
    assert.equal(page('https://h/v1/files', 5).startsLater, false);
    assert.equal(page('https://h/v1/files?page=only', 25).startsLater, false);
    const second = page('https://h/v1/files?page=second', 20);
    assert.equal(second.startsLater, true);
    second.startOver();
    const { startsLater, rows, records, exchanges } = second;
    assert.deepEqual([startsLater, rows, records, exchanges], [false, [], [], []]);
  });

  it('gives records of different fields a limited number of columns, and loses none', () => {
    const records = Array.from({ length: 300 }, (_, index) => `{"id":${index},"a":{"k${index}":[${index}]}}`);
    const table = tableOf(`[${records.join(',')}]`);
    assert.equal(table.columns.length, 201);
    assert.deepEqual([table.columns[0], table.columns[1], table.columns[200]], ['id', 'a.k0', '…']);
    const [first, last] = [table.rows[299]?.[0], table.rows[299]?.[200]];
    assert.deepEqual([first, last], [{ number: '299' }, { json: '{"a":{"k299":[299]}}' }]);
  });

  it('has no column for a long path: many of them would not fit into memory', () => {
    const long = 'x'.repeat(501);
    const record = { id: 1, [long]: { a: 2, b: [3] } };
    const table = tableOf(JSON.stringify([record, record]));
    assert.deepEqual(table.columns, ['id', '…']);
    const rest = { json: `{"${long}":{"a":2,"b":[3]}}` };
    assert.deepEqual(table.rows[1], [{ number: '1' }, rest]);
    const longest = 'x'.repeat(500);
    const { columns } = tableOf(JSON.stringify([{ [longest]: 1, a: { ['y'.repeat(499)]: 2 } }]));
    assert.deepEqual(columns, [longest, '…']);
  });

  it('takes data.records, else the first list of objects', () => {
    assert.deepEqual(findRecords({ other: [{ a: 1 }], data: { records: [] } }), []);
    assert.deepEqual(findRecords({ list: [1], deep: { items: [{ a: 1 }] }, later: [{ b: 1 }] }), [{ a: 1 }]);
    const none = { nothing: null, empty: [], mixed: [1, { a: 1 }] };
    assert.deepEqual(findRecords({ ...none, later: [{ b: 1 }] }), [{ b: 1 }]);
    assert.equal(findRecords({ data: { amount: 1 } }), undefined);
    assert.equal(findRecords(undefined), undefined);
  });

  it('has a row for each record and a cell for each leaf, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (records) => {
        const table = new TableBuilder();
        table.add(records);
        assert.equal(table.rows.length, records.length);
        assert.equal(new Set(table.columns).size, table.columns.length);
        for (const row of table.rows) assert.ok(row.length <= table.columns.length);
      }),
      { seed: 20254 },
    );
  });

  it('is sorted in one order that does not depend on where it starts', () => {
    fc.assert(
      fc.property(cells, cells, cells, (a, b, c) => {
        const order = (one: Cell, other: Cell) => Math.sign(compareCells(one, other, 'en'));
        assert.equal(order(a, b) + order(b, a), 0);
        if (order(a, b) <= 0 && order(b, c) <= 0) assert.ok(order(a, c) <= 0);
      }),
      { seed: 20255, numRuns: 500 },
    );
    const numbers: Cell[] = ['9', { number: '1e1' }, { number: LONG }];
    const times = ['2025-01-01T01:00:00+02:00', '2025-01-01T00:00:00+00:00', '2025-01-01T00:00:00Z'];
    const texts = ['a', 'a\u200d', 'item 9', 'item 10'];
    const sorted: Cell[] = [...numbers, ...times, ...texts, false, true, { json: '[1]' }, null, undefined];
    for (const [place, a] of sorted.entries())
      for (const b of sorted.slice(place + 1)) {
        assert.ok(compareCells(a, b, 'en') < 0 && compareCells(b, a, 'en') > 0, JSON.stringify([a, b]));
      }
    assert.deepEqual([textOf(null), textOf(undefined)], ['', '']);
  });

  it('is copied with tabs and exported with exact numbers, and nothing runs as a formula', () => {
    const { columns, rows } = tableOf(`[{"n":-${LONG},"t":"=1+1","x":"a\\tb"},{"n":"text","t":"y"}]`);
    const selection = { columns, rows, shown: [0, 1, 2] };
    assert.equal(tableTsv(selection, false), `-${LONG}\t'=1+1\t"a\tb"\ntext\ty\t`);
    assert.equal(tableTsv({ ...selection, rows: rows.slice(0, 1), shown: [1] }, true), "t\n'=1+1");
    const csv = `\ufeff"x","n"\r\n"a\tb",-${LONG}\r\n,"text"\r\n`;
    assert.equal(tableCsv({ ...selection, shown: [2, 0] }), csv);
    // A record that is no object has a column of its own.
    const all = recordsToCsv([
      { id: 'a', link: { url: null, of: ['p'] } },
      parseExactly(`{"n":${LONG}}`),
      'bare',
    ]);
    assert.equal(
      all,
      `\ufeff"id","link.url","link.of","n","value"\r\n"a",,"[""p""]",,\r\n,,,${LONG},\r\n,,,,"bare"\r\n`,
    );
  });

  it('leaves out the fields of hidden columns', () => {
    const record = parseExactly('{"id":"a","owner":{"name":"x","age":1.50},"tags":[1]}');
    const rest = withoutColumns(record, new Set(['owner.name', 'tags']));
    assert.equal(JSON.stringify(rest), '{"id":"a","owner":{"age":1.50}}');
    assert.deepEqual(withoutColumns({ a: { b: 1 } }, new Set(['a.b'])), {});
    assert.equal(withoutColumns('text', new Set(['value'])), 'text');
  });
});

describe('the messages of a table', () => {
  it('are read where they are exactly one of ours', () => {
    const copy = { type: 'copy', what: 'rows', rows: [1, 0], columns: [2] };
    assert.deepEqual(readWebviewMessage(copy), copy);
    const others = [
      { ...copy, what: 'all' },
      { ...copy, rows: [-1] },
    ];
    for (const wrong of [undefined, 'ready', { type: 'x' }, ...others])
      assert.equal(readWebviewMessage(wrong), undefined);
    const kept = readLayout([{ path: 'a', width: 90.4, hidden: 1 }, { path: 'b', width: NaN }, 7]);
    assert.deepEqual(kept, [{ path: 'a', width: 90, hidden: false }]);
  });
});
