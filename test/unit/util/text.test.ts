import assert from 'node:assert/strict';
import { firstOf, listed, sentences, setTexts, shownLanguage, shownTexts, t } from '../../../src/util/text';

describe('sentences', () => {
  const cases: [string, (string | undefined)[], string][] = [
    [
      'follow a full-width stop without one, and have one behind words in another language',
      ['It is 5 EUR.', '残高です。', 'OK？', '次', '。a', 'b'],
      'It is 5 EUR. 残高です。OK？次 。a b',
    ],
    ['may be missing or empty', [undefined, '', 'One.', undefined, '', 'Two.'], 'One. Two.'],
    ['may all be missing', [undefined], ''],
  ];
  for (const [title, parts, expected] of cases) it(title, () => assert.equal(sentences(...parts), expected));
});

describe('the first of a list', () => {
  it('are all of it where it is short, else with the count of the others', () => {
    assert.deepEqual(firstOf(['file_a'], 1), ['file_a']);
    assert.deepEqual(firstOf(['a', 'b', 'c'], 3), ['a', 'b', 'c']);
    assert.equal(listed(firstOf(['file_a', 'file_b', 'file_c'], 1)), 'file_a, 2 more');
  });
});

describe('the language shown', () => {
  it('is written as Intl wants it, and English where it is no language', () => {
    const before = shownTexts();
    const texts = { 'No {0}': 'Kein {10}{0}' };
    for (const [language, shown] of [
      ['de-ch', 'de-CH'],
      ['de_ch', 'en'],
    ] as const) {
      setTexts({ language, texts });
      assert.deepEqual([shownLanguage(), t('No {0}', 'Konto')], [shown, 'Kein {10}Konto']);
    }
    setTexts(before);
  });
});
