import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { emptyUnusedIndex, KEY_SPAN, withIndexes } from '../../../../src/storage/search/fileIndex';
import { foundAmongFirst, textFilter } from '../../../../src/storage/search/fileSearch';
import { pageOf } from '../../../../src/storage/search/pages';
import { searchText } from '../../../../src/storage/search/words';
import { DatabaseConnection } from '../../../../src/storage/sqlite/connection';
import { beginAll, inWindow, newUpload, type Place } from '../support';
import type { Storage } from '../../../../src/storage';

/** Files with these names, all in the index, and a connection that reads them. */
function filesIn(storage: Storage, place: Place, names: readonly string[]) {
  const [one = assert.fail()] = beginAll(
    storage,
    names.map((name) => newUpload(name)),
  );
  place.index();
  const generation = Number(place.rows('SELECT generation FROM files')[0]?.['generation']);
  const db = new DatabaseConnection(new DatabaseSync(place.file));
  const filter = (text: string | undefined) => textFilter(db, generation, text);
  return Object.assign(db, {
    first: one.key,
    generation,
    filter,
    [Symbol.dispose]: () => db.close(),
  });
}

describe('the plan of a search for files', () => {
  inWindow(
    'asks the index for words, each as text, and for short ones by what they begin',
    (storage, place) => {
      using db = filesIn(storage, place, ['abc', 'abd', 'x"y']);
      const asked = (text: string) => db.filter(text).values[0];
      assert.equal(asked('Abc'), '"abc"');
      assert.equal(asked('ab'), '("abc" OR "abd")');
      assert.equal(asked('abc x'), '"abc" AND ("x""y")');
      assert.equal(asked('x"y'), '"x""y"');
      assert.equal(asked('~'), '("\u0001\u0001\u0001")');
      const long = 'é'.repeat(100);
      assert.deepEqual(db.filter(long).values, [`"${'e'.repeat(64)}"`, 'e'.repeat(100)]);
      const { from, sql, values } = db.filter('abc');
      assert.deepEqual([from, sql.length, values], ['FROM files NOT INDEXED', 2, ['"abc"', 'abc']]);
      assert.match(sql[0] ?? '', /^files\.key IN \(SELECT rowid/);
      for (const nothing of [undefined, '', ' '])
        assert.deepEqual(db.filter(nothing), { sql: [], values: [] });
    },
  );

  inWindow('leaves a short word to the rows where too many begin with it', (storage, place) => {
    const names = Array.from({ length: 65 }, (_, n) => `~${String.fromCodePoint(0x4e00 + n)}n`);
    using db = filesIn(storage, place, names.slice(0, 64));
    const asked = () => JSON.stringify(db.filter('~').values[0]).split(' OR ').length;
    assert.equal(asked(), 64);
    storage.files.beginBatch(names.slice(64).map((name) => newUpload(name)));
    place.index();
    assert.deepEqual(db.filter('~').values, ['~']);
    assert.deepEqual(db.filter('~ 4e00 pdf').values, ['"4e00" AND "pdf"', '~', '4e00', 'pdf']);
  });

  inWindow('leaves all words to the rows where the index names more than are sorted', (storage, place) => {
    using db = filesIn(storage, place, ['abc']);
    // Those that are not in the index yet are looked at, too: one is, so far.
    const add = (from: number, to: number) => {
      place.run(`INSERT INTO files_unindexed WITH RECURSIVE n (x) AS (SELECT ${from} UNION ALL SELECT x + 1 FROM n
        WHERE x < ${to}) SELECT ${db.generation * KEY_SPAN} + x FROM n`);
    };
    add(1000, 1000 + 9998);
    assert.equal(db.filter('abc').sql.length, 2);
    add(50_000, 50_000);
    assert.deepEqual(db.filter('abc'), { sql: ['instr(search_text, ?) > 0'], values: ['abc'] });
  });

  inWindow('takes a page from the beginning of the list where the words fill it', (storage, place) => {
    using db = filesIn(storage, place, ['abc', 'no', 'no', 'abc', 'abc']);
    const { first } = db;
    const list = {
      from: 'FROM files',
      sql: ['purpose <> ?'],
      values: ['other'],
      order: 'ORDER BY files.key',
    };
    const found = (text: string | undefined, wanted: number) => foundAmongFirst(db, list, text, wanted);
    assert.deepEqual(found('ABC', 1), [first]);
    assert.deepEqual(found('abc', 2), [first, first + 3]);
    assert.deepEqual(found('no', 2), [first + 1, first + 2]);
    // Three rows are looked at for each one.
    assert.equal(found('abc', 4), undefined);
    assert.equal(foundAmongFirst(db, { ...list, order: 'ORDER BY files.key DESC' }, 'no', 1)?.[0], first + 2);
    for (const [text, wanted] of [
      [undefined, 1],
      ['', 1],
      ['abc', Infinity],
    ] as const)
      assert.equal(found(text, wanted), undefined);
  });
});

describe('the index of files', () => {
  inWindow('is emptied once no file is left, and only then', ({ files }, place) => {
    using db = filesIn({ files } as Storage, place, ['abc']);
    const holds = () => db.get(`SELECT 1 FROM files_words WHERE files_words MATCH '"abc"'`) !== undefined;
    emptyUnusedIndex(db);
    assert.ok(holds());
    place.run('DELETE FROM files');
    emptyUnusedIndex(db);
    assert.ok(!holds());
    const before = db.written;
    emptyUnusedIndex(db);
    assert.equal(db.written, before, 'nothing is done twice');
  });

  inWindow('is not made anew for an error of another kind', (storage, place) => {
    using db = filesIn(storage, place, ['abc']);
    for (const error of [new Error('one'), Object.assign(new Error('full'), { errcode: 13 })]) {
      let calls = 0;
      const work = () => {
        calls += 1;
        throw error;
      };
      assert.throws(
        () => withIndexes(db, work, () => assert.fail('made anew')),
        (thrown) => thrown === error,
      );
      assert.equal(calls, 1);
    }
  });
});

describe('what rows are found by', () => {
  it('is the beginning of each part, folded, one a line', () =>
    assert.equal(searchText(['É', undefined, 5, 'x'.repeat(9000)]), `e\n5\n${'x'.repeat(8000)}`));

  it('leads on from the last row of a page, by numbers and text', () => {
    const rows = [
      { name: 'a', key: 1n },
      { name: 'b', key: 2n },
    ];
    const order = { columns: ['files.name', 'key'], descending: false };
    assert.deepEqual(
      pageOf(rows, 1, order, ({ name }) => name),
      { items: ['a'], next: ['a', 1] },
    );
    assert.deepEqual(
      pageOf(rows, 2, order, ({ name }) => name),
      { items: ['a', 'b'] },
    );
  });
});
