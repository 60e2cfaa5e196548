import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localDay } from '../../../src/storage/types/days';
import { dayInWords } from '../../../src/ui/formats/days';
import { purposeExplanation, purposeTitle } from '../../../src/ui/formats/purposes';
import {
  formatBytes,
  formatClockTime,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
} from '../../../src/ui/formats/formats';
import { currencies, decimalsOf, formatMoney, parseAmount } from '../../../src/ui/formats/amounts';

const spaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('Sizes, times and durations', () => {
  it('writes sizes in the unit that fits, and never 1,000 of one', () => {
    assert.equal(formatBytes(0, 'en'), '0 bytes');
    assert.equal(formatBytes(999, 'en'), '999 bytes');
    assert.equal(formatBytes(999_999, 'en'), '1 MB');
    assert.equal(formatBytes(5_242_880, 'en'), '5.24 MB');
    assert.equal(formatBytes(5e16, 'en'), '50,000 TB');
    assert.equal(spaces(formatBytes(5_242_880, 'de')), '5,24 MB');
  });

  it('gives the time since and the time until', () => {
    const now = Date.UTC(2025, 0, 1);
    assert.equal(formatRelativeTime(now - 1000, now, 'en'), 'now');
    assert.equal(formatRelativeTime(now - 59_999, now, 'en'), '59 seconds ago');
    assert.equal(formatRelativeTime(now - 5000, now, 'en'), '5 seconds ago');
    assert.equal(formatRelativeTime(now - 60_000, now, 'en'), '1 minute ago');
    assert.equal(formatRelativeTime(now - 86_400_000, now, 'en'), '1 day ago');
    assert.equal(formatRelativeTime(now + 2 * 86_400_000, now, 'en'), 'in 2 days');
    assert.equal(formatRelativeTime(Date.UTC(2023, 0, 1), now, 'en'), '2 years ago');
  });

  it('gives the exact time locally with its zone, and in UTC', () => {
    const exact = spaces(formatExactTime(Date.UTC(2025, 2, 4, 9, 15, 30, 123), 'Europe/Berlin', 'en'));
    assert.equal(exact, 'Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)');
    assert.match(spaces(formatClockTime(Date.UTC(2025, 2, 4, 9, 15), 'en')), /^\d+:\d5 [AP]M$/);
  });

  it('calls a day as a person does', () => {
    const daysAgo = (days: number) => localDay(new Date().setHours(-12 * days, 0, 0, 0));
    assert.equal(dayInWords(daysAgo(0)), 'Today');
    assert.equal(dayInWords(daysAgo(1)), 'Yesterday');
    assert.equal(dayInWords('2026-01-31'), 'Saturday, January 31, 2026');
    assert.match(dayInWords('12026-01-31'), /12026/);
  });

  it('writes durations so that no unit overflows', () => {
    const durations = [0, 999.6, 59_940, 59_960, 125_000, 3_599_600].map((ms) => formatDuration(ms, 'en'));
    assert.deepEqual(durations, ['0 ms', '1 sec', '59.9 sec', '1 min, 0 sec', '2 min, 5 sec', '1 hr, 0 min']);
  });
});

describe('Amounts of money', () => {
  const read: [locale: string, typed: string, text: string][] = [
    ['en', '.5', '0.5'],
    ['en', '007', '7'],
    ['en', '\u200e 5 ', '5'],
    ['de', '1.234', '1234'],
    ['de', '12,3', '12.3'],
    ['fr', '1 234,50', '1234.50'],
    ['fr', '1\u00a0234', '1234'],
    ['de-CH', "1'234.50", '1234.50'],
    ['ar-EG', '1234.5', '1234.5'],
    ['fr', '１\u3000２３４，５', '1234.5'],
    ['en', '9007199254740991', '9007199254740991'],
  ];
  for (const [locale, typed, text] of read) {
    it(`reads ${typed} in ${locale}`, () =>
      assert.deepEqual(parseAmount(typed, locale), { ok: true, amount: Number(text), text }));
  }

  const noAmount = /Enter an amount, e\.g\./;
  const refusedTexts: [locale: string, words: RegExp, ...typed: string[]][] = [
    ['en', /e\.g\. 12,345\.50/, '1.234,50'],
    ['en', noAmount, '1,23', '12,34.5', '1,234,56', '1,23,456', '1\u3000234', ',123', '1234,567', '1-2'],
    ['en-IN', noAmount, '1,234,567'],
    ['en', noAmount, '1e3', '0x10', '5.', '€5', '1.2.3', '1٢', 'Infinity'],
    ['de', /e\.g\. 12\.345,50/, '1.23'],
    ['de', noAmount, '1,234.50'],
    ['fr', noAmount, '1 234\u00a0567'],
    ['en', /Enter/, ''],
    ['en', /above 0/, '-5', '0.00'],
    ['en', /more digits/, '9007199254740993', '0.12345678901234567890', '9'.repeat(100)],
    ['en', /too long/, '9'.repeat(101)],
  ];
  for (const [locale, words, ...texts] of refusedTexts) {
    for (const typed of texts)
      it(`refuses ${JSON.stringify(typed.slice(0, 30))} in ${locale}`, () => {
        const result = parseAmount(typed, locale);
        assert.ok(!result.ok);
        assert.match(result.reason, words);
      });
  }

  it('reads back what each locale writes', () => {
    const locales = 'en de fr de-CH en-IN hi ar-EG fa pl es pt-PT ja sv bn he'.split(' ');
    const cents = fc.integer({ min: 1, max: 1e12 });
    fc.assert(
      fc.property(fc.constantFrom(...locales), cents, fc.boolean(), (locale, value, useGrouping) => {
        const amount = value / 100;
        const typed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping }).format(amount);
        const parsed = parseAmount(typed, locale);
        assert.ok(parsed.ok, `${typed} in ${locale}`);
        assert.equal(parsed.amount, amount);
        assert.equal(parsed.text, amount.toFixed(2));
      }),
    );
  });

  it('takes any text without throwing, and never gives an amount that is not as typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' \u202f-+e")) }), (typed) => {
        const parsed = parseAmount(typed, 'en');
        if (parsed.ok) assert.equal(parsed.amount, Number(typed.trim().replaceAll(',', '')));
      }),
    );
  });

  it('shows every digit of an amount, and currencies that are none', () => {
    assert.equal(formatMoney(1.5, 'eur', 'en'), '€1.50');
    assert.equal(formatMoney(0.001, 'EUR', 'en'), '€0.001');
    assert.equal(formatMoney(5, 'JPY', 'en'), '¥5');
    for (const none of ['E1', 'EURO', '1EUR']) assert.equal(formatMoney(5, none, 'en'), `5 ${none}`);
    assert.deepEqual(['JPY', 'KWD', 'EUR'].map(decimalsOf), [0, 3, 2]);
  });

  it('lists the ISO currencies by name', () => {
    const list = currencies('en');
    assert.equal(list.find(({ code }) => code === 'EUR')?.name, 'Euro');
    assert.ok(list.every(({ code }) => /^[A-Z]{3}$/.test(code)));
  });
});

describe('Purposes', () => {
  it('have titles and explanations, also unknown ones', () => {
    assert.equal(purposeTitle('payment_evidence'), 'Payment evidence');
    assert.equal(purposeTitle('business_entity_documents'), 'Business entity documents');
    assert.match(purposeExplanation('payment_evidence'), /invoices and receipts/);
    assert.match(purposeExplanation('business_entity_documents'), /registration documents/);
    assert.equal(purposeTitle('new_one'), 'new_one');
    assert.match(purposeExplanation('new_one'), /Unknown purpose/);
  });
});
