import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkAmount, checkCurrency, isRepeat } from '../../../src/balances/rules';

describe('the rules of a top-up', () => {
  it('take any finite number above 0', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true }),
        (amount) => {
          assert.equal(checkAmount(amount), undefined);
        },
      ),
    );
    for (const amount of [0, -0, -1, NaN, Infinity, '5', null, undefined, 5n, {}]) {
      assert.match(checkAmount(amount) ?? '', /number above 0/);
    }
  });

  it('take three letters for a currency', () => {
    for (const currency of ['EUR', 'eur', ' usd ']) assert.equal(checkCurrency(currency), undefined);
    for (const currency of ['', 'EU', 'EURO', 'E1R', 'ÄÖÜ', 'E R', 978, null]) {
      assert.match(checkCurrency(currency) ?? '', /three letters/);
    }
  });

  it('call it a repeat within a minute, and only of the same amount, currency and place', () => {
    const first = { environment: 'local', amount: 10, currency: 'EUR', at: 1000 };
    assert.equal(isRepeat(first, { ...first, at: 60_999 }), true);
    assert.equal(isRepeat(first, { ...first, at: 61_000 }), false);
    assert.equal(isRepeat(first, { ...first, amount: 10.5, at: 2000 }), false);
    assert.equal(isRepeat(first, { ...first, currency: 'USD', at: 2000 }), false);
    assert.equal(isRepeat(first, { ...first, environment: 'sandbox', at: 2000 }), false);
  });
});
