import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonical, equals, isMultiple, isWhole, typeOf } from '../../../../src/descriptions/check/numbers';
import { parseExactly } from '../../../../src/util/exactJson';

const LARGE = '12345678901234567890';

describe('values of JSON', () => {
  it('have one of six types, numbers of any length too', () => {
    const values = [null, true, 5, 'x', [], {}, parseExactly(LARGE)];
    assert.deepEqual(values.map(typeOf), [
      ...['null', 'boolean', 'number', 'string', 'array', 'object', 'number'],
    ]);
  });

  it('are whole, or multiples, by their exact value', () => {
    const whole = ['5', '-3', LARGE, '5.0', '1e400', '50e-1'];
    const broken = ['5.5', '9007199254740993.5', '1e-400', '51e-1'];
    for (const text of [...whole, ...broken])
      assert.equal(isWhole(parseExactly(text)), whole.includes(text), text);
    for (const value of [Infinity, Number.NaN]) assert.equal(isWhole(value), false);
    for (const [value, of, is] of [
      ...[
        ['0.3', 0.1, true],
        ['-9', 3, true],
        ['0', 7, true],
        ['1e300', 1e-300, true],
        ['9007199254740994', 2, true],
        ['1000000000000.05', 0.01, true],
      ],
      ...[
        ['0.35', 0.1, false],
        ['2', 4, false],
        ['1700000000000001', 1000, false],
        ['9007199254740993', 2, false],
        ['1000000000000.005', 0.01, false],
      ],
      // What is no number of JSON, or not above zero, says nothing.
      ...[
        ['5', 0, true],
        ['5', -3, true],
        ['5', Infinity, true],
        ['5', '2', true],
      ],
    ] as const)
      assert.equal(isMultiple(parseExactly(value), of), is, `${value} of ${of}`);
    assert.equal(isMultiple(Infinity, 2), true);
  });

  it('are equal by what they say, not by how it is written', () => {
    const same: [string, string][] = [
      ['1', '1.0'],
      ['100', '1e2'],
      [LARGE, `${LARGE}.00`],
      [`-${LARGE}`, '-1.234567890123456789e19'],
      ['0', '-0.0e5'],
      ['1e400', '10e399'],
      ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1e0}'],
      ['null', 'null'],
      ['"x"', '"x"'],
      ['[]', '[]'],
    ];
    const different: [string, string][] = [
      [LARGE, '12345678901234567891'],
      [LARGE, `-${LARGE}`],
      ['1e400', '1e401'],
      ['1e-400', '0'],
      ['1', '"1"'],
      ['1', '2'],
      ['"x"', '"y"'],
      ['true', 'false'],
      ['null', '{}'],
      ['{}', 'null'],
      ['[]', '{}'],
      ['[1]', '[1,2]'],
      ['[1,2]', '[1]'],
      ['[1,2]', '[2,1]'],
      ['{"a":1}', '{"b":1}'],
      ['{"a":1,"b":2}', '{"a":1,"b":3}'],
      ['{"a":1}', '{"a":1,"b":2}'],
      ['{"toString":1}', '{"a":1}'],
    ];
    for (const [one, other] of same) {
      assert.equal(equals(parseExactly(one), parseExactly(other)), true, `${one} ${other}`);
      assert.equal(canonical(parseExactly(one)), canonical(parseExactly(other)), `${one} ${other}`);
    }
    for (const [one, other] of different) {
      assert.equal(equals(parseExactly(one), parseExactly(other)), false, `${one} ${other}`);
      assert.notEqual(canonical(parseExactly(one)), canonical(parseExactly(other)), `${one} ${other}`);
    }
    assert.equal(equals(Number.NaN, Number.NaN), false);
    for (const number of [5, parseExactly(LARGE), -Infinity]) assert.equal(equals(Number.NaN, number), false);
    assert.equal(equals(parseExactly(LARGE), Number.NaN), false);
  });

  it('have one text each, by which doubled ones are found', () => {
    assert.equal(
      canonical(parseExactly('{"b":[1,"x",null],"a":{"c":true}}')),
      '{"a":{"c":true},"b":[1,"x",null]}',
    );
    assert.equal(canonical([Number.NaN, -Infinity]), '[NaN,-Infinity]');
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(canonical(one) === canonical(other), equals(one, other));
        assert.equal(equals(one, JSON.parse(JSON.stringify(one))), true);
      }),
    );
  });
});
