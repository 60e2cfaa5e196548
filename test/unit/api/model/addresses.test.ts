import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isMeantLocally } from '../../../../src/api/model/addresses';
import { PreflightError, checkAddress, checkRequestPath, fileIdSegment } from '../../../../src/api';
import { anyText, anyUrl } from '../../../support/properties';

describe('A host', () => {
  it('is meant to be this machine by its name, also where a name server may say otherwise', () => {
    const isMeant = (...hosts: string[]) => hosts.map(isMeantLocally);
    assert.deepEqual(isMeant('localhost', '127.0.0.1', '[::1]', 'a.localhost'), [true, true, true, true]);
    assert.deepEqual(isMeant('localhost.example', 'alocalhost'), [false, false]);
  });
});

describe('An address of an environment', () => {
  const accepted: [string, string][] = [
    ['https://api.example', 'https://api.example/v1'],
    ['  https://api.example/  ', 'https://api.example/v1'],
    ['https://api.example/v1/', 'https://api.example/v1'],
    ['https://api.example/v1/v1//', 'https://api.example/v1'],
    ['https://api.example/eu/v1', 'https://api.example/eu/v1'],
    ['https://api.example//a///b/', 'https://api.example/a/b/v1'],
    ['http://127.10.200.255', 'http://127.10.200.255/v1'],
    ['HTTPS://API.Example:443/', 'https://api.example/v1'],
    ['http://localhost:3000', 'http://localhost:3000/v1'],
    ['https://api.localhost', 'https://api.localhost/v1'],
    ['http://[::1]:80/', 'http://[::1]/v1'],
  ];
  for (const [text, apiUrl] of accepted) {
    it(`is taken as ${JSON.stringify(text)}`, () => {
      const { origin } = new URL(apiUrl);
      assert.deepEqual(checkAddress(text), {
        ok: true,
        apiUrl,
        base: apiUrl.slice(0, -'/v1'.length),
        origin,
      });
    });
  }

  const refused: Record<string, readonly string[]> = {
    'no address is given': [''],
    'an address cannot contain spaces, backslashes or control characters': [
      ...['https://api.example\\@evil.example', 'https://api. example', 'https://api\u202e.example'],
    ],
    'an address begins with https:// and a host name': [
      ...[
        'api.example',
        'ftp://api.example',
        'https:api.example',
        'https:///api.example',
        'x-https://api.example',
      ],
    ],
    'an address cannot contain a user name or password': [
      'https://user:secret@api.example',
      'https://@api.example',
    ],
    'an address cannot contain a query ("?…")': ['https://api.example?', 'https://api.example/v1?a=b'],
    'an address cannot contain a fragment ("#…")': ['https://api.example#'],
    'this is not a complete address': ['https://api.example/\ud800', 'https://api.example:99999'],
    'an address must use https, except to localhost or 127.0.0.1': [
      ...['http://api.example', 'http://localhost.example', 'http://127.0.0.1.example'],
      ...['http://xlocalhost', 'http://x127.0.0.1.y', 'http://api.localhost'],
    ],
  };
  for (const [reason, texts] of Object.entries(refused)) {
    it(`is refused: ${reason}`, () => {
      for (const text of texts) assert.deepEqual(checkAddress(text), { ok: false, reason }, text);
    });
  }

  it('is never a reason to throw, and never insecure, doubled or open-ended', () => {
    const words = 'https:// http:// a.example localhost /v1 / ? # @ \\ :80 ..';
    const pieces = fc.constantFrom(...words.split(' '));
    const texts = fc.oneof(
      anyText(),
      anyUrl(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const check = checkAddress(text);
        if (!check.ok) return;
        const url = new URL(check.apiUrl);
        assert.ok(url.pathname.endsWith('/v1') && !url.pathname.endsWith('/v1/v1'));
        assert.equal(url.origin, check.origin);
        assert.equal(url.username + url.password + url.search + url.hash, '');
        assert.ok(url.protocol === 'https:' || /localhost$|^127\.|^\[::1\]$/.test(url.hostname));
        assert.deepEqual(checkAddress(check.apiUrl), check);
        assert.deepEqual(checkAddress(`${check.base}//`), check);
      }),
      { numRuns: 500 },
    );
  });
});

describe('The path of a request', () => {
  const accepted: [text: string, path: string, query?: Record<string, string>][] = [
    ['/files', '/files'],
    ['v1/files/', '/files/'],
    ['/v1/v1/files', '/files'],
    ['/v1', '/'],
    ['/a/v1/b', '/a/v1/b'],
    ['/', '/'],
    ['/files/ü b', '/files/%C3%BC%20b'],
    ['/x/a+b:c', '/x/a+b:c'],
    [`/${'a'.repeat(7999)}`, `/${'a'.repeat(7999)}`],
    ['/x?&a+b=+c%2B&&', '/x', { 'a b': ' c+' }],
    ['/list?limit=10&page=a%2Bb', '/list', { limit: '10', page: 'a+b' }],
    ['?a=b=c&d', '/', { a: 'b=c', d: '' }],
  ];
  for (const [text, path, query = {}] of accepted) {
    it(`is taken as ${text}`, () =>
      assert.deepEqual(checkRequestPath(text), { ok: true, path, query: Object.entries(query) }));
  }

  const refused: Record<string, readonly string[]> = {
    'no path is given': ['', '   '],
    'a path is at most 8,000 characters long': [`/${'a'.repeat(8000)}`],
    'a path cannot contain backslashes, control characters or broken characters': [
      ...['/\\evil.example', '/a\\..\\b', '/a\u0000b', '/a\r\nb', '/\ud800'],
    ],
    'a path cannot contain a fragment ("#…")': ['/a#b'],
    'enter a path, not a whole address': ['https://evil.example/x', 'HTTP://x', 'javascript:1', 'a+1-.b:x'],
    'a path begins with one slash: two would name another host': ['//evil.example'],
    'a path cannot contain an empty segment ("//")': ['/v1//evil.example', '/a//b', '/a//'],
    'the path contains a "%" that is not part of an encoded character': ['/a%', '/a%zz', '/a%ff'],
    'a path cannot contain "." or ".." segments': [
      ...['/..', '../x', '/files/../balances', '/files/./x'],
      ...['/files/%2e%2e/x', '/files/%2E%2e', '/files/.%2e', '/files/%252e%252e/x'],
    ],
    'a path cannot contain encoded slashes or control characters': [
      ...['/files/a%2fb', '/files/a%2Fb', '/files/%5c', '/files/%255c', '/files/%00', '/files/%0d%0a'],
    ],
    'give the version only once, as /v1': ['/%76%31/x', '/v1/%761'],
    'the query contains a "%" without two hexadecimal digits after it': ['/a?b=%', '/a?%=b'],
  };
  for (const [reason, texts] of Object.entries(refused)) {
    it(`is refused: ${reason}`, () => {
      for (const text of texts) assert.deepEqual(checkRequestPath(text), { ok: false, reason }, text);
    });
  }

  it('never leaves the API address, whatever is given', () => {
    const pieces = fc.constantFrom(...'/ . .. %2e %2F %5C \\ v1 a ? # % %25 : @ é'.split(' '));
    const texts = fc.oneof(
      anyText(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const check = checkRequestPath(text);
        if (!check.ok) return;
        const url = new URL(`https://api.example/prefix/v1${check.path}`);
        assert.equal(url.origin, 'https://api.example');
        assert.equal(url.pathname, `/prefix/v1${check.path}`);
        assert.ok(!/^\/v1(?:\/|$)/.test(check.path));
        assert.equal(url.search + url.hash, '');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('A file id in a path', () => {
  it('is one segment that decodes to the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id !== '.' && id !== '..' && id.isWellFormed());
        const { pathname } = new URL(`https://h/v1/files/${fileIdSegment(id)}`);
        const segments = pathname.split('/');
        assert.equal(segments.length, 4);
        assert.equal(decodeURIComponent(segments[3] ?? ''), id);
      }),
    );
  });

  for (const id of ['', '.', '..', '\ud800', 'a\udc00']) {
    it(`is refused as ${JSON.stringify(id)}`, () => {
      const message =
        id === '' ? 'Enter the id of a file.' : 'This is not a file id. Check it and enter it again.';
      assert.throws(() => fileIdSegment(id), { name: PreflightError.name, message });
    });
  }
});
