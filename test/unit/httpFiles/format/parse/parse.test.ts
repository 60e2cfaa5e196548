import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HttpFile, HttpRequest, Span } from '../../../../../src/httpFiles/format/parse/model';
import { parseHttpFile } from '../../../../../src/httpFiles/format/parse/parse';
import { anyText } from '../../../../support/properties';

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
      '{}',
    ]) {
      const request = one(`PUT /a\nContent-Type: text/plain\n\n${line}\n> ./b.jsx\n${line}`);
      assert.deepEqual(request.problems, [], line);
      assert.equal(request.body.kind, 'text');
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
    fc.array(fc.oneof(fragment, anyText()), { maxLength: 30 }).map((all) => all.join('\n')),
    anyText(),
  );
  const spans = ({ requests, variables, placeholders, problems }: HttpFile): Span[] => [
    ...variables.flatMap(({ nameSpan, valueSpan }) => [nameSpan, valueSpan]),
    ...placeholders.map(({ span }) => span),
    ...[...problems, ...requests.flatMap((request) => request.problems)].map(({ span }) => span),
    ...requests.flatMap(({ urlSpan, headers }) => [urlSpan, ...headers.map(({ valueSpan }) => valueSpan)]),
  ];

  it('is read whatever it holds, with what is written in each place, and blocks one after the other', () => {
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
        const at = ({ line, start, end }: Span) => lines[line]?.slice(start, end);
        for (const { expression, span } of file.placeholders) assert.equal(at(span), expression);
        for (const { name, value, nameSpan, valueSpan } of file.variables)
          assert.deepEqual([at(nameSpan), at(valueSpan)], [name, value]);
      }),
      { seed: 14, numRuns: 400 },
    );
  });
});
