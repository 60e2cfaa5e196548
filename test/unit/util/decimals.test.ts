import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  canonicalDecimal,
  compareDecimals,
  fitsDouble,
  isDecimal,
  isMultipleOf,
} from '../../../src/util/decimals';

/** Numbers as JSON may write them, with what they are worth as a whole number of 10^-40. */
const decimals = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fraction: fc.stringMatching(/^\d{0,12}$/),
    exponent: fc.option(fc.integer({ min: -20, max: 20 }), { nil: undefined }),
  })
  .map(({ negative, whole, fraction, exponent }) => {
    const text = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
    const size = BigInt(`${whole}${fraction}`) * 10n ** BigInt(40 - fraction.length + (exponent ?? 0));
    const e = (exponent ?? 0) % 2 === 0 ? 'e' : (exponent ?? 0) < 0 ? 'E' : 'E+';
    return {
      text: exponent === undefined ? text : `${text}${e}${exponent}`,
      worth: negative ? -size : size,
    };
  });

describe('decimals', () => {
  it('compares by exact value, however long and however written', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const expected = a.worth < b.worth ? -1 : a.worth > b.worth ? 1 : 0;
        assert.equal(Math.sign(compareDecimals(a.text, b.text)), expected, `${a.text} ${b.text}`);
      }),
      { seed: 20251, numRuns: 500 },
    );
  });

  it('distinguishes values that a double cannot, and not two notations of one value', () => {
    assert.ok(compareDecimals('12345678901234567890.123456789', '12345678901234567890.123456788') > 0);
    for (const same of ['1.0', '1e0', '10e-1', '0.1E1', '1.000000000000000000000'])
      assert.equal(compareDecimals('1', same), 0, same);
    assert.equal(compareDecimals('-0', '0.0e99'), 0);
    assert.ok(compareDecimals('1e400', '2e400') < 0);
    const same = ['1e400', '10E399', '-1e400', '1.50'].map(canonicalDecimal);
    assert.deepEqual(same, ['0.1e401', '0.1e401', '-0.1e401', '1.5']);
    assert.throws(() => compareDecimals('no number at all', '1'), new TypeError('Not a number'));
  });

  it('says what is a multiple, however long and however written', () => {
    const any = fc.tuple(decimals, decimals);
    const multiples = fc
      .tuple(decimals, fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }))
      .map(([of, times]) => [{ text: `${of.worth * times}e-40`, worth: of.worth * times }, of] as const);
    fc.assert(
      fc.property(fc.oneof(any, multiples), ([value, of]) => {
        fc.pre(of.worth !== 0n);
        const isMultiple = value.worth % of.worth === 0n;
        assert.equal(isMultipleOf(value.text, of.text), isMultiple, `${value.text} ${of.text}`);
      }),
      { seed: 20252, numRuns: 500 },
    );
    for (const [value, of, is] of [
      ['1e999999999', '7', false],
      ['1e999999999', '1024e-3', true],
      ['1e-999999999', '1', false],
      ['1', '1e-999999999', true],
      ['7'.repeat(500_000), '7', true],
      ['7'.repeat(500_000), '2', false],
    ] as const)
      assert.equal(isMultipleOf(value, of), is, value.slice(0, 20));
  });

  it('says which numbers a double holds', () => {
    const fitting = ['0', '-0', '0.00e5', '12.50', '1e3', '9007199254740992', '0.1'];
    const others = ['9007199254740993', '12345678901234567890.123456789', '1e400', '1e-400'];
    assert.deepEqual([...fitting, ...others].filter(fitsDouble), fitting);
  });

  it('takes all exponents of more than a thousand digits for one size', () => {
    const digits = '9'.repeat(500_000);
    assert.ok(fitsDouble(`1e${'0'.repeat(500_000)}5`));
    for (const [sign, order] of [
      ['', 1],
      ['-', -1],
    ] as const) {
      assert.ok(!fitsDouble(`1e${sign}${digits}`));
      assert.equal(compareDecimals(`1e${sign}${digits}`, '7'), order);
      assert.equal(compareDecimals(`1e${sign}${digits}`, `1e${sign}${'8'.repeat(1001)}`), 0);
    }
    assert.ok(compareDecimals(`1e${'9'.repeat(1000)}`, `1e${'8'.repeat(1000)}`) > 0);
  });

  it('knows the numbers of JSON from other text', () => {
    const numbers = ['0', '-1.5', '1e5', '1E-5'];
    const others = ['', '01', '.5', '1.', '+1', '0x1', '1 ', 'NaN', '１'];
    assert.deepEqual([...numbers, ...others].filter(isDecimal), numbers);
  });
});
