import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { gapsOf, LANGUAGES, wordsToDo } from '../../scripts/words.mts';

describe('the translations', () => {
  for (const language of LANGUAGES) {
    it(`to ${language} are complete (npm run words)`, () => assert.deepEqual(wordsToDo(language), []));
  }

  for (const file of ['l10n/bundle.l10n.fr.json', 'package.nls.fr.json']) {
    it(`begin no line with punctuation: ${file}`, () => {
      const breaks = / [:;!?»](?!\S)|« /;
      assert.deepEqual(
        texts(file).filter((text) => breaks.test(text)),
        [],
      );
    });
  }
});

describe('the list of words to translate', () => {
  it('names what is missing, unused, still English, and has other placeholders', () => {
    const english = {
      a: 'Send {0} to {1}.',
      b: 'Send all of them now.',
      c: 'OK',
      d: 'See `a.b`.',
      e: 'Gone',
      g: 'Files: {0}.',
    };
    const german = {
      a: '{1} bekommt {0}.',
      b: 'Send all of them now.',
      c: 'OK',
      d: 'Siehe a.b.',
      f: 'Mehr',
      g: 'Dateien": {0}.',
    };
    assert.deepEqual(gapsOf(english, german), [
      { why: 'still English', key: 'b' },
      { why: 'other placeholders', key: 'd' },
      { why: 'missing', key: 'e' },
      { why: 'other placeholders', key: 'g' },
      { why: 'unused', key: 'f' },
    ]);
  });

  it('counts placeholders: one more or one less is another text', () => {
    const placeholders = fc.array(fc.constantFrom('{0}', '{1}', '$(info)', '`x`'), { maxLength: 4 });
    fc.assert(
      fc.property(placeholders, placeholders, (one, other) => {
        const isSame = [...one].sort().join() === [...other].sort().join();
        const gaps = gapsOf({ a: `A ${one.join(' ')}` }, { a: `B ${other.join(' ')}` });
        assert.equal(gaps.length, isSame ? 0 : 1);
      }),
    );
  });
});

/** Words that a reader abroad would stumble over, and texts that were replaced by simpler ones. */
const NOT_PLAIN =
  /\b(?:stands?|was told|told|mend(?:ed)?|drawn anew|anew|in doubt|departure|forgotten|nobody knows|what it is|switch to it|it arrived|behind it|digits only|knows of it|what was asked for|under a name)\b|^\w+: Cancelled/i;

describe('the English texts', () => {
  for (const file of ['l10n/bundle.l10n.json', 'package.nls.json']) {
    it(`are in plain words: ${file}`, () => {
      assert.deepEqual(
        texts(file)
          .filter((text) => NOT_PLAIN.test(text))
          .join('\n'),
        '',
      );
    });
  }
});

function texts(file: string): string[] {
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
}
