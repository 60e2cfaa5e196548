import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exchange } from '../../../../src/api/model/exchange';
import { CODE_TARGETS, generateCode, type CodeTarget } from '../../../../src/requests/code';
import {
  goQuoted,
  javaQuoted,
  octalQuoted,
  powershellText,
  rubyQuoted,
  singleQuoted,
  unicodeQuoted,
} from '../../../../src/requests/code/literals';
import { codeRequestOf } from '../../../../src/requests/code/codeRequest';
import { checkHttpFile } from '../../../../src/httpFiles/format/check';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { bodyOf, built } from '../../httpFiles/format/support';
import { exchange, jsonRequest, uploadRequest } from '../exchanges';
import { anyText } from '../../../support/properties';

const codeOf = (more: Partial<Exchange>, id: CodeTarget) => generateCode(exchange(more), id);
const post = (body: string) => exchange({ method: 'POST', request: jsonRequest(body) });
const KEYS: Record<CodeTarget, string> = {
  curl: '"Authorization: ApiKey $PAYMENTS_API_KEY"',
  http: 'Authorization: ApiKey {{apiKey}}',
  fetch: '`ApiKey ${process.env.PAYMENTS_API_KEY}`',
  python: '"ApiKey " + os.environ["PAYMENTS_API_KEY"]',
  go: '"ApiKey " + os.Getenv("PAYMENTS_API_KEY")',
  java: '"ApiKey " + System.getenv("PAYMENTS_API_KEY")',
  csharp: '"ApiKey " + Environment.GetEnvironmentVariable("PAYMENTS_API_KEY")',
  php: "ApiKey ' . getenv('PAYMENTS_API_KEY')",
  ruby: "'ApiKey ' + ENV.fetch('PAYMENTS_API_KEY')",
  powershell: "'ApiKey ' + $env:PAYMENTS_API_KEY",
};
const QUOTES: Partial<Record<CodeTarget, (text: string) => string>> = {
  fetch: unicodeQuoted,
  python: octalQuoted,
  go: goQuoted,
  java: javaQuoted,
  csharp: unicodeQuoted,
  php: singleQuoted,
  ruby: rubyQuoted,
  powershell: powershellText,
};

/** Those that write the header of the file's part themselves. */
const HEADER_WRITERS: readonly CodeTarget[] = ['go', 'java', 'csharp', 'powershell'];
function disposition(name: string): string {
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `form-data; name="file"; filename="${escaped}"`;
}

describe('Code in every language', () => {
  for (const { id } of CODE_TARGETS) {
    it(`takes the key from the environment, and writes the address and a file's path: ${id}`, () => {
      const request = uploadRequest('b.pdf', 'file:///home/me/bill%20%231.pdf');
      const upload = exchange({ method: 'POST', request });
      for (const each of [exchange(), post('{}'), upload]) {
        const code = generateCode(each, id);
        assert.ok(code.includes(KEYS[id]), code);
        assert.ok(code.includes(each.method) && code.includes(each.url), code);
        assert.doesNotMatch(code, /••|9999|elsewhere|boundary=old|zq\d/);
      }
      assert.ok(generateCode(upload, id).includes('/home/me/bill #1.pdf'));
      assert.doesNotMatch(generateCode(exchange({ request: { headers: [] } }), id), /PAYMENTS_API_KEY/);
    });

    it(`writes whatever was sent as the language's own text: ${id}`, () => {
      const quote = QUOTES[id];
      if (quote === undefined) return;
      const text = anyText().map((each) => each.toWellFormed().replaceAll('\0', ''));
      fc.assert(
        fc.property(text, text, (body, name) => {
          assert.ok(generateCode(post(body), id).includes(quote(body)));
          const upload = codeOf({ method: 'POST', request: uploadRequest(name) }, id);
          assert.ok(upload.includes(quote(HEADER_WRITERS.includes(id) ? disposition(name) : name)));
        }),
        { numRuns: 50 },
      );
    });

    it(`does not throw, whatever a file from disk held: ${id}`, () => {
      const pairs = fc.array(fc.tuple(fc.string(), fc.string()));
      fc.assert(
        fc.property(fc.string(), fc.string(), pairs, fc.string(), (method, url, headers, uri) => {
          codeOf({ method, url, request: { headers } }, id);
          codeOf({ method, url, request: { headers, body: { kind: 'json', text: uri } } }, id);
          codeOf({ method, url, request: uploadRequest('a', `file:${uri}`) }, id);
        }),
        { numRuns: 50 },
      );
    });
  }

  it('says which header an HTTP file cannot hold, and gives a script one of any name', () => {
    const headers = [
      ['&x', 'a'],
      ['#y', 'b'],
      ['__proto__', 'c'],
    ] as const;
    const code = codeOf({ request: { headers } }, 'http');
    for (const name of ['&x', '#y']) assert.ok(code.includes(`\n# Missing: the header ${name}. `), code);
    assert.deepEqual(
      parseHttpFile(code).requests[0]?.headers.map(({ name }) => name),
      ['__proto__'],
    );
    // As a key of an object it would be no header.
    assert.ok(codeOf({ request: { headers } }, 'fetch').includes('["__proto__", "c"]'));
  });

  it('makes harmless what a file from disk held', () => {
    const headers = [...['a b', 'x('].map((name) => [name, '']), ['X', 'a\r\n\0b']] as [string, string][];
    const read = (text: string, method = 'GET') =>
      codeRequestOf(exchange({ method, request: { headers, body: { kind: 'json', text } } }));
    assert.deepEqual(
      ['..g-e\n t', '-.\n'].map((method) => read('', method).method),
      ['G-ET', 'GET'],
    );
    assert.deepEqual(read('{}').headers, [
      ['X', 'a b'],
      ['Content-Type', 'application/json'],
    ]);
    const asking = { headers: [['Content-Type', 'text/plain']] } as const;
    assert.deepEqual(codeRequestOf(exchange({ request: asking })).headers, []);
    const untyped = [read('{}'), read('a'), codeRequestOf(exchange()), codeRequestOf(post('a'))];
    assert.deepEqual(
      untyped.map(({ isUntyped }) => isUntyped),
      [false, true, false, false],
    );
    for (const [type, uri, path] of [
      ['x/y z', 'file:///tmp/file://a.pdf', '/tmp/file://a.pdf'],
      [' x/y', 'file:///a%2Fb.pdf', 'c.pdf'],
    ] as const) {
      const { body } = uploadRequest('c.pdf', uri);
      assert.ok(body?.kind === 'multipart');
      const request = { headers: [], body: { ...body, file: { ...body.file, mimeType: type } } };
      const { form } = codeRequestOf(exchange({ request }));
      assert.deepEqual([form?.file.mimeType, form?.file.path], ['application/octet-stream', path]);
    }
    const code = codeOf({ url: 'http://[::1]:8080/a[1]' }, 'python');
    assert.ok(code.includes('"http://[::1]:8080/a%5B1%5D"'), code);
  });

  it('is no longer than it needs to be', () => {
    const url = 'https://api.example.com/v1';
    const [start, key] = [`--url '${url}'`, '--header "Authorization: ApiKey $PAYMENTS_API_KEY"'];
    const printed = "--write-out '%{stderr}%{http_code} %header{x-request-id}\\n'";
    const curl = ['curl --request GET', start, key, printed].join(' \\\n  ');
    assert.equal(codeOf({ url }, 'curl'), `${curl}\n`);
    assert.equal(codeOf({ url, method: 'HEAD' }, 'curl'), ['curl --head', start, key].join(' \\\n  ') + '\n');
    const fetch = codeOf({ request: jsonRequest('{}') }, 'fetch');
    assert.match(fetch, / headers: \{\n(?: {6}".*,\n){2} {4}\},\n.*\n {4}body: "\{\}",\n/);
    assert.match(codeOf({ request: { headers: [] } }, 'fetch'), /"GET",\n {4}redirect/);
    const java = codeOf({ request: uploadRequest('a') }, 'java');
    assert.ok(java.includes(String.raw`form-data; name=\"purpose\""`), java);
  });

  it('writes Windows paths as Windows does', () => {
    const code = codeOf({ request: uploadRequest('b.pdf', 'file:///c%3A/my%20docs/b.pdf') }, 'curl');
    assert.ok(code.includes(String.raw`@"c:\\my docs\\b.pdf"`), code);
  });
});

describe('Text as a literal', () => {
  const text = anyText().map((each) => each.toWellFormed());

  it('can be read back where escapes are those of JSON', () =>
    fc.assert(fc.property(text, (value) => JSON.parse(unicodeQuoted(value)) === value)));

  it('can be read back from octal escapes, and is one line', () => {
    fc.assert(
      fc.property(text, (value) => {
        const literal = octalQuoted(value);
        assert.doesNotMatch(literal, /[\n\r]/);
        const back = literal
          .slice(1, -1)
          .replace(/\\(?:([0-7]{3})|(.))/g, (_all, octal?: string, letter = '') =>
            octal === undefined
              ? ({ n: '\n', r: '\r', t: '\t' }[letter as string] ?? String(letter))
              : String.fromCharCode(Number.parseInt(octal, 8)),
          );
        assert.equal(back, value);
      }),
    );
  });

  it('is as each language wants it', () => {
    assert.equal(octalQuoted('\x7f\x80\u2028'), '"\\177\x80\u2028"');
    assert.equal(singleQuoted("it's \\"), String.raw`'it\'s \\'`);
    assert.equal(powershellText("it's"), "'it''s'");
    assert.equal(powershellText("it's éé"), "('it''s ' + [char]0x00e9 + [char]0x00e9 + '')");
  });

  it('holds no byte order mark in Go, which refuses it', () =>
    assert.equal(goQuoted('\ufeff{}\\\ufeff'), String.raw`"\ufeff{}\\\ufeff"`));

  it('is ASCII alone in Java, and can be read back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const literal = javaQuoted(value);
        assert.doesNotMatch(literal, /[^ -~]/);
        // As Java does: first these escapes, unless an odd number of backslashes is before them.
        const resolved = literal.replace(
          /(?<!\\)((?:\\\\)*)\\u([\da-f]{4})/g,
          (_all, before: string, unit: string) => before + String.fromCharCode(Number.parseInt(unit, 16)),
        );
        assert.equal(resolved, octalQuoted(value));
      }),
    );
  });

  it('is joined by the Java program from strings that its compiler takes', () => {
    const long = '請"'.repeat(70_000);
    const constants = javaQuoted(long).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    const strings = constants.map((each) => String(JSON.parse(each)));
    assert.equal(strings.join(''), long);
    for (const each of strings) assert.ok(Buffer.byteLength(each) < 65_535);
    assert.ok(javaQuoted(long).startsWith('String.join("", "'));
  });

  it('cannot end single quotes', () =>
    fc.assert(fc.property(text, (value) => /^'(?:[^'\\]|\\['\\])*'$/.test(singleQuoted(value)))));

  it('is ASCII alone in PowerShell, and can be read back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const literal = powershellText(value);
        assert.equal(literal.replace(/\P{ASCII}/u, ''), literal);
        const parts = literal.matchAll(/'((?:[^']|'')*)'|\[char\]0x([\da-f]+)/g);
        const back = [...parts].map(([, plain = '', unit]) =>
          unit === undefined ? plain.replaceAll("''", "'") : String.fromCharCode(Number.parseInt(unit, 16)),
        );
        assert.equal(back.join(''), value);
      }),
    );
  });
});

describe('HTTP file', () => {
  it('has a request line, headers, and the body after a blank line', () => {
    const code = `POST https://api.example.com/v1/files?limit=10&page=a%20b HTTP/1.1
Authorization: ApiKey {{apiKey}}
Content-Type: application/json

{"a":1}
`;
    assert.equal(generateCode(post('{"a":1}'), 'http'), code);
    assert.match(generateCode(post('a\r\nb'), 'http'), /^# Lines of the body end in LF/);
  });

  it('is one request with the same bytes, whatever the body is, and holds no variable of others', async () => {
    const hosts = { apiUrl: 'https://api.example.com/v1', filesUrl: 'https://files.example.com' };
    const token = fc.constantFrom(
      ...['{', '{{', '}}', '{{apiKey}}', '$', 'a', '\n', ' ', '###', '# @name x', '//', '@a = 1', '< ./a'],
      ...['>> b', '> {%', '<> c', '{%', '"', '/*', '?? status == 200', '\n\n', 'DELETE /b', '\u2028', '<@ '],
    );
    const text = fc.array(token, { minLength: 1 }).map((tokens) => tokens.join(''));
    const types = ['text/plain', 'application/json', 'application/xml', 'application/x-www-form-urlencoded'];
    const type = fc.constantFrom(...types);
    await fc.assert(
      fc.asyncProperty(text, type, async (body, contentType) => {
        const { request, ...rest } = post(body);
        const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
        const typed = [...headers, ['Content-Type', contentType] as const];
        const code = generateCode({ ...rest, request: { ...request, headers: typed } }, 'http', hosts);
        const file = parseHttpFile(code);
        assert.equal(file.requests.length, 1, code);
        assert.deepEqual(checkHttpFile(file, hosts), [], code);
        const sent = await built(code, { hosts });
        assert.equal(bodyOf(sent), body);
        assert.deepEqual(sent.headers, [['Content-Type', contentType]]);
        const known = ['apiUrl', 'apiKey', 'brace', 'nothing'];
        for (const { expression } of file.placeholders) assert.ok(known.includes(expression), expression);
      }),
    );
    const { request, ...rest } = post('a note');
    const note = generateCode({ ...rest, request: { ...request, headers: [] } }, 'http', hosts);
    assert.deepEqual((await built(note, { hosts })).headers, []);
    const upload = generateCode(exchange({ request: uploadRequest('{{$processEnv HOME}}{{{.pdf') }), 'http');
    assert.doesNotMatch(upload, /\{\{\$/);
    // A field of an archive of others names no file of this computer.
    const form = uploadRequest('a.pdf');
    assert.ok(form.body?.kind === 'multipart');
    const body = { ...form.body, fields: { purpose: '< ./.env', note: '# one\ntwo' } };
    const url = `${hosts.apiUrl}/things`;
    const code = generateCode(exchange({ method: 'POST', url, request: { ...form, body } }), 'http', hosts);
    const { content } = await built(code, { hosts, files: { 'a.pdf': '%PDF' } });
    const sent = Buffer.from(content?.bytes ?? []).toString();
    assert.ok(sent.includes('\r\n< ./.env\r\n') && sent.includes('\r\n# one\r\ntwo\r\n'), sent);
  });

  it('uploads from the path, with the name escaped as browsers do', () => {
    const code = codeOf({ request: uploadRequest('a "b"\n.pdf', 'file:///tmp/x.pdf') }, 'http');
    assert.match(code, /filename="a %22b%22%0A\.pdf"\nContent-Type: application\/pdf\n\n< \/tmp\/x\.pdf\n--/);
    const boundary = /boundary=(.*)/.exec(code)?.[1] ?? 'none';
    assert.equal(code.split(`--${boundary}`).length, 4);
    assert.ok(code.includes('name="purpose"\n\npayment_evidence\n'), code);
    assert.ok(code.endsWith(`--${boundary}--\n`));
  });
});
