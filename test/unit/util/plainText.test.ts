import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isolate, lastSegment, literal, plainText, truncateMiddle } from '../../../src/util/plainText';
import { fold, wordsOf } from '../../../src/util/words';
import { anyText } from '../../support/properties';

/** What the editor reads as an icon or a link, anywhere in a text. */
const ICON = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

describe('Text from elsewhere', () => {
  for (const [given, plain] of [
    ['  two\r\n\tlines\u0000 ', 'two lines'],
    ['\u001b[31mred\u001b[0m \u009b31mred', 'red red'],
    ['a\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007b\u001b]0;t\u001b\\c', 'alinkbc'],
    ['fdp\u202egnp.\u2066x\u2069\u200f', 'fdpgnp.x'],
    ['👩‍💻 👩‍👩‍👧 שלום', '👩‍💻 👩‍👩‍👧 שלום'],
    ['\ud800x', '\ufffdx'],
  ] as const) {
    it(`is made fit to be shown: ${JSON.stringify(given)}`, () => assert.equal(plainText(given), plain));
  }

  it('holds nothing invisible but joiners, keeps to its length, and stays so when it is done twice', () => {
    const parts = Array.from('a \u001b[]m;\u0007\u009b\u202e\n\ud800é');
    const texts = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...parts, '👩‍👧') }));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, max) => {
        const plain = plainText(text, max);
        assert.ok(Array.from(new Intl.Segmenter().segment(plain)).length <= max);
        assert.ok(plain.isWellFormed());
        assert.doesNotMatch(plain.replace(/\u200c|\u200d| /g, ''), /[\p{Cc}\p{Cf}\p{Z}]/u);
        assert.equal(plainText(plain, max), plain);
      }),
      { numRuns: 200 },
    );
  });

  it('ends in an ellipsis where it is longer, or too long to be cleaned whole', () => {
    assert.equal(plainText('abcdef', 3), 'ab…');
    assert.equal(plainText('👩‍👧👩‍👧', 2), '👩‍👧👩‍👧');
    const cleaned = 10 * 16 + 1024;
    assert.equal(plainText('a'.padEnd(cleaned, '\0'), 10), 'a');
    assert.equal(plainText('a'.padEnd(cleaned + 1, '\0'), 10), 'a…');
  });

  it('is found by its words, whatever its case, accents and spaces', () => {
    assert.equal(fold('Ａ \n\0É\u200d\u0301'), 'a e');
    const words = Array.from({ length: 20 }, (_, n) => `w${n % 17}`);
    assert.deepEqual(wordsOf(` ${words.join('  ')}`), words.slice(0, 16));
  });

  it('names a resource by the end of its path', () =>
    assert.deepEqual(['/v1/a//?x=/y', '/?'].map(lastSegment), ['a', undefined]));

  it('is isolated so that it cannot end its own isolation', () =>
    assert.equal(isolate('a\u2069\u202eb'), '\u2068ab\u2069'));

  it('is shortened between whole characters, in the middle', () => {
    assert.equal(truncateMiddle('invoice-2025-final.pdf', 11), 'invoi…l.pdf');
    assert.equal(truncateMiddle('short.pdf', 9), 'short.pdf');
    assert.equal(truncateMiddle('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…');
    assert.equal(truncateMiddle('👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧👩‍👩‍👧');
  });

  it('is the same to a reader where it is shown as it is, with no icon and no link, and done twice too', () => {
    const hostile = fc
      .array(fc.constantFrom('$', '(', 'bug', ')', '[', 'x', ']', 'command:a', '\\', '$(bug)', '](', ' '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(literal(text), ICON);
        assert.doesNotMatch(literal(text), LINK);
        assert.equal(literal(text).replaceAll('\u2060', ''), text);
        assert.equal(literal(literal(text)), literal(text));
      }),
      { examples: [['$(bug)[x](command:a)']] },
    );
  });
});
