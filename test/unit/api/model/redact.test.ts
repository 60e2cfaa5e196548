import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRedactor } from '../../../../src/api';
import { MASK, hideLinkHeaders, hideLinkQueries, hideQuery } from '../../../../src/api/model/redact';

const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** Every byte of a key, in so many digits of that base at least. */
const bytewise =
  (write: (digits: string) => string, base = 16, length = 2) =>
  (key: string) =>
    Array.from(Buffer.from(key), (byte) => write(byte.toString(base).padStart(length, '0'))).join('');

/** Ways in which a service or a stack may write a key. */
const ENCODINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  percent: encodeURIComponent,
  'percent, all of it': bytewise((digits) => `%${digits}`),
  'percent, upper case': bytewise((digits) => `%${digits.toUpperCase()}`),
  'percent, twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  form: (key) => new URLSearchParams([['k', key]]).toString().slice(2),
  json: inJson,
  'json in json': (key) => inJson(inJson(key)),
  'json, escaped': bytewise((digits) => `\\u${digits}`, 16, 4),
  'json, slashes': (key) => inJson(key).replaceAll('/', '\\/'),
  'html, named': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  'html, decimal': bytewise((digits) => `&#${digits};`, 10),
  'html, hexadecimal': bytewise((digits) => `&#x${digits};`),
  'html, with zeros': bytewise((digits) => `&#000${digits};`, 10),
  'html, without semicolons': bytewise((digits) => `&#${digits}`, 10),
  'html, hexadecimal without semicolons': bytewise((digits) => `&#X${digits}`),
  'quoted-printable': bytewise((digits) => `=${digits.toUpperCase()}`),
  'quoted-printable where needed': (key) =>
    key.replace(
      /[^!-<>-~]/g,
      bytewise((digits) => `=${digits.toUpperCase()}`),
    ),
  'quoted-printable over lines': (key) =>
    key.replaceAll('=', '=3D').replace(/(?:=3D|[^=]){5}(?=.)/g, '$&=\r\n'),
  'quoted-printable over lines of JSON': (key) =>
    inJson(key.replaceAll('=', '=3D').replace(/[\w-]{3}(?=[\w-])/g, '$&=\n')),
  'escaped by hexadecimal': bytewise((digits) => `\\x${digits}`),
  'escaped by hexadecimal in JSON': bytewise((digits) => `\\\\x${digits.toUpperCase()}`),
  'escaped by octal': bytewise((digits) => `\\${digits}`, 8, 3),
  'escaped by octal with a zero': bytewise((digits) => `\\0${digits}`, 8, 3),
  'escaped by code point': bytewise((digits) => `\\u{${digits}}`, 16, 1),
  'escaped by long code point': bytewise((digits) => `\\U${digits}`, 16, 8),
  base64,
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 of user and key': (key) => base64(`x:${key}`),
  'base64 of key and more': (key) => base64(`k${key}: after`),
  'base64 over lines': (key) => base64(`ab${key}`).replace(/.{5}(?=.)/g, '$&\r\n '),
  'base64, percent': (key) => encodeURIComponent(base64(`abc${key}`)),
  hex,
  'hex, upper case': (key) => hex(key).toUpperCase(),
  'hex with spaces': (key) => hex(key).replace(/..(?=.)/g, '$& '),
  'hex with colons': (key) => hex(key).replace(/..(?=.)/g, '$&:'),
  'hex over lines': (key) => hex(key).replace(/.{8}(?=.)/g, '$&\n'),
  'hex over lines of JSON': (key) => hex(key).replace(/.{8}(?=.)/g, '$&\\r\\n'),
};

/** Texts of which none may be left: the key, and what only the key decides of how it is written. */
function traces(key: string, encoded: string): string[] {
  return [key, encoded.length > 12 ? encoded.slice(4, -4) : encoded];
}

const keys = fc.stringMatching(/^[\x21-\x7e]{8,40}$/);

describe('Redaction of text', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    it(`finds a key written as ${name}`, () => {
      fc.assert(
        fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
          const encoded = encode(key);
          const secret = traces(key, encoded);
          // Text beside the key that equals a part of it by chance does not count.
          fc.pre(!secret.some((trace) => before.includes(trace) || after.includes(trace)));
          const redacted = createRedactor([key]).text(`${before}\n${encoded}\n${after}`);
          assert.ok(redacted.includes(MASK));
          assert.ok(!secret.some((trace) => redacted.includes(trace)), redacted);
        }),
      );
    });
  }

  it('finds a key whose first or last characters are also beside it', () => {
    const key = '{!ototy!!!!';
    const redacted = createRedactor([key]).text(`ototy\n${encodeURIComponent(key)}\nototy`);
    assert.equal(redacted, `ototy\n${MASK}\nototy`);
  });

  it('leaves other text as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        assert.equal(createRedactor(['a-key-of-some-length']).text(text), text),
      ),
    );
    assert.equal(createRedactor([]).text('text'), 'text');
    assert.equal(createRedactor(['']).text('text'), 'text');
    assert.equal(createRedactor(['', 'a-secret-key']).text('- a b'), '- a b');
  });

  it('finds a key of 4,096 characters in every form, and leaves no pattern of it in an error', () => {
    // Of letters and digits that repeat nowhere.
    const key = Array.from({ length: 1024 }, (_, index) => index.toString(36).padStart(4, 'x')).join('');
    const redactor = createRedactor([key]);
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      const redacted = redactor.text(`a ${encode(key)} b`);
      // Base64 keeps the digits beside it.
      assert.ok(redacted.includes(MASK) && redacted.length < 50, name);
    }
  });

  it('finds keys with many backslashes in text of many backslashes', () => {
    const keys = ['\\'.repeat(5) + 'x', '\\a'.repeat(10) + 'x', '\\"'.repeat(10) + 'x'];
    const redactor = createRedactor(keys);
    for (const key of keys) {
      const near = key.slice(0, -1).repeat(20);
      assert.equal(redactor.text(near), near);
      for (const encode of ['json', 'json in json', 'percent, twice', 'escaped by octal']) {
        assert.equal(redactor.text(ENCODINGS[encode]?.(key) ?? ''), MASK, encode);
      }
    }
  });
});

describe('Redaction of JSON', () => {
  it('finds the key in values and in names, and keeps the rest, at any depth', () => {
    fc.assert(
      fc.property(keys, fc.jsonValue(), (key, rest) => {
        const redacted = createRedactor([key]).json({ a: [{ [`x${key}`]: `y${key}z` }], rest });
        const clean = JSON.stringify({ a: [{ [`x${MASK}`]: `y${MASK}z` }], rest });
        if (!clean.includes(key)) assert.equal(JSON.stringify(redacted), clean);
      }),
    );
  });

  it('gives a value without a key back as it is, and one with a key as a copy', () => {
    const redactor = createRedactor(['a-secret-key', '']);
    for (const value of [{ a: [{}], b: 'c' }, [['x']], 'text', 1, null])
      assert.equal(redactor.json(value), value);
    const named = { 'a-secret-key': [1] };
    assert.deepEqual(redactor.json(named), { [MASK]: [1] });
    assert.deepEqual(named, { 'a-secret-key': [1] });
    const list = redactor.json(['a-secret-key', { a: 1 }]);
    assert.ok(Array.isArray(list));
    assert.deepEqual(list, [MASK, { a: 1 }]);
    const odd: object = Object.fromEntries([['__proto__', 'a-secret-key']]);
    assert.deepEqual(Object.getOwnPropertyDescriptor(redactor.json(odd), '__proto__'), {
      ...{ value: MASK, enumerable: true, writable: true, configurable: true },
    });
  });

  it('takes __proto__ as data and does not mind depth', () => {
    const redactor = createRedactor(['a-secret-key']);
    const odd: unknown = JSON.parse('{"__proto__":{"x":"a-secret-key"}}');
    assert.equal(JSON.stringify(redactor.json(odd)), `{"__proto__":{"x":"${MASK}"}}`);
    let deep: unknown = 'a-secret-key';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    let found = redactor.json(deep);
    while (Array.isArray(found)) found = found[0];
    assert.equal(found, MASK);
  });
});

describe('Redaction of headers and addresses', () => {
  const redactor = createRedactor(['a-secret-key']);

  it('hides credentials, cookies and the queries of links whatever they hold', () => {
    const cases: [name: string, value: string, shown: string, shownName?: string][] = [
      ['Authorization', 'ApiKey another', `ApiKey ${MASK}`],
      ['authorization', 'Basic eDp5', MASK],
      ['Proxy-Authorization', 'Basic eDp5', MASK],
      ['Set-Cookie', 'a=b', MASK],
      ['cookie', 'a=b', MASK],
      ['X-Api-Key', 'another', MASK],
      ['api-key', 'another', MASK],
      ['Location', 'https://files.example/x?signature=abc#y', 'https://files.example/x?signature=abc#y'],
      ['x-echo', 'it was a-secret-key', `it was ${MASK}`],
      ['x-a-secret-key', '1', '1', `x-${MASK}`],
      ['accept', '*/*', '*/*'],
      ['Authorization', 'Basic ApiKey x', MASK],
      ['X-Authorization', 'b', 'b'],
      ['Authorization-X', 'c', 'c'],
    ];
    const redacted = redactor.headers(cases.map(([name, value]) => [name, value]));
    const expected = cases.map(([name, , shown, shownName = name]) => [shownName, shown]);
    assert.deepEqual(redacted, expected);
    const link = 'https://h/x?signature=abc#y';
    const links = hideLinkHeaders(Object.entries({ Location: link, x: link }));
    assert.deepEqual(links, Object.entries({ Location: 'https://h/x?…#y', x: link }));
  });

  it('takes keys and user info out of addresses, and queries where asked', () => {
    const shown = redactor.url('https://u:p@h.example/a?k=a-secret-key&l=1');
    assert.equal(shown, `https://h.example/a?k=${MASK}&l=1`);
    assert.equal(redactor.url('https://h.example/@x'), 'https://h.example/@x');
    assert.equal(redactor.url('H2+x.y-z://u@p@h/a@b'), 'H2+x.y-z://h/a@b');
    for (const text of ['see https://u@h', '2h://u@h', 'h?://u@h']) assert.equal(redactor.url(text), text);
    assert.equal(hideQuery('https://h.example/a?b#c'), 'https://h.example/a?…#c');
  });
});

describe('Queries of links in JSON text', () => {
  const cases: [string, string][] = [
    ['{"url":"https://h/a?sig=1"}', '{"url":"https://h/a?…"}'],
    ['{"url" : "https:\\/\\/h\\/a?sig=\\"1&b","c":"?d"}', '{"url" : "https:\\/\\/h\\/a?…","c":"?d"}'],
    ['{"url":"https://h/a\\u003Fsig=1"}', '{"url":"https://h/a?…"}'],
    ['{"\\u0075rl":"https://h/a?sig=1"}', '{"\\u0075rl":"https://h/a?…"}'],
    ['{"\\u0075\\u0072\\u006C" :"https://h/a?sig=1"}', '{"\\u0075\\u0072\\u006C" :"https://h/a?…"}'],
    ['{"url":"https://h/a"}', '{"url":"https://h/a"}'],
    ['{"url":"https://h/a?cut', '{"url":"https://h/a?…'],
    ['{"note":"a?b"}', '{"note":"a?b"}'],
    ['{"url":"https:\\/\\/h","note":"\\u003f"}', '{"url":"https:\\/\\/h","note":"\\u003f"}'],
  ];
  for (const [given, expected] of cases) {
    it(`are hidden in ${given}`, () => assert.equal(hideLinkQueries(given), expected));
  }

  it('are hidden however the link is written, and the rest of the JSON stays', () => {
    const secrets = fc.stringMatching(/^[\w%&=+/"\\]{6,30}$/);
    fc.assert(
      fc.property(fc.string(), secrets, fc.jsonValue(), (path, secret, rest) => {
        fc.pre(!path.includes('?'));
        const text = JSON.stringify({ contentLink: { url: `https://h/${path}?${secret}` } });
        const hidden = hideLinkQueries(text);
        assert.deepEqual(JSON.parse(hidden), { contentLink: { url: `https://h/${path}?…` } });
        const other = JSON.stringify({ rest: JSON.stringify(rest).replaceAll('url', '') });
        assert.equal(hideLinkQueries(other), other);
      }),
    );
  });
});
