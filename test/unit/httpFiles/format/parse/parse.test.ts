import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeholdersIn } from '../../../../../src/httpFiles/format/parse/lines';
import type { HttpFile, HttpRequest, Span } from '../../../../../src/httpFiles/format/parse/model';
import { parseHttpFile } from '../../../../../src/httpFiles/format/parse/parse';

const one = (text: string): HttpRequest => {
  const [request, ...more] = parseHttpFile(text).requests;
  assert.ok(request);
  assert.equal(more.length, 0);
  return request;
};
const codes = (request: HttpRequest) => request.problems.map(({ code }) => code);

describe('an .http file', () => {
  it('is split at ### with titles, and a block without a request is none', () => {
    const { requests } = parseHttpFile(
      '# a comment\n@a = 1\n\n### First\nGET /a\n###\n# nothing here\n\n#### Third one \n// @name third\n\nPOST /b\n\n{}\n',
    );
    assert.deepEqual(
      requests.map(({ title, name, method, url, firstLine, line, lastLine, endLine }) => [
        title,
        name,
        method,
        url,
        firstLine,
        line,
        lastLine,
        endLine,
      ]),
      [
        ['First', undefined, 'GET', '/a', 3, 4, 4, 5],
        ['Third one', 'third', 'POST', '/b', 8, 11, 13, 15],
      ],
    );
  });

  it('holds what looks like something else only in the middle of a line', () => {
    for (const line of ['GET /run x', 'GET /a/*b*/', 'GET /a {{', 'GET /a < ./b.js', '/import a'])
      assert.deepEqual(one(line).problems, [], line);
    const lines = [
      'a < {% b',
      'a > {% b',
      'a >> b',
      'a <> b',
      'a > ./b.js',
      'a {{',
      'a }}',
      '/* a',
      'a // b',
    ];
    const [first = '', ...others] = lines;
    const request = one(['PUT /a', 'Content-Type: text/plain', '', first, '> ./b.jsx', ...others].join('\n'));
    assert.deepEqual(request.problems, []);
    assert.deepEqual(
      request.body.lines.map(({ text }) => text),
      [first, '> ./b.jsx', ...others],
    );
    for (const line of [
      '  < {% x %}',
      ' <   {% x %}',
      '>  ./b.js',
      '>> a',
      '>>!  a',
      '<>  a',
      ' {{ ',
      '>   {% a',
    ])
      assert.equal(one(`PUT /a\n\n${line}`).problems.length, 1, line);
    assert.deepEqual(codes(one('{{\na }}\n}} b\n  }}  \nGET /a')), ['unsupported-script']);
    assert.deepEqual(codes(one('  /* a\n*/\nGET /a')), ['unsupported-comment-block']);
    assert.deepEqual(codes(one('GET /a XHTTP/1.1')), []);
    assert.deepEqual(codes(one('GET /a HTTP/1.10')), ['unsupported-version']);
  });

  it('has request lines with and without a method and a version', () => {
    const lines = ['GET /a', '/a', 'delete /a HTTP/1.1', 'https://h/a b HTTP/1.1', '  PUT\t{{x}}/a  '];
    assert.deepEqual(
      lines.map((line) => {
        const { method, url } = one(line);
        return [method, url];
      }),
      [
        ['GET', '/a'],
        ['GET', '/a'],
        ['DELETE', '/a'],
        ['GET', 'https://h/a b'],
        ['PUT', '{{x}}/a'],
      ],
    );
  });

  it('joins a query over several lines, comments between them left out', () => {
    const { url, headers } = one('GET /a\n  ?x=1\n# no\n  &y=two words\n&z\nX-A: 1\nX-B:2');
    assert.equal(url, '/a?x=1&y=two words&z');
    assert.deepEqual(
      headers.map(({ name, value }) => [name, value]),
      [
        ['X-A', '1'],
        ['X-B', '2'],
      ],
    );
  });

  it('takes comments and definitions out of JSON, and blank lines off its ends', () => {
    const request = parseHttpFile(
      'POST /a\n\n\n{\n  // why\n  "a": 1,\n\n# also\n  "b": 2\n}\n\n# after\n@later = 5\n',
    );
    const [{ body } = assert.fail()] = request.requests;
    assert.equal(body.kind, 'json');
    assert.equal(body.lines.map(({ text }) => text).join('\n'), '{\n  "a": 1,\n\n  "b": 2\n}');
    assert.deepEqual(
      request.variables.map(({ name, value }) => [name, value]),
      [['later', '5']],
    );
  });

  it('knows what a body is', () => {
    const kind = (headers: string, body: string) => one(`POST /a\n${headers}\n${body}`).body.kind;
    assert.equal(kind('', '{}'), 'json');
    assert.equal(kind('Content-Type: application/problem+json\n', 'x'), 'json');
    assert.equal(kind('Content-Type: text/plain\n', '{}'), 'text');
    assert.equal(kind('Content-Type: application/x-www-form-urlencoded\n', 'a=1\n&b=2'), 'form');
    assert.equal(kind('Content-Type: multipart/form-data; boundary=b\n', '--b\n'), 'multipart');
    assert.equal(kind('', '< ./a file.json'), 'file');
    assert.equal(kind('', ' \n# c\n'), 'empty');
  });

  it('reads prompts', () => {
    const { prompts } = one('# @prompt fileId The id of the file\n// @prompt other\nGET /a');
    assert.deepEqual(
      prompts.map(({ name, description }) => [name, description]),
      [
        ['fileId', 'The id of the file'],
        ['other', ''],
      ],
    );
  });

  it('marks what is not supported, and whether the request can still be sent', () => {
    const blocking: Readonly<Record<string, string>> = {
      'GET /a HTTP/2': 'unsupported-version',
      'GRAPHQL https://h/': 'unsupported-method',
      'curl https://h/': 'unsupported-curl',
      '< {%\n request.variables.set("a", 1)\n%}\nGET /a': 'unsupported-script',
      '< ./before.js\nGET /a': 'unsupported-script',
      '{{\n  exports.a = 1\n}}\nGET /a': 'unsupported-script',
      '# @ref other\nGET /a': 'unsupported-directive',
      '# @disabled\nGET /a': 'unsupported-directive',
      'import ./other.http\nGET /a': 'unsupported-import',
      '/* a\n comment */\nGET /a': 'unsupported-comment-block',
      'POST /a\n\n<@ ./a.json': 'unsupported-file-variables',
      'GET /a\n...defaults': 'bad-header-line',
      'GET /a\n/b': 'bad-header-line',
      'POST /a\nContent-Type: text/plain\n\na\n# b\nc': 'comment-in-body',
      'POST /a\nContent-Type: text/plain\n\na\n@b = 1\nc': 'variable-in-body',
      'POST /a\n\na\n< ./b': 'file-in-text',
      'POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1\nb=2': 'bad-form-line',
      'GET /a\n\n{}': 'body-of-read',
    };
    for (const [text, code] of Object.entries(blocking)) {
      const { problems } = one(text);
      assert.deepEqual([problems[0]?.code, problems[0]?.blocks], [code, true], text);
    }
    const harmless: Readonly<Record<string, string>> = {
      '# @no-redirect\nGET /a': 'ignored-directive',
      '# @someone said\nGET /a': 'unknown-directive',
      'GET /a\n\n> {%\n  client.test("x")\n%}': 'unsupported-response-script',
      'GET /a\n\n> ./check.js': 'unsupported-response-script',
      'GET /a\n\n>> out.json': 'unsupported-response-script',
    };
    for (const [text, code] of Object.entries(harmless)) {
      const { problems, body } = one(text);
      assert.deepEqual([problems[0]?.code, problems[0]?.blocks, body.kind], [code, false, 'empty'], text);
    }
  });

  it('loses no line of a text: what may be a comment, a definition or a handler is not sent, and marked', () => {
    const asides = [
      '# Title',
      '// a',
      '@a = 1',
      '>> out.txt',
      '>>! out.txt',
      '<> earlier.txt',
      '> check.js',
      '> {% x %}',
    ];
    for (const headers of ['POST /a', 'POST /a\nContent-Type: text/plain']) {
      for (const line of asides) {
        for (const [before, after] of [
          ['', '\nHello'],
          ['Hello\n', '\n\n'],
          ['Hello\n\n', '\n\nyou'],
        ]) {
          const { problems } = one(`${headers}\n\n${before}${line}${after}`);
          const marked = problems.map(({ span, blocks }) => [span.line, blocks]);
          const number = `${headers}\n\n${before}`.split('\n').length - 1;
          assert.deepEqual(marked, [[number, true]], JSON.stringify([headers, before, line, after]));
        }
      }
    }
    assert.equal(one('POST /a\nContent-Type: text/plain\n\n# Title').problems[0]?.code, 'comment-in-body');
    // JSON, files and forms of parts hold no such lines.
    for (const body of ['{}', '< ./a', 'Content-Type: multipart/form-data; boundary=b\n\n--b\n--b--']) {
      const text = body.startsWith('C') ? `POST /a\n${body}` : `POST /a\n\n# why\n${body}`;
      const { problems } = one(`${text}\n# after\n@b = 2\n>> out.json`);
      assert.deepEqual(
        problems.map(({ blocks }) => blocks),
        [false],
        body,
      );
    }
  });

  it('gives exact places', () => {
    const lines = [
      '@id = a{{b}}',
      '### t',
      '# @name one',
      'GET {{ id }}/x',
      'X-Y:  {{b}}',
      '',
      '{"a": "{{id}}"}',
    ];
    const file = parseHttpFile(lines.join('\r\n'));
    const at = ({ line, start, end }: Span) => `${line}: ${lines[line]?.slice(start, end) ?? ''}`;
    const [request = assert.fail()] = file.requests;
    assert.deepEqual(
      file.placeholders.map(({ span }) => at(span)),
      ['0: b', '3: id', '4: b', '6: id'],
    );
    assert.deepEqual(
      [request.nameSpan, request.methodSpan, request.urlSpan, request.headers[0]?.valueSpan].map(
        (span) => span && at(span),
      ),
      ['2: one', '3: GET', '3: {{ id }}/x', '4: {{b}}'],
    );
    assert.deepEqual(
      file.variables.flatMap(({ nameSpan, valueSpan }) => [at(nameSpan), at(valueSpan)]),
      ['0: id', '0: a{{b}}'],
    );
  });

  const fragment = fc.constantFrom(
    '###', '### T', '# @name n', '// @prompt p d', '# @ref x', '@a = {{b}}', '@b=1', 'GET /a', '/b HTTP/1.1',
    '?q=1', ' &r={{a}}', 'X-A: {{a}}', 'Content-Type: multipart/form-data; boundary=b', '', '{', '}', '--b', '--b--',
    '< ./f', '> {%', '%}', '{{', '}}', '/*', '*/', '{{$guid}}', '# c',
  ); // oxfmt-ignore
  const text = fc.oneof(
    fc
      .array(fc.oneof(fragment, fc.string({ unit: 'binary' })), { maxLength: 30 })
      .map((all) => all.join('\n')),
    fc.string({ unit: 'binary' }),
  );
  const spans = ({ requests, variables, placeholders, problems }: HttpFile): Span[] => [
    ...variables.flatMap(({ nameSpan, valueSpan }) => [nameSpan, valueSpan]),
    ...placeholders.map(({ span }) => span),
    ...[...problems, ...requests.flatMap((request) => request.problems)].map(({ span }) => span),
    ...requests.flatMap(({ urlSpan, headers }) => [urlSpan, ...headers.map(({ valueSpan }) => valueSpan)]),
  ];

  it('is read whatever it holds, with every place inside its line and blocks one after the other', () => {
    fc.assert(
      fc.property(text, (given) => {
        const file = parseHttpFile(given);
        const lines = given.split(/\r\n|\r|\n/);
        for (const { line, start, end } of spans(file)) {
          const length = lines[line]?.length ?? -1;
          assert.ok(start >= 0 && start <= end && end <= length, JSON.stringify({ line, start, end, given }));
        }
        let next = 0;
        for (const { firstLine, line, lastLine, endLine } of file.requests) {
          assert.ok(next <= firstLine && firstLine <= line && line <= lastLine && lastLine < endLine);
          next = endLine;
        }
        assert.ok(next <= lines.length);
      }),
      { seed: 14, numRuns: 400 },
    );
  });

  it('names in each place what is written there', () => {
    fc.assert(
      fc.property(text, (given) => {
        const lines = given.split(/\r\n|\r|\n/);
        const file = parseHttpFile(given);
        for (const { expression, span } of file.placeholders) {
          assert.equal(lines[span.line]?.slice(span.start, span.end), expression);
        }
        for (const { name, value, nameSpan, valueSpan } of file.variables) {
          assert.equal(lines[nameSpan.line]?.slice(nameSpan.start, nameSpan.end), name);
          assert.equal(lines[valueSpan.line]?.slice(valueSpan.start, valueSpan.end), value);
        }
      }),
      { seed: 15, numRuns: 400 },
    );
  });

  it('finds the position of an expression', () => {
    assert.deepEqual(placeholdersIn('a {{ b }}{{c}} {{}}', 3), [
      { expression: 'b', span: { line: 3, start: 5, end: 6 } },
      { expression: 'c', span: { line: 3, start: 11, end: 12 } },
      { expression: '', span: { line: 3, start: 17, end: 17 } },
    ]);
  });

  it('has no problem where there is none', () => {
    assert.deepEqual(codes(one('POST {{apiUrl}}/a\nAuthorization: ApiKey {{apiKey}}\n\n{"a": 1}')), []);
  });
});
