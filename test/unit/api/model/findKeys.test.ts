import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteSearch } from '../../../../src/api/model/findKeyBytes';
import { keySearch, type Found } from '../../../../src/api/model/findKeys';

const KEY = 'secret-key';

/** A text with each place that was found in « ». */
function marked(text: string, found: readonly Found[]): string {
  const back = found.toSorted((a, b) => b.start - a.start);
  return back.reduce(
    (left, { start, end }) => `${left.slice(0, start)}«${left.slice(start, end)}»${left.slice(end)}`,
    text,
  );
}

const unmarked = (text: string) => text.replaceAll(/[«»]/g, '');

/** Cases with the keys that are looked for; what is to be found is in « ». */
const CASES: readonly (readonly [keys: readonly string[], ...texts: readonly string[]])[] = [
  [[KEY], '«secret-key»', '', 'a «secret-key»', '«secret-key»«secret-key»!', 'secret-ke', 'Secret-key', '%'],
  // A key of one character has no second one to look for.
  [['x'], 'a «x» b', '«x»', 'ax', 'xy', '«%78» b'],
  [['x', KEY], '«x» and «secret-key»'],
  [['absent-key', KEY], 'of two: «secret-key»', '«secret-key» %'],
  [['secret-key-2', KEY, 'secret-k'], '«secret-key-2» «secret-key» «secret-k»e', '%73 «secret-key-2»'],
  [
    [KEY],
    ...['%73', '%2573', '%252573', '%25252573', '%2525252573'].map((s, times) =>
      times < 4 ? `«${s}ecret-key»` : `${s}ecret-key`,
    ),
    '«%73%65cret%2Dkey» %7',
    '«%73ecret%2dkey»',
    '%2473ecret-key',
  ],
  [[KEY], '«=73ecret-key»', '«secr=\net-key»', '«secr=\r\net-key»', '«secr=\\r\\net-key»', '=\n«secret-key»'],
  [[KEY], '«secr=\\\\net-key»', '«secr=\\\\\\\\net-key»', 'secr=\\\\\\\\\\net-key', 'secr=et-key'],
  [[KEY], '«&#115;ecret-key»', '«&#x73;ecret-key»', '«&#X73;ecret-key»', '«&#0115ecret-key»'],
  [[KEY], '&#x73ecret-key', 'secr\net-key'],
  [[KEY], '«secret&#x2Dkey»', '&#1150;ecret-key', '&#;ecret-key', '&amp;«secret-key»', 'secret&minus;key'],
  [['a<b>c&d"e\'f'], '«a&lt;b&gt;c&amp;d&quot;e&apos;f»', '«a<b>c&d"e\'f» &', 'a&lt b>c&d"e\'f'],
  [[KEY], '«\\u0073ecret-key»', '«\\\\u0073ecret-key»', '«\\\\\\\\u0073ecret-key»'],
  [[KEY], '\\«\\\\\\\\u0073ecret-key»'],
  [[KEY], '«\\u{73}ecret-key»', '«\\u{000073}ecret-key»', '\\u{73ecret-key', '\\u{0000073}ecret-key'],
  [[KEY], '«\\x73ecret-key»', '«\\163ecret-key»', '«\\00163ecret-key»', '\\x7ecret-key', '\\193ecret-key'],
  [[KEY], '«\\U00000073ecret-key»', '\\q73ecret-key', '\\«secret-key»'],
  [
    ['ab"cd/efgh'],
    '«ab\\"cd\\/efgh»',
    '«ab\\\\"cd\\\\/efgh»',
    '«ab\\%22cd\\%2Fefgh»',
    '«ab%5C%22cd%5C%2Fefgh»',
    '«ab%5C%5C%22cd/efgh»',
    'ab\\%23cd/efgh',
  ],
  [[KEY], 'secret\\%2dkey', '«secret%5Cu002Dkey»', '«secret%255Cu002Dkey»', 'secret%5Du002Dkey'],
  [
    ['back\\slash'],
    ...['\\', '\\\\', '\\\\\\', '\\\\\\\\', '\\'.repeat(5), '\\'.repeat(8), '\\'.repeat(9)].map((s) =>
      [3, 5, 9].includes(s.length) ? `back${s}slash` : `«back${s}slash»`,
    ),
  ],
  [['ends-in-\\'], '«ends-in-\\»', '«ends-in-\\\\»', '«ends-in-\\\\\\\\» '],
  // What only looks like a way to write a character.
  [[KEY], '\\73ecret-key', '\\x5Cu0073ecret-key', '\\u{73-ecret-key', '%u{73}ecret-key', '&#%73;ecret-key'],
  [[KEY], '«\\u73ecret-key»', '«\\u0073ecret-key»', '\\u00073ecret-key'],
  [['my secret key'], '«my+secret+key»', '«my secret key» +', '«my%20secret key»', 'my-secret-key %'],
  [[' spaced key'], '«+spaced+key»', '«%20spaced key»'],
  [['+plus+key+'], '«+plus+key+»', '«%2Bplus+key%2B»'],
  [['a~b~c~d~e'], '«a&#126;b~c~d~e»', '«a%7Eb~c~d~e»', 'a&#127;b~c~d~e', 'a\\x7Fb~c~d~e'],
  [['a b c d e'], '«a&#32;b c d e»', 'a&#31;b c d e', '«a%20b c d e»', 'a%1Fb c d e'],
  [['short'], 'a «short» one', '«short»', '(«short»)', 'shorty', 'xshort', '0short', 'short9', '«short»ü'],
  [['sevenxx'], 'sevenxxx'],
  [['eightxxx'], '1«eightxxx»1'],
];

describe('the search for keys in text', () => {
  for (const [keys, ...texts] of CASES)
    it(`finds ${keys.join(' and ')} in ${texts[0] ?? ''}, and so on`, () => {
      const search = keySearch(keys);
      for (const text of texts) assert.equal(marked(unmarked(text), search(unmarked(text))), text);
    });
});

describe('the search for the bytes of keys', () => {
  const [hexSearch, base64Search] = byteSearch([KEY]);
  const found = (text: string) =>
    marked(text, [...(hexSearch?.(text) ?? []), ...(base64Search?.(text) ?? [])]);
  const hex = Buffer.from(KEY).toString('hex');

  it('finds hexadecimal in both cases, with colons, and over lines', () => {
    const pairs = hex.match(/../g) ?? [];
    const spread = [':', '\n  ', '\\r\\n'].map((gap) => pairs.join(gap));
    for (const form of [hex, hex.toUpperCase(), pairs.join('-').toUpperCase(), ...spread]) {
      assert.equal(found(`<${form}>`), `<«${form}»>`);
      assert.equal(found(`00:${form}\n0 ${form}`), `00:«${form}»\n0 «${form}»`);
      // A letter that has two in lower case, and digits that belong to no key.
      assert.equal(found(`\u0130${form}DEF`), `\u0130«${form}»DEF`);
    }
    assert.equal(found(pairs.join('.')), pairs.join('.'));
    assert.equal(found(hex.slice(0, -1)), hex.slice(0, -1));
  });

  it('finds nothing of a key that is short', () => {
    for (const search of byteSearch(['seven77'])) {
      assert.deepEqual(search(Buffer.from('seven77').toString('hex')), []);
      assert.deepEqual(search(Buffer.from('seven77').toString('base64')), []);
    }
  });

  it('finds base64 wherever the key begins, with each digit that holds a part of it, also over lines', () => {
    const bytes = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 16,
    });
    const side = fc.string({ unit: fc.constantFrom('a', 'Z', '?', '>', '~'), maxLength: 5 });
    const breaks = fc.constantFrom('', '\n', '\r\n  ', '\\n', '\\\\r\\\\n', '\t');
    const written = fc.constantFrom<BufferEncoding>('base64', 'base64url');
    fc.assert(
      fc.property(bytes, side, side, breaks, written, fc.nat(30), (key, before, behind, gap, how, at) => {
        const digits = Buffer.from(before + key + behind).toString(how);
        const from = Math.floor((before.length * 8) / 6);
        const to = Math.ceil(((before.length + key.length) * 8) / 6);
        // A break that is not within the key: one within it is part of what is found.
        const cut = Math.min(at, digits.length);
        const text = `${digits.slice(0, cut)}${gap}${digits.slice(cut)}`;
        const place = (index: number) => index + (index >= cut ? gap.length : 0);
        const spots = byteSearch([key]).flatMap((search) => search(text));
        assert.equal(marked(text, spots), marked(text, [{ start: place(from), end: place(to - 1) + 1 }]));
      }),
      { numRuns: 300 },
    );
  });

  it('finds base64 that is percent-encoded, with all of its last digit, and each of several', () => {
    for (const [key, written] of [
      ['a?>~key?>~', /[+/]/],
      ['a-secret?', /\/$/],
    ] as const) {
      const [, search] = byteSearch([key]);
      const digits = Buffer.from(key).toString('base64').replace(/=*$/, '');
      assert.match(digits, written);
      for (const form of [digits, encodeURIComponent(digits)])
        assert.equal(marked(`${form} ${form}x`, search?.(`${form} ${form}x`) ?? []), `«${form}» «${form}»x`);
    }
  });

  it('compares each digit of base64 that the key alone decides', () => {
    // Each way begins with another digit, and one of them with one that may be the end of an escaped break.
    for (const key of ['secret-key', 'a-key-of-its-own', '+key+key+key', 'kjihgfedc']) {
      const [, search] = byteSearch([key]);
      for (const before of ['', 'x', 'xy']) {
        const whole = Buffer.from(before + key).toString('base64');
        const digits = whole.replace(/=+$/, '');
        const first = Math.ceil((before.length * 8) / 6);
        const own = digits.slice(first, Math.floor(((before.length + key.length) * 8) / 6));
        assert.equal(marked(own, search?.(own) ?? []), `«${own}»`);
        assert.equal(marked(`.${own}.`, search?.(`.${own}.`) ?? []), `.«${own}».`);
        for (const at of /^[rnt]/.test(own) ? [1, 2] : [0, 1, own.length - 1]) {
          const other = `${own.slice(0, at)}${own[at] === 'A' ? 'B' : 'A'}${own.slice(at + 1)}`;
          assert.deepEqual(search?.(other), [], `${key} ${other}`);
        }
      }
    }
  });

  it('finds several keys in the order of the text', () => {
    const [one, two] = ['first-key', 'second-key'].map((key) => Buffer.from(key).toString('hex'));
    const [search] = byteSearch(['first-key', 'second-key']);
    const text = `${two}\n${one?.toUpperCase()} ${two}`;
    assert.equal(marked(text, search?.(text) ?? []), `«${two}»\n«${one?.toUpperCase()}» «${two}»`);
  });

  it('finds keys that overlap as one', () => {
    const [, search] = byteSearch(['abcdefgh', 'efghijkl']);
    const digits = Buffer.from('abcdefghijkl').toString('base64');
    assert.equal(marked(digits, search?.(digits) ?? []), `«${digits}»`);
  });
});
