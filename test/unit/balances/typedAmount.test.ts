import assert from 'node:assert/strict';
import fc from 'fast-check';
import { amountsOf, splitTyped } from '../../../src/balances/topUpRules';

describe('What is typed for a top-up', () => {
  for (const [text, expected] of [
    ['EUR250', { amount: '250', code: 'EUR' }],
    ['1,234.50usd', { amount: '1,234.50', code: 'USD' }],
    ['250', { amount: '250', code: '' }],
    [' 250 EUR ', { amount: '250', code: 'EUR' }],
    ['250 USD 5', { amount: '250 USD 5', code: '' }],
    ['２５０　ＥＵＲ', { amount: '250', code: 'EUR' }],
    ['٢٥٠ EGP', { amount: '٢٥٠', code: 'EGP' }],
    ['EUR', undefined],
    ['', undefined],
  ] as const) {
    it(`is split: ${text}`, () => assert.deepEqual(splitTyped(text), expected));
  }

  it('is an amount and a currency, in both orders', () => {
    const codes = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), codes, fc.boolean(), (amount, code, isFirst) => {
        const typed = splitTyped(isFirst ? `${code} ${amount}` : `${amount} ${code}`);
        assert.deepEqual(typed, { amount: String(amount), code });
        assert.deepEqual(amountsOf(typed.amount, 'en')(typed.code), [amount]);
      }),
    );
  });
});

describe('An amount in a currency', () => {
  for (const [text, currency, locale, expected] of [
    ['1,234', 'EUR', 'en', [1234]],
    ['1.234', 'EUR', 'de', [1234]],
    // Three decimals: it can be either.
    ['1.234', 'KWD', 'en', [1.234, 1234]],
    ['1.234', 'KWD', 'de', [1234, 1.234]],
    ['12.3400', 'EUR', 'en', [12.34]],
    ['1000000000000', 'EUR', 'en', [1e12]],
    ['１，０００', 'JPY', 'ja', [1000]],
    ['１２．５', 'EUR', 'ja', [12.5]],
  ] as const) {
    it(`can mean ${expected.join(' or ')}: ${text} ${currency} in ${locale}`, () =>
      assert.deepEqual(amountsOf(text, locale)(currency), expected));
  }

  for (const [text, currency, locale, why] of [
    ['1.234', 'EUR', 'en', /EUR has 2 decimals/],
    ['100000000000000000000', 'EUR', 'en', /at most 1,000,000,000,000/],
    ['1.5', 'JPY', 'ja', /JPY has no decimals/],
    ['12,50', 'EUR', 'en', /Enter an amount, e\.g\./],
    ['10²', 'EUR', 'en', /Enter an amount/],
  ] as const) {
    it(`is refused: ${text} ${currency} in ${locale}`, () =>
      assert.match(String(amountsOf(text, locale)(currency)), why));
  }

  it('means what the locale says first, and never three things', () => {
    const texts = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,')), maxLength: 12 });
    const codes = fc.constantFrom('EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(texts, codes, fc.constantFrom('en', 'de'), (text, currency, locale) => {
        const amounts = amountsOf(text, locale)(currency);
        if (typeof amounts === 'string') return;
        assert.ok(amounts.length === 1 || amounts.length === 2);
        const plain = locale === 'en' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
        assert.equal(amounts[0], Number(plain));
      }),
    );
  });
});
