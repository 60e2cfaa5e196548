import assert from 'node:assert/strict';
import { hasFormat } from '../../../../src/descriptions/check/formats';
import { parseExactly } from '../../../../src/util/exactJson';

/** For each format, texts that have it, and texts that do not. */
const TEXTS: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  date: [
    ['2026-01-31', '2024-02-29', '2000-02-29', '2026-02-28', '2026-12-01', '2026-04-30', '0004-02-29'],
    [
      ...[
        '',
        '2026-1-31',
        '2026-01-32',
        '2026-00-10',
        '2026-13-10',
        '2026-04-31',
        '2026-01-00',
        '2026-06-31',
      ],
      ...['2026-02-29', '2100-02-29', '2024-02-30', 'x2026-01-31', '2026-01-31x', '2026/01/31'],
    ],
  ],
  'date-time': [
    [
      ...['2026-01-31T00:00:00Z', '2026-01-31t23:59:60z', '2026-01-31 10:20:30.123+05:30'],
      ...['2024-02-29T09:08:07-23:59', '2026-01-31T19:00:00Z'],
      ...['2016-12-31T15:59:60-08:00', '2017-01-01T00:59:60.5+01:00', '2017-01-01T23:58:60+23:59'],
    ],
    [
      ...['', '2026-01-31', '2026-02-29T00:00:00Z', '2026-01-31X00:00:00Z', '2026-01-31T24:00:00Z'],
      ...['2026-01-31T00:60:00Z', '2026-01-31T00:00:61Z', '2026-01-31T00:00:00', '2026-01-31T00:00:00+24:00'],
      ...[
        '2026-01-31T00:00:00.Z',
        '2026-01-31TT0:00:00Z',
        '2026-01-31T00:00:00Zx',
        '2026-01-31T00:00:00+05:60',
        ...['2016-12-31T23:58:60Z', '2016-12-31T22:59:60Z', '2016-12-31T15:59:60+08:00'],
      ],
    ],
  ],
  uuid: [
    ['01a2f4c0-0000-7abc-8def-0123456789ab', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
    [
      ...['', '01a2f4c0-0000-7abc-8def-0123456789a', 'x01a2f4c0-0000-7abc-8def-0123456789ab'],
      ...['01a2f4c0-0000-7abc-8def-0123456789abc', '01a2f4c000007abc8def0123456789ab'],
    ],
  ],
  email: [
    [
      'a@b',
      'a.b+c@d-e.example',
      '"a b@c"@example.test',
      '""@x',
      'ä@müller.example',
      'a@1.2',
      'a@x9',
      'a@b--c',
      ...['joe.bloggs@[127.0.0.1]', 'a@[IPv6:::1]', 'a@[ipv6:2001:db8::1]'],
    ],
    [
      ...['', 'a', '@b', 'a@', 'a@b.', 'a@.b', 'a@-b', 'a@b-', 'a@b c', 'a b@c', '.a@b', 'a.@b', 'a..b@c'],
      ...['"a"b"@c', 'x"a"@c', '"a"x@c', 'a@b..c', 'a(b)@c', 'a@b@c', 'a@b_c', 'x@b!'],
      ...['a@[1.2.3]', '@[1.2.3.4]', 'a@1.2.3.4]', 'a@[1.2.3.4', 'a@[1.2.3.4].b', 'a@[]', 'a@[b]'],
      ...['a@[::1]', 'a@[IPv6:1.2.3.4]', 'a@b[1.2.3.4]', 'a@[IPv6:fe80::1%eth0]'],
    ],
  ],
  uri: [
    [
      'https://a.example/b?c#d',
      'urn:x',
      'a1+.-:',
      'HTTP://x/%2f%Ab',
      'x:y:z',
      "a://[::1]:1/b~c_d!$&'()*+,;=@?[]Zz",
      ...['a://b:c@[::1]?d#', 'a://b@c:80', 'a:///b', 'a:?b/?#c/?', 'a://'],
    ],
    [
      ...['', 'a', '/a', '1a:b', ' https://a', 'https://a b', 'https://a<b', 'a:%', 'a:%2', 'a:%2g', 'a:%g2'],
      ...['a:b"c', 'a:b{', 'a:b|', 'a:\\', 'a:`', 'a:^', ':a', 'ä:b'],
      ...['https://müller.example/', 'https://a.example/foobar®.txt', 'a:\u0001', 'a:\x7f', 'a:b>'],
      ...['a:b#c#d', 'a://[@b/', 'a://[::1', 'a://b[::1]/', 'a://[::1]b', 'a://[b.c]:d'],
    ],
  ],
  ipv4: [
    ['1.2.3.4', '255.255.255.255'],
    ['', '1.2.3', '1.2.3.256', '::1', '1.2.3.4 '],
  ],
  ipv6: [
    ['::1', '2001:db8::ff', '::ffff:1.2.3.4'],
    ['', '1.2.3.4', 'fe80::1%eth0', '::1::', 'g::1'],
  ],
};

describe('the format of a value', () => {
  for (const [format, [good, bad]] of Object.entries(TEXTS))
    it(`${format} is checked for texts alone`, () => {
      assert.deepEqual(
        good.filter((text) => !hasFormat(format, text)),
        [],
      );
      assert.deepEqual(
        bad.filter((text) => hasFormat(format, text)),
        [],
      );
      for (const other of [5, null, true, [], {}]) assert.equal(hasFormat(format, other), true);
    });

  it('int32 and int64 are whole numbers in a range, to the last digit', () => {
    const fits = (format: string, number: string) => hasFormat(format, parseExactly(number));
    for (const [format, lowest, highest, below, above] of [
      ['int32', '-2147483648', '2147483647', '-2147483649', '2147483648'],
      ['int64', '-9223372036854775808', '9223372036854775807', '-9223372036854775809', '9223372036854775808'],
    ] as const) {
      for (const number of [lowest, highest, '0', '1.0', '5e2'])
        assert.equal(fits(format, number), true, number);
      for (const number of [below, above, '0.5', '5e-1']) assert.equal(fits(format, number), false, number);
      for (const other of ['5', '99999999999999999999', null, true, [2 ** 40], {}])
        assert.equal(hasFormat(format, other), true);
    }
    assert.deepEqual([hasFormat('int32', 2 ** 31 - 1), hasFormat('int32', 2 ** 31)], [true, false]);
    assert.equal(hasFormat('int32', Number.NaN), true);
  });

  it('says nothing where it is not known', () => {
    for (const format of ['', 'color', 'toString', '__proto__', 'Date'])
      for (const value of ['x', '', 5, 2 ** 70, null]) assert.equal(hasFormat(format, value), true, format);
  });
});
