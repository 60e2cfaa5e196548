import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  mayRound,
  numberSource,
  parseExactly,
  parsePlainly,
  parseUnrounded,
  plainValue,
  unrounded,
  withExactNumbers,
} from '../../../src/util/exactJson';
import { isObject } from '../../../src/util/objects';

const LONG = '12345678901234567890.123456789';

describe('exact JSON', () => {
  it('writes any number as it was read, at whatever place', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/);
    const usual = fc.stringMatching(/^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?$/);
    const places = fc.constantFrom('{"a":#}', '[#,1]', '[1,#]', '[\n#\n]', '{"a": #,"b":2}', '#');
    fc.assert(
      fc.property(fc.oneof(usual, digits), places, (number, place) => {
        assert.equal(
          JSON.stringify(parseExactly(place.replace('#', number))),
          place.replace(/\s/g, '').replace('#', number),
        );
      }),
      {
        numRuns: 1000,
        examples: [
          ['-0', '#'],
          ['0.0000001', '#'],
          ['-0.0', '[#,1]'],
        ],
      },
    );
    assert.equal(parseExactly('['.repeat(100_000) + ']'.repeat(100_000)), undefined);
    assert.equal(parseExactly('{"amount":'), undefined);
  });

  it('gives callers numbers, and text where a double would round', () => {
    assert.deepEqual(plainValue(parseExactly(`{"a":[1.50,${LONG},null],"b":"x","__proto__":2}`)), {
      a: [1.5, LONG, null],
      b: 'x',
      ['__proto__']: 2,
    });
  });

  it('gives callers any other JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // A zero with a minus is a zero to JSON.stringify.
        assert.deepEqual(JSON.stringify(plainValue(parseExactly(text))), JSON.stringify(JSON.parse(text)));
      }),
      { seed: 20252, numRuns: 300 },
    );
  });

  it('looks closer only where a number is long, and finds each such number', () => {
    const whole = ['{"a":-9007199254740993}', '[1,\n9007199254740993]'];
    const others = ['[1e-400]', '{"a": 0.12345678901234567 }'];
    for (const text of [LONG, `[${LONG}]`, `{"a":${LONG}}`, ...whole, ...others]) {
      assert.ok(mayRound(text), text);
      assert.equal(JSON.stringify(parsePlainly(text)), JSON.stringify(plainValue(parseExactly(text))));
      assert.notEqual(JSON.stringify(parsePlainly(text)), JSON.stringify(JSON.parse(text)));
    }
    const usual =
      '{"id":"4f9e8a7b6c5d4e3f","time":"2026-01-02T03:04:05.123456Z","n":[-12.5,999999999999999]}';
    assert.ok(!mayRound(usual));
    assert.deepEqual(parsePlainly(usual), JSON.parse(usual));
    assert.equal(parsePlainly('{"a":'), undefined);
  });

  it('can keep only those numbers as text that a double would round', () => {
    const text = `{"a":[${LONG},1.50,1e400,"${LONG}"],"b":1e2}`;
    const value = parseUnrounded(text);
    assert.equal(JSON.stringify(value), `{"a":[${LONG},1.5,1e400,"${LONG}"],"b":100}`);
    for (const broken of ['{"a":', `[${LONG}`]) assert.equal(parseUnrounded(broken), undefined);
    assert.equal(isObject(value), true);
    for (const each of [parseExactly(LONG), parseExactly('1')]) assert.equal(isObject(each), false);
    assert.equal(numberSource(unrounded(Number(LONG), LONG)), LONG);
    assert.equal(numberSource('1.50'), undefined);
    assert.deepEqual([unrounded(8, '0o10'), unrounded('1', LONG), unrounded(5)], [8, '1', 5]);
  });

  it('takes the numbers alone from the exact text, where both say the same', () => {
    const rest = { only: 3, yes: true, nothing: null, text: ['x'], sub: { a: 1 }, none: { b: 2 } };
    const value = { url: 'https://a/?token=1', amount: Number(LONG), list: [1, 2], ...rest };
    const exact = parseExactly(`{"url":"https://a/?…","amount":${LONG},"list":[1.0],"sub":null,"other":4}`);
    assert.equal(
      JSON.stringify(withExactNumbers(value, exact)),
      `{"url":"https://a/?token=1","amount":${LONG},"list":[1.0,2],${JSON.stringify(rest).slice(1)}`,
    );
    const plain = { amount: LONG, text: '1.50' };
    const both = parseExactly(`{"amount":${LONG},"text":1.5}`);
    assert.equal(JSON.stringify(withExactNumbers(plain, both)), `{"amount":${LONG},"text":"1.50"}`);
  });
});
