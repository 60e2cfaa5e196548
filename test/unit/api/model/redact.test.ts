import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRedactor } from '../../../../src/api';
import {
  MASK,
  type Redactor,
  hideLinkHeaders,
  hideLinkQueries,
  hideQuery,
} from '../../../../src/api/model/redact';

/** Ways in which a service or a stack may write a key. */
const ENCODINGS: Record<string, (key: string) => string> = {
  plain: (key) => key,
  percent: (key) => encodeURIComponent(key),
  'percent, all of it': (key) => Buffer.from(key).toString('hex').replace(/../g, '%$&'),
  'percent, upper case': (key) => Buffer.from(key).toString('hex').toUpperCase().replace(/../g, '%$&'),
  'percent, twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  form: (key) => new URLSearchParams([['k', key]]).toString().slice(2),
  json: (key) => JSON.stringify(key).slice(1, -1),
  'json in json': (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  'json, escaped': (key) =>
    key.replace(/[\s\S]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'json, slashes': (key) => JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  html: (key) => key.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
  'html, named': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  base64: (key) => Buffer.from(key).toString('base64'),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 of user and key': (key) => Buffer.from(`x:${key}`).toString('base64'),
  'base64 of key and more': (key) => Buffer.from(`k${key}: after`).toString('base64'),
  'base64, percent': (key) => encodeURIComponent(Buffer.from(`abc${key}`).toString('base64')),
};

/** Every byte of a key, written by a function. */
const bytewise = (write: (byte: number) => string) => (key: string) =>
  [...Buffer.from(key)].map(write).join('');
const digits = (value: number, base: number, length: number) => value.toString(base).padStart(length, '0');
Object.assign(ENCODINGS, {
  'quoted-printable': bytewise((byte) => `=${digits(byte, 16, 2).toUpperCase()}`),
  'quoted-printable where needed': (key: string) =>
    key.replace(/[^!-<>-~]/g, (c) => `=${digits(c.charCodeAt(0), 16, 2).toUpperCase()}`),
  'quoted-printable over lines': (key: string) =>
    key.replaceAll('=', '=3D').replace(/(?:=3D|[^=]){5}(?=.)/g, '$&=\r\n'),
  'quoted-printable over lines of JSON': (key: string) =>
    JSON.stringify(key.replaceAll('=', '=3D').replace(/[\w-]{3}(?=[\w-])/g, '$&=\n')).slice(1, -1),
  'escaped by hexadecimal': bytewise((byte) => `\\x${digits(byte, 16, 2)}`),
  'escaped by hexadecimal in JSON': bytewise((byte) => `\\\\x${digits(byte, 16, 2).toUpperCase()}`),
  'escaped by octal': bytewise((byte) => `\\${digits(byte, 8, 3)}`),
  'escaped by octal with a zero': bytewise((byte) => `\\0${digits(byte, 8, 3)}`),
  'escaped by code point': bytewise((byte) => `\\u{${digits(byte, 16, 1)}}`),
  'escaped by long code point': bytewise((byte) => `\\U${digits(byte, 16, 8)}`),
  'html, decimal': bytewise((byte) => `&#${byte};`),
  'html, hexadecimal': bytewise((byte) => `&#x${digits(byte, 16, 2)};`),
  'html, with zeros': bytewise((byte) => `&#000${byte};`),
  'html, without semicolons': bytewise((byte) => `&#${byte}`),
  'html, hexadecimal without semicolons': bytewise((byte) => `&#X${digits(byte, 16, 2)}`),
});

/** Texts of which none may be left: the key, and what only the key decides of how it is written. */
function traces(key: string, encoded: string): string[] {
  return [key, encoded.length > 12 ? encoded.slice(4, -4) : encoded];
}

/** Base64 of more than the key, broken over lines. */
const broken = (key: string, width: number, at: string) =>
  Buffer.from(`before:${key} and after it more`)
    .toString('base64')
    .replace(new RegExp(`.{${width}}`, 'g'), `$&${at}`);
Object.assign(ENCODINGS, {
  hex: (key: string) => Buffer.from(key).toString('hex'),
  'hex with spaces': (key: string) => Buffer.from(key).toString('hex').replace(/../g, '$& ').trimEnd(),
  'hex with colons': (key: string) => Buffer.from(key).toString('hex').replace(/../g, '$&:').slice(0, -1),
  'hex over lines': (key: string) => Buffer.from(key).toString('hex').replace(/.{8}/g, '$&\n').trimEnd(),
  'hex over lines of JSON': (key: string) =>
    Buffer.from(key)
      .toString('hex')
      .replace(/.{8}(?=.)/g, '$&\\r\\n'),
  'hex, upper case': (key: string) => Buffer.from(key).toString('hex').toUpperCase(),
});

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

  it('leaves no part of a key in base64, wherever it begins and however it is broken over lines', () => {
    const breaks = fc.constantFrom('\n', '\r\n', '\n ', '\\r\\n', '\\n');
    fc.assert(
      fc.property(keys, fc.nat(2), fc.integer({ min: 1, max: 76 }), breaks, (key, offset, width, at) => {
        const redacted = createRedactor([key]).text(broken('xy'.slice(0, offset) + key, width, at));
        assert.ok(redacted.includes(MASK), redacted);
        const rest = redacted.replaceAll(/\\[rn]|[\r\n ]/g, '').split(MASK);
        const decoded = rest.map((part) => Buffer.from(part, 'base64').toString('latin1')).join('\n');
        assert.ok(!decoded.includes(key.slice(0, 4)) && !decoded.includes(key.slice(-4)), decoded);
      }),
    );
  });

  it('takes a short key for a word, not for any part of one', () => {
    const redacted = createRedactor(['test']).text('the latest test, "test" and dGVzdA==');
    assert.equal(redacted, `the latest ${MASK}, "${MASK}" and dGVzdA==`);
  });

  it('finds a key whose first or last characters are also beside it', () => {
    const key = '{!ototy!!!!';
    const redacted = createRedactor([key]).text(`ototy\n${encodeURIComponent(key)}\nototy`);
    assert.equal(redacted, `ototy\n${MASK}\nototy`);
  });

  it('finds a key with spaces in a form as well', () => {
    const form = new URLSearchParams({ k: 'a key & its spaces' }).toString();
    assert.equal(createRedactor(['a key & its spaces']).text(form), `k=${MASK}`);
  });

  it('leaves other text as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.equal(createRedactor(['a-key-of-some-length']).text(text), text);
      }),
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
  }).timeout(20_000);

  it('knows several keys, also when one holds the other', () => {
    assert.equal(createRedactor(['key-one', 'key-one-long']).text('key-one-long key-one'), `${MASK} ${MASK}`);
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
  let redactor: Redactor;
  beforeEach(() => {
    redactor = createRedactor(['a-secret-key']);
  });

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
    it(`are hidden in ${given}`, () => {
      assert.equal(hideLinkQueries(given), expected);
    });
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
