import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparedText, compareTexts } from '../../../src/bodies/comparedText';

const NONE = { changed: 0, added: 0, removed: 0 };
const compare = (before: string, after: string) => compareTexts(before, after, false);

describe('what differs between two answers', () => {
  it('is counted in leaves, whatever the order of keys', () => {
    const before = '{"a":1,"b":{"c":"x","d":null},"e":[1,2,3],"f":{}}';
    const after = '{"e":[1,5],"b":{"d":"y","c":"x"},"a":1,"g":[]}';
    assert.deepEqual(compare(before, after), { changed: 2, added: 1, removed: 2, unit: 'fields' });
  });

  it('compares numbers by their exact value, and not with text', () => {
    const same = compare('{"a":1.0,"b":100}', '{"b":1e2,"a":1}');
    assert.deepEqual(same, { ...NONE, unit: 'fields' });
    const long = compare('[12345678901234567890.123456789]', '[12345678901234567890.123456788]');
    assert.equal(long.changed, 1);
    assert.equal(compare('["1"]', '[1]').changed, 1);
    assert.deepEqual(compare('[1,1]', '[1.0,2]'), { ...NONE, changed: 1, unit: 'fields' });
  });

  it('distinguishes null from a missing field', () => {
    assert.deepEqual(compare('{"a":null,"b":1}', '{"b":1}'), { ...NONE, removed: 1, unit: 'fields' });
    assert.deepEqual(compare('{"a":null}', '{}'), { ...NONE, removed: 1, unit: 'fields' });
    assert.deepEqual(compare('[{}]', '[]'), { ...NONE, removed: 1, unit: 'fields' });
    assert.deepEqual(compare('{"a":[]}', '{"a":[1,2]}'), { ...NONE, added: 2, unit: 'fields' });
    assert.deepEqual(compare('{"a":[]}', '{"a":{}}'), { ...NONE, changed: 1, unit: 'fields' });
  });

  it('is nothing between a text and itself with its keys in another order, and turns round with the sides', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (a, b) => {
        assert.deepEqual(compare(a, comparedText(a, false)), { ...NONE, unit: 'fields' });
        const there = compare(a, b);
        const back = compare(b, a);
        assert.deepEqual(
          [there.added, there.removed, there.changed],
          [back.removed, back.added, back.changed],
        );
      }),
      { seed: 20253, numRuns: 300 },
    );
  });

  it('is counted in lines where an answer is no JSON', () => {
    const before = '<html>\n<p>1</p>\n</html>';
    const after = '<html>\n<p>2</p>\n<p>3</p>\n</html>';
    assert.deepEqual(compare(before, after), { changed: 1, added: 1, removed: 0, unit: 'lines' });
    assert.deepEqual([compare(before, '{}').unit, compare('{}', before).unit], ['lines', 'lines']);
  });

  it('bears nesting that overflows the stack', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.deepEqual(compare(deep, deep), { ...NONE, unit: 'lines' });
    for (const [open, close] of [['[', ']'] as const, ['{"a":', '}'] as const]) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      assert.equal(compare(nested(200), nested(200)).unit, 'fields');
      assert.equal(compare(nested(201), nested(201)).unit, 'lines');
    }
  });
});

describe('a side of a comparison', () => {
  it('has its keys in one order and its numbers as they came', () => {
    const compared = comparedText('{"b":12345678901234567890.50,"a":[{"d":1,"c":2,"e":3}]}', false);
    assert.equal(
      compared.replace(/\n */g, ' '),
      '{ "a": [ { "c": 2, "d": 1, "e": 3 } ], "b": 12345678901234567890.50 } ',
    );
    assert.equal(comparedText('no JSON', false), 'no JSON');
    // Its indentation alone would be 70 MB.
    const deep = JSON.stringify(Array(1000).fill(JSON.parse('['.repeat(190) + ']'.repeat(190))));
    assert.equal(comparedText(deep, false), deep);
  });

  it('leaves out on demand what differs between any two answers', () => {
    const body = JSON.stringify({
      requestId: 'req_1',
      createdAt: '2025-03-04T09:15:30Z',
      amount: 5,
      texts: ['why?', 'mailto:a?b=https://c', 'https://?c'],
      link: {
        url: 'https://files.example/a?signature=1',
        plain: 'http://files.example?a\n?',
        expiryDate: null,
      },
      paging: { totalCount: 2, nextPage: 'n', previousPage: 'p' },
    });
    assert.deepEqual(JSON.parse(comparedText(body, true)), {
      amount: 5,
      texts: ['why?', 'mailto:a?b=https://c', 'https://?c'],
      link: { url: 'https://files.example/a', plain: 'http://files.example' },
      paging: { totalCount: 2 },
    });
    assert.deepEqual(JSON.parse(comparedText(body, false)), JSON.parse(body));
  });
});
