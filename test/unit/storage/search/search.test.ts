import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold } from '../../../../src/util/words';
import type { Storage } from '../../../../src/storage';
import { answer, begin, environment, inWindow, newExchange } from '../support';
import { anyText } from '../../../support/properties';

function uploaded(storage: Storage, name: string, fileId: string): void {
  storage.files.finish(begin(storage, name).key, answer(fileId));
}

const found = ({ files }: Storage, text: string) =>
  files.list({ environment, text }).items.map(({ name }) => name);

/** More than are sorted: from here on the list is walked. */
const MANY = 10_500;

describe('finding by text', () => {
  inWindow('finds every word at any place, whatever the case and the accents', (storage, place) => {
    uploaded(storage, 'Invoice_2026-001.pdf', 'file_Qw8xYz.pdf');
    uploaded(storage, 'Überweisung März.docx', 'file_other.docx');
    const check = () => {
      const invoice = ['inv 2026', 'INVOICE', '001', 'voice_20', 'w8xy', 'file_Qw8xYz.pdf', '01'];
      for (const text of [...invoice, ' inv  pdf ', 'q', 'yz', 'w8 6-'])
        assert.deepEqual(found(storage, text), ['Invoice_2026-001.pdf'], text);
      for (const text of ['uberweisung', 'märz', 'MARZ über', 'Ü']) {
        assert.deepEqual(found(storage, text), ['Überweisung März.docx'], text);
      }
      for (const text of [
        '',
        '  ',
        'payment_evidence',
        'evidence application',
        'pdf',
        'f',
        'df',
        '/',
        'AT',
      ]) {
        assert.equal(found(storage, text).length, 2, text);
      }
      for (const text of ['inv 2027', 'nothing', 'zz', '#', 'inv zz', 'Invoice März'])
        assert.deepEqual(found(storage, text), [], text);
    };
    check();
    place.index();
    check();
  });

  inWindow('finds uploads in flight, and follows a row through its changes', (storage, place) => {
    const { key } = begin(storage, 'waiting.pdf');
    /** Before the row is in the index as it is now, and then. */
    const check = (is: readonly string[], isNot: readonly string[]) => {
      for (const isIndexed of [false, true]) {
        if (isIndexed) place.index();
        for (const text of is)
          assert.equal(storage.files.list({ environment, text }).items[0]?.key, key, text);
        for (const text of isNot) assert.deepEqual(found(storage, text), [], text);
      }
    };
    check(['waiting'], ['file_abc']);
    storage.files.finish(key, answer('file_abc.pdf'));
    check(['waiting', 'file_abc'], ['renamed']);
    storage.files.keepDetails(environment, { fileId: 'file_abc.pdf', details: { name: 'renamed.pdf' } });
    check(['renamed', 're'], ['waiting', 'wa']);
    assert.equal(storage.files.count({ environment, text: 'renamed' }), 1);
    assert.deepEqual(storage.files.list({ environment: 'production', text: 'renamed' }).items, []);
    storage.files.forget([key]);
    check([], ['renamed']);
    assert.equal(place.rows(`SELECT 1 FROM files_words WHERE files_words MATCH '"renamed"'`).length, 0);
    storage.files.restore([key]);
    check(['renamed'], []);
    assert.equal(place.rows(`SELECT 1 FROM files_words WHERE files_words MATCH '"renamed"'`).length, 1);
  });

  inWindow(
    'finds what holds every word, whatever is typed: never an error, never an operator',
    (storage, place) => {
      const { files, history } = storage;
      history.add(newExchange('ex_1'), 10);
      const rows: string[] = [];
      const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
      const odd = fc.oneof(
        anyText({ maxLength: 40 }),
        fc.string({ maxLength: 3 }),
        fc.constantFrom(
          ..."' NEAR( NOT * file_* ^fi -x search_text:file ( \0 fi\0le 😀 \ud83d % _ \\".split(' '),
        ),
        fc.constantFrom('"', '""', 'a OR b', 'f e', 'df', 'x'.repeat(100_000), 'é'.repeat(500)),
      );
      fc.assert(
        fc.property(name, odd, fc.nat(11), fc.nat(11), fc.boolean(), (name, odd, from, length, indexed) => {
          const fileId = `file_${rows.length}.pdf`;
          files.keepDetails(environment, { fileId, details: { name } });
          rows.push([name, fileId].map(fold).join('\n'));
          if (indexed) place.index();
          for (const text of [odd, name.slice(from, from + 1 + length)]) {
            const words = fold(text).split(' ').filter(Boolean).slice(0, 16);
            const expected = rows.filter((row) => words.every((word) => row.includes(word)));
            const { items } = files.list({ environment, text, limit: 1000 });
            assert.equal(items.length, expected.length, text);
            assert.equal(files.count({ environment, text }), expected.length, text);
            history.list({ environment, text });
            history.count({ environment, text });
          }
        }),
        { numRuns: 100 },
      );
    },
  );

  inWindow('gives the same rows whether few or very many match', ({ files }, place) => {
    begin({ files }, 'other.pdf');
    place.run(`INSERT INTO files
        (generation, state, may_have_acted, name, purpose, mime_type, created_at, sort_time, search_text)
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY - 1})
      SELECT generation, 'failed', 0, 'common ' || n, purpose, mime_type, n, n, 'common ' || n || ' end'
      FROM files, numbers`);
    const checkOne = () =>
      assert.equal(files.list({ environment, text: `common ${MANY - 1}` }).items.length, 1);
    checkOne();
    place.index();
    const pages = files.pages({ environment, text: 'common end', sort: 'name', limit: 3000 });
    assert.equal(new Set([...pages].flat().map(({ name }) => name)).size, MANY);
    assert.equal(files.count({ environment, text: 'common' }), MANY);
    assert.equal(files.count({ environment, text: 'common' }, 7), 7);
    checkOne();
  });

  it('folds text to a form that folds to itself', () =>
    fc.assert(fc.property(anyText(), (text) => assert.equal(fold(fold(text)), fold(text)))));
});
