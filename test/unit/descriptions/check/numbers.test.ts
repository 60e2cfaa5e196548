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

  it('are whole, or multiples, as far as doubles tell', () => {
    assert.deepEqual([5, 5.5, -3, parseExactly(LARGE), parseExactly('5.0')].map(isWhole), [
      ...[true, false, true, true, true],
    ]);
    for (const [value, of] of [
      ...[
        [0.3, 0.1],
        [10, 5],
        [0, 7],
        [-9, 3],
        [1.1, 0.01],
        [1e300, 1e-300],
      ],
    ] as const)
      assert.equal(isMultiple(value, of), true, `${value} of ${of}`);
    for (const [value, of] of [
      ...[
        [0.35, 0.1],
        [10, 4],
        [1, 7],
        [7, 2],
        [2, 4],
      ],
    ] as const)
      assert.equal(isMultiple(value, of), false, `${value} of ${of}`);
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
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(canonical(one) === canonical(other), equals(one, other));
        assert.equal(equals(one, JSON.parse(JSON.stringify(one))), true);
      }),
    );
  });
});
