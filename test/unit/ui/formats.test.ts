import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isolate, plainText, truncateMiddle } from '../../../src/util/plainText';
import { localDay } from '../../../src/storage/types/days';
import { dayInWords } from '../../../src/ui/formats/days';
import { purposeExplanation, purposeTitle } from '../../../src/ui/formats/purposes';
import {
  formatBytes,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
} from '../../../src/ui/formats/formats';
import { currencies, formatMoney, parseAmount } from '../../../src/ui/formats/amounts';

const spaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('Sizes, times and durations', () => {
  it('writes sizes in the unit that fits, and never 1,000 of one', () => {
    assert.equal(formatBytes(0, 'en'), '0 bytes');
    assert.equal(formatBytes(999, 'en'), '999 bytes');
    assert.equal(formatBytes(999_999, 'en'), '1 MB');
    assert.equal(formatBytes(5_242_880, 'en'), '5.24 MB');
    assert.equal(spaces(formatBytes(5_242_880, 'de')), '5,24 MB');
  });

  it('gives the time since and the time until', () => {
    const now = Date.UTC(2025, 0, 1);
    assert.equal(formatRelativeTime(now - 1000, now, 'en'), 'now');
    assert.equal(formatRelativeTime(now - 59_999, now, 'en'), '59 seconds ago');
    assert.equal(formatRelativeTime(now - 3 * 60_000, now, 'en'), '3 minutes ago');
    assert.equal(formatRelativeTime(now + 2 * 86_400_000, now, 'en'), 'in 2 days');
    assert.equal(formatRelativeTime(Date.UTC(2023, 0, 1), now, 'en'), '2 years ago');
  });

  it('gives the exact time locally with its zone, and in UTC', () => {
    const exact = spaces(formatExactTime(Date.UTC(2025, 2, 4, 9, 15, 30, 123), 'Europe/Berlin', 'en'));
    assert.equal(exact, 'Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)');
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
    ['en', '1,234.50', '1234.50'],
    ['en', '0.1', '0.1'],
    ['en', '.5', '0.5'],
    ['en', '007', '7'],
    ['de', '1.234,50', '1234.50'],
    ['de', '1.234', '1234'],
    ['de', '12,3', '12.3'],
    ['fr', '1 234,50', '1234.50'],
    ['fr', '1\u202f234,50', '1234.50'],
    ['fr', '1\u00a0234', '1234'],
    ['de-CH', "1'234.50", '1234.50'],
    ['de-CH', '1’234.50', '1234.50'],
    ['en-IN', '12,34,567.8', '1234567.8'],
    ['ar-EG', '١٬٢٣٤٫٥٠', '1234.50'],
    ['ar-EG', '1234.5', '1234.5'],
    ['fa', '۱۲۳', '123'],
    ['en', '9007199254740991', '9007199254740991'],
    ['en', '1234567890.12', '1234567890.12'],
  ];
  for (const [locale, typed, text] of read) {
    it(`reads ${typed} in ${locale}`, () => {
      assert.deepEqual(parseAmount(typed, locale), { ok: true, amount: Number(text), text });
    });
  }

  const refusedTexts: [locale: string, typed: string, words: RegExp][] = [
    ['en', '1.234,50', /e\.g\. 12,345\.50/],
    ['en', '1,23', /Enter an amount, e\.g\./],
    ['en', '12,34.5', /Enter an amount, e\.g\./],
    ['en', '1,234,56', /Enter an amount, e\.g\./],
    ['en', ',123', /Enter an amount, e\.g\./],
    ['en', '1234,567', /Enter an amount, e\.g\./],
    ['de', '1.23', /e\.g\. 12\.345,50/],
    ['de', '1,234.50', /Enter an amount, e\.g\./],
    ['fr', '1 234\u00a0567', /Enter an amount, e\.g\./],
    ['en', '1e3', /Enter an amount, e\.g\./],
    ['en', '0x10', /Enter an amount, e\.g\./],
    ['en', '5.', /Enter an amount, e\.g\./],
    ['en', '€5', /Enter an amount, e\.g\./],
    ['en', '1.2.3', /Enter an amount, e\.g\./],
    ['en', '1٢', /Enter an amount, e\.g\./],
    ['en', 'Infinity', /Enter an amount, e\.g\./],
    ['en', '', /Enter/],
    ['en', '-5', /above 0/],
    ['en', '0.00', /above 0/],
    ['en', '9007199254740993', /more digits/],
    ['en', '0.12345678901234567890', /more digits/],
    ['en', '9'.repeat(101), /too long/],
  ];
  for (const [locale, typed, words] of refusedTexts) {
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
    assert.equal(formatMoney(5, 'E1', 'en'), '5 E1');
  });

  it('lists the ISO currencies by name', () => {
    const list = currencies('en');
    assert.equal(list.find(({ code }) => code === 'EUR')?.name, 'Euro');
    assert.ok(list.every(({ code }) => /^[A-Z]{3}$/.test(code)));
  });
});

describe('Text from elsewhere', () => {
  it('loses what could disturb or deceive', () => {
    assert.equal(plainText('a\u001b[31mb\u001b]8;;http://x\u0007c\u001b]0;t\u001b\\d\u009b1me'), 'abcde');
    assert.equal(plainText('fdp\u202egnp.\u2066x\u2069\u200f'), 'fdpgnp.x');
    assert.equal(plainText(' a\r\n\tb\u2028c\u0000 '), 'a b c');
    assert.equal(plainText('a \u0007 b'), 'a b');
    assert.equal(plainText('\ud800x'), '\ufffdx');
    assert.equal(plainText('👩‍👩‍👧 שלום'), '👩‍👩‍👧 שלום');
  });

  it('never holds a control character, is never too long, and cleaning twice changes nothing', () => {
    const parts = Array.from('a \u001b[]m;\u0007\u009b\u202e\n\ud800é');
    const text = fc.string({ unit: fc.constantFrom(...parts, '👩‍👧') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (input, max) => {
        const clean = plainText(input, max);
        assert.doesNotMatch(clean, /[\p{Cc}\u202e]/u);
        assert.ok(Array.from(new Intl.Segmenter().segment(clean)).length <= max);
        assert.equal(plainText(clean, max), clean);
      }),
    );
  });

  it('is isolated so that it cannot end its own isolation', () => {
    assert.equal(isolate('a\u2069\u202eb'), '\u2068ab\u2069');
  });

  it('is shortened between whole characters, in the middle', () => {
    assert.equal(truncateMiddle('invoice-2025-final.pdf', 11), 'invoi…l.pdf');
    assert.equal(truncateMiddle('short.pdf', 9), 'short.pdf');
    assert.equal(truncateMiddle('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…');
  });

  it('names purposes, also unknown ones', () => {
    assert.equal(purposeTitle('payment_evidence'), 'Payment evidence');
    assert.match(purposeExplanation('business_entity_documents'), /registration documents/);
    assert.equal(purposeTitle('new_one'), 'new_one');
    assert.match(purposeExplanation('new_one'), /Unknown purpose/);
  });
});
