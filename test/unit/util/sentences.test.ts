import assert from 'node:assert/strict';
import { sentences } from '../../../src/util/text';

describe('sentences', () => {
  const cases: [string, (string | undefined)[], string][] = [
    ['are parted by a space', ['It failed.', 'Try again.'], 'It failed. Try again.'],
    [
      'follow a full-width stop without one, and have one behind words in another language',
      ['It is 5 EUR.', '残高です。', 'OK？', '次'],
      'It is 5 EUR. 残高です。OK？次',
    ],
    ['may be missing or empty', [undefined, '', 'One.', undefined, '', 'Two.'], 'One. Two.'],
    ['may all be missing', [undefined], ''],
  ];
  for (const [title, parts, expected] of cases)
    it(title, () => {
      assert.equal(sentences(...parts), expected);
    });
});
