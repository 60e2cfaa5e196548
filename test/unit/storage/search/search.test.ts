import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold } from '../../../../src/util/plainText';
import type { Storage } from '../../../../src/storage';
import { answer, begin, environment, inWindow, newExchange, newUpload } from '../support';

function uploaded(storage: Storage, name: string, fileId: string): void {
  storage.files.finish(begin(storage, name).key, answer(fileId));
}

const found = ({ files }: Storage, text: string) =>
  files.list({ environment, text }).items.map(({ name }) => name);

/** More than are sorted: from here on the list is walked. */
const MANY = 10_500;

describe('finding by text', () => {
  // Many runs of a property, each with its commits, on a machine that may be busy.
  inWindow('finds every word at any place, whatever the case and the accents', (storage, place) => {
    uploaded(storage, 'Invoice_2026-001.pdf', 'file_Qw8xYz.pdf');
    uploaded(storage, 'Überweisung März.docx', 'file_other.docx');
    const check = () => {
      for (const text of ['inv 2026', 'INVOICE', '001', 'voice_20', 'w8xy', 'file_Qw8xYz.pdf', '01'])
        assert.deepEqual(found(storage, text), ['Invoice_2026-001.pdf'], text);
      for (const text of [' inv  pdf ', 'q', 'yz', 'w8 6-'])
        assert.deepEqual(found(storage, text), ['Invoice_2026-001.pdf'], text);
      for (const text of ['uberweisung', 'märz', 'MARZ über', 'Ü']) {
        assert.deepEqual(found(storage, text), ['Überweisung März.docx'], text);
      }
      for (const text of ['', '  ', 'payment_evidence', 'evidence application', 'pdf', 'f', 'df', '/']) {
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
    assert.deepEqual(found(storage, 'waiting'), ['waiting.pdf']);
    assert.equal(storage.files.count({ environment, text: 'waiting' }), 1);
    storage.files.finish(key, answer('file_abc.pdf'));
    assert.deepEqual(found(storage, 'file_abc'), ['waiting.pdf']);
    place.index();
    assert.deepEqual(found(storage, 'file_abc'), ['waiting.pdf']);
    storage.files.keepDetails(environment, { fileId: 'file_abc.pdf', details: { name: 'renamed.pdf' } });
    for (const indexed of [false, true]) {
      if (indexed) place.index();
      for (const text of ['waiting', 'wa']) assert.deepEqual(found(storage, text), []);
      for (const text of ['renamed', 're']) assert.deepEqual(found(storage, text), ['renamed.pdf']);
    }
    assert.equal(storage.files.count({ environment, text: 'renamed' }), 1);
    assert.deepEqual(storage.files.list({ environment: 'production', text: 'renamed' }).items, []);
  });

  inWindow('finds one or two letters at the end, and knows when there are none', (storage, place) => {
    const details = { name: 'a.pdf', purpose: 'b', mimeType: 'image/xz' };
    storage.files.keepDetails(environment, { fileId: 'file_1', details });
    for (const text of ['xz', 'z', 'Z', 'xz a']) assert.deepEqual(found(storage, text), ['a.pdf'], text);
    place.index();
    for (const text of ['xz', 'z', 'Z', 'xz a']) assert.deepEqual(found(storage, text), ['a.pdf'], text);
    for (const text of ['zx', 'q', 'zz', 'z q', '"', '😀']) assert.deepEqual(found(storage, text), [], text);
  });

  inWindow('finds a file by any part of its name', (storage, place) => {
    let count = 0;
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (name, from, to, indexed) => {
          const id = `file_${count++}.pdf`;
          storage.files.keepDetails(environment, { fileId: id, details: { name } });
          if (indexed) place.index();
          const part = name.slice(from % name.length, (from % name.length) + 1 + (to % name.length));
          // Half of a character pair, or a lone accent, is no text that a person could type.
          fc.pre(part.isWellFormed() && fold(name).includes(fold(part).trim()));
          const ids = storage.files
            .list({ environment, text: part, limit: 1000 })
            .items.map(({ fileId }) => fileId);
          assert.ok(ids.includes(id));
        },
      ),
      { numRuns: 300 },
    );
  });

  inWindow('takes any text for what it is: never an error, never an operator', (storage, place) => {
    uploaded(storage, 'plain.pdf', 'file_1.pdf');
    storage.history.add(newExchange('ex_1'), 10);
    let runs = 0;
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        ..."' NEAR( NOT * file_* ^pl -x haystack:plain ( \0 pla\0in 😀 \ud83d % _ \\".split(' '),
      ),
      fc.constantFrom('"', '""', 'a OR b', 'x'.repeat(100_000), 'é'.repeat(500)),
    );
    fc.assert(
      fc.property(odd, (text) => {
        if (++runs === 200) place.index();
        const words = fold(text).split(' ').filter(Boolean);
        const rows = storage.files.list({ environment, text }).items;
        const haystack = 'plain.pdf\nfile_1.pdf\npayment_evidence\napplication/pdf';
        assert.equal(rows.length, words.slice(0, 16).every((word) => haystack.includes(word)) ? 1 : 0);
        assert.equal(storage.files.count({ environment, text }), rows.length);
        storage.history.list({ environment, text });
        storage.history.count({ environment, text });
      }),
      { numRuns: 400 },
    );
  });

  inWindow('gives the same rows whether few or very many match', ({ files }, place) => {
    files.begin(Array.from({ length: MANY }, (_, n) => newUpload(`common ${n}.pdf`)));
    assert.equal(files.list({ environment, text: `common ${MANY - 1}` }).items.length, 1);
    place.index();
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = files.list({ environment, text: 'common pdf', sort: 'name', limit: 3000, after });
      pages.push(...page.items.map(({ name }) => name));
      after = page.next;
    } while (after !== undefined);
    assert.equal(new Set(pages).size, MANY);
    assert.equal(files.count({ environment, text: 'common' }), MANY);
    assert.equal(files.count({ environment, text: 'common' }, 7), 7);
    assert.equal(files.list({ environment, text: `common ${MANY - 1}` }).items.length, 1);
  });

  it('folds text to a form that folds to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(fold(fold(text)), fold(text));
      }),
    );
  });
});
