import assert from 'node:assert/strict';
import { textsFor } from '../../../../src/descriptions/sample/patterns';
import { object, sample } from './sampling';

/** Patterns, and the text that is made for each. */
const ROWS: readonly (readonly [pattern: string, text: string | undefined])[] = [
  // Repeated parts stand as few times as will do.
  ['^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$', 'AA00A'],
  ['^x{12}$', 'x'.repeat(12)],
  ['^x{2,}y{3,4}$', 'xxyyy'],
  ['^a?b*c+$', 'c'],
  ['^a?b*c+?d{2}?$', 'cdd'],
  ['^.{3}!$', 'aaa!'],
  ['^.a{$', 'aa{'],
  // Of alternatives the first one counts.
  ['^(debit|credit)-\\w+$', 'debit-a'],
  ['^(?:x|y)$', 'x'],
  ['^(?<year>\\d{4})/(?<longer_name>x)$', '0000/x'],
  ['^x$|^yy$', 'x'],
  ['^((((((((((((((((((((((x))))))))))))))))))))))$', 'x'],
  ['^((ab)+-){2}$', 'ab-ab-'],
  // A repeated part may have to stand several times for the whole to match.
  ['^x*y(?<=x{5}y)$', 'xxxxxy'],
  // What looks around takes no place.
  ['^(?=.{5})x+$', 'xxxxx'],
  ['^(?!x)y$', 'y'],
  ['(?=A)[A-Z]{2}', 'AA'],
  ['^(?<!x)y$', 'y'],
  ['^(?!0+\\.00$)\\d+\\.\\d{2}$', '1.11'],
  ['^P(?!$)(\\d+D)?(T(?=\\d)(\\d+H)?)?$', 'P0DT0H'],
  ['^(a)\\1$', undefined],
  // Classes.
  ['^[^a-z]$', '-'],
  ['^[^-_a]$', 'A'],
  ['^[^\\w]$', '-'],
  ['^[^\\w-]$', ' '],
  ['^[^\\w\\s-]$', '.'],
  ['^[\\]x]{2}$', ']]'],
  ['^[\\x41]$', 'A'],
  ['^[\\u0416-\\u042F]$', 'Ж'],
  ['^[\\u{1F600}-\\u{1F64F}]$', '😀'],
  ['^[b-z]$', 'b'],
  ['^[-+]1$', '-1'],
  ['^[.]$', '.'],
  // Only readers of old patterns take this escape.
  ['^[A-Z\\_]{3}$', 'AAA'],
  ['^[^\\s\\S]$', undefined],
  // Escapes.
  ['^\\d\\w\\s\\D\\W\\S$', '0a a-a'],
  ['^\\n\\r\\t\\f\\v\\0$', '\n\r\t\f\v\0'],
  ['^\\x41\\u0042$', 'AB'],
  ['^\\u{43}$', 'C'],
  ['^\\bab\\b$', 'ab'],
  ['^a\\Bb$', 'ab'],
  ['^\\.\\/\\{$', './{'],
  ['^\\p{Lu}{3}$', 'AAA'],
  ['^\\P{L}$', '0'],
  ['^\\p{Nd}\\p{Script=Han}$', '0中'],
  ['^\\p{Script=Greek}$', undefined],
  ['^\\x$', 'x'],
  // What reads as a class elsewhere, and not here, is no failure.
  ['^\\p{Unknown}A$', undefined],
  // Long ones.
  ['^A{1000}$', 'A'.repeat(1000)],
  ['^A{1001}$', undefined],
  ['^(A{500}){2}$', 'A'.repeat(1000)],
  ['^(A{500}){2}B$', undefined],
  ['^(A{1001})?$', undefined],
  // No pattern: it says nothing.
  ['^(x', 'string'],
  ['x)', 'string'],
  ['[x', 'string'],
];

describe('A text for a pattern', () => {
  for (const [pattern, text] of ROWS) {
    const shown = pattern.length > 40 ? `${pattern.slice(0, 40)}…` : pattern;
    it(`${shown} is ${text === undefined ? 'not made' : JSON.stringify(text.slice(0, 40))}`, () =>
      assert.equal(sample({ type: 'string', pattern }), text));
  }

  it('is tried once where it is always the same', () => {
    assert.deepEqual([...textsFor('^\\d{4}$')], ['0000', '1111']);
    assert.deepEqual([...textsFor('^(A{500})+$')], ['A'.repeat(500), 'A'.repeat(1000)]);
  });

  it('has the length that is asked for', () => {
    for (const minLength of [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256])
      assert.equal(sample({ type: 'string', pattern: '^A+$', minLength }), 'A'.repeat(minLength));
    assert.equal(sample({ type: 'string', pattern: '^A*$', maxLength: 0 }), '');
    assert.equal(sample({ type: 'string', pattern: '^A{2,}$', minLength: 5 }), 'AAAAA');
    assert.equal(sample({ type: 'string', pattern: '^A{0,2}B*$', minLength: 6 }), 'AABBBB');
    for (const length of [5, 7, 10, 22, 34])
      assert.equal(
        sample({ type: 'string', pattern: '^[0-9]+$', minLength: length, maxLength: length }),
        '0'.repeat(length),
      );
    assert.equal(sample(object({ a: { pattern: '^A{1001}$' } }, 'a')), undefined);
    assert.equal(sample({ type: 'string', pattern: '[', not: { const: 'string' } }), undefined);
    assert.equal(sample({ type: 'string', pattern: '\\p{2,1}', not: { const: 'string' } }), '');
  });
});
