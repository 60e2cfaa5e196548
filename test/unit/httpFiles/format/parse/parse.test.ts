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
const textOf = ({ body }: HttpRequest) => body.lines.map(({ text }) => text).join('\n');

describe('an .http file', () => {
  it('holds what looks like something else only in the middle of a line', () => {
    for (const line of ['GET /run x', 'GET /a/*b*/', 'GET /a {{', 'GET /a < ./b.js', '/import a'])
      assert.deepEqual(one(line).problems, [], line);
    for (const line of [
      'a < {% b',
      'a > {% b',
      'a >> b',
      'a <> b',
      'a > ./b.js',
      'a {{',
      'a }}',
      '/* a',
      'a // b',
    ]) {
      const request = one(`PUT /a\nContent-Type: text/plain\n\n${line}\n> ./b.jsx\n${line}`);
      assert.deepEqual(request.problems, [], line);
      assert.equal(textOf(request), `${line}\n> ./b.jsx\n${line}`);
    }
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

  it('joins a query over several lines, comments between them left out', () => {
    const { url } = one('GET /a\n  ?x=1\n# no\n  &y=two words\n&z\nX-A: 1\nX-B:2');
    assert.equal(url, '/a?x=1&y=two words&z');
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

  it('loses no line of a text: what may be a comment, a definition or a handler is not sent, and marked', () => {
    const asides = ['# Title', '// a', '@a = 1', '>> out.txt', '>>! out.txt', '<> earlier.txt', '> check.js'];
    for (const headers of ['POST /a', 'POST /a\nContent-Type: text/plain']) {
      for (const line of [...asides, '> {% x %}']) {
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
      const [problem, ...more] = problems;
      assert.deepEqual([problem?.blocks, more], [false, []], body);
    }
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
    assert.deepEqual(placeholdersIn('a {{ b }}{{c }} {{}}', 3), [
      { expression: 'b', span: { line: 3, start: 5, end: 6 } },
      { expression: 'c', span: { line: 3, start: 11, end: 12 } },
      { expression: '', span: { line: 3, start: 18, end: 18 } },
    ]);
  });
});
