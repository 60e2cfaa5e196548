import assert from 'node:assert/strict';
import { idsLike } from '../../../../src/descriptions/mock/newId';

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const NUMBER = '[1-9]\\d{8}';
const three = (pattern: string) => [pattern, pattern, pattern];
const general = (length: number, same: string) => [
  UUID,
  ...[24, 16].map((count) => `[a-z\\d]{${count}}`),
  NUMBER,
  `[a-z\\d]{${length}}`,
  ...three(same),
  `\\d{${length || 1}}`,
];

describe('New ids like an example', () => {
  const cases: [name: string, example: unknown, patterns: readonly string[]][] = [
    [
      'a short one is lengthened behind its last separator',
      'a-b_1x9Z',
      [
        'a-b_[a-z\\d]{16}',
        `a-b_${NUMBER}`,
        ...three('a-b_\\d[a-z]\\d[A-Z]'),
        ...general(8, 'a-b_\\d[a-z]\\d[A-Z]'),
      ],
    ],
    [
      'a colon is a separator, too',
      'a:12',
      ['a:[a-z\\d]{16}', `a:${NUMBER}`, ...three('a:\\d\\d'), ...general(4, 'a:\\d\\d')],
    ],
    [
      'one that is long enough keeps its form',
      'x_123456789.Q',
      [...three('x_\\d{9}\\.[A-Z]'), ...general(13, 'x_\\d{9}\\.[A-Z]')],
    ],
    [
      'one of ten characters is long enough',
      'abcdefghi1',
      [...three('[a-z]{9}\\d'), ...general(10, '[a-z]{9}\\d')],
    ],
    ['a word is no form at first', 'word', general(4, '[a-z]{4}')],
    [
      'a UUID gives a UUID',
      'C0A80121-0000-4000-8000-00000000000A',
      [
        UUID,
        ...three('C0A80121-0000-4000-8000-\\d{11}[A-Z]'),
        ...general(36, 'C0A80121-0000-4000-8000-\\d{11}[A-Z]'),
      ],
    ],
    ['an empty text still gives one', '', general(0, '')],
    ['nothing is like a boolean', true, []],
  ];
  for (const [name, example, patterns] of cases) {
    it(`have its form: ${name}`, () => {
      const ids = [...idsLike(example)].map(String);
      assert.equal(ids.length, patterns.length);
      ids.forEach((id, index) => assert.match(id, new RegExp(`^${patterns[index]}$`), `no. ${index}`));
    });
  }

  it('are whole numbers from one on, smaller each time, where it is a number', () => {
    const ids = [...idsLike(7)].map(Number);
    assert.equal(ids.length, 4);
    for (const [index, most] of [2 ** 31 - 1, 1_000_000, 1000, 100].entries()) {
      const id = ids[index] ?? 0;
      assert.ok(Number.isInteger(id) && id > 0 && id < most, `${id} of ${most}`);
    }
  });
});
