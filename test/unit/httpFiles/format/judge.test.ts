import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Patterns } from '../../../../src/httpFiles/format/expect/matches';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { judge, type JudgedAnswer } from '../../../../src/httpFiles/format/expect/judge';
import { readExpectation, readPath } from '../../../../src/httpFiles/format/parse/parseExpectation';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { ANSWER, NOT_JUDGED, VERDICTS } from '../../requests/http/judge/verdicts.mts';
import { bodyOf, built, KEY, refusalOf } from './support';

const answer: JudgedAnswer = { ...ANSWER, durationMs: 12 };
const hash = (name: string) => createHash(name).update(ANSWER.text).digest('base64');

function read(line: string, index: number) {
  const found = readExpectation(line, index);
  assert.ok('subject' in found, line);
  return found;
}

async function verdict(line: string, of: JudgedAnswer = answer) {
  const [found] = await judge([read(line, 3)], of);
  assert.ok(found);
  return found;
}

describe('an expectation', () => {
  it('is judged as in httpyac', async () => {
    const rows = VERDICTS.trim()
      .split('\n')
      .map((row) => row.replace(/MD5|SHA256|SHA512/, (name) => hash(name.toLowerCase())));
    const verdicts = await judge(
      rows.map((row, index) => read(`?? ${row.slice(2)}`, index)),
      answer,
    );
    assert.deepEqual(
      verdicts.map(({ ok, text }) => `${ok ? '+' : '-'} ${text.slice(3)}`),
      rows,
    );
  });

  it('says what was seen, and nothing where nothing is', async () => {
    const seen = async (line: string) => (await verdict(line)).actual;
    assert.deepEqual(await verdict('  ?? status == 404'), {
      ...{ line: 3, text: '?? status == 404', ok: false, actual: '200' },
    });
    assert.equal(await seen('?? body data.name == x'), 'foo bar');
    assert.equal(await seen('?? body data.name matches ^x'), 'foo bar');
    assert.equal(await seen('?? body data.nil == x'), 'null');
    assert.equal(await seen('?? body data.no == x'), 'false');
    assert.equal(await seen('?? body data.nested == x'), '{"a":1,"b":[1,2]}');
    assert.deepEqual(await verdict('?? body data.missing == x'), {
      ...{ line: 3, text: '?? body data.missing == x', ok: false },
    });
  });

  it('is read with the escapes of JSON in its paths, and with all spaces but one before its predicate', () => {
    assert.deepEqual(readPath('["a \\"b\\u0041"]'), ['a "bA']);
    assert.equal(readPath(''), undefined);
    assert.deepEqual(read('?? header x-y  == 1', 0).subject, { kind: 'header', name: 'x-y ' });
    const wrong = readExpectation('  ?? nonsense  ', 0);
    assert.deepEqual('code' in wrong && [wrong.code, wrong.args], ['unknown-predicate', ['?? nonsense']]);
  });

  it('says that a pattern could not be tried, and hides no error of ours', async () => {
    const match = mock.method(Patterns.prototype, 'match', () => Promise.resolve('failed'));
    const { ok, actual } = await verdict('?? body matches a');
    assert.deepEqual([ok, actual], [false, 'The pattern could not be tried.']);
    match.mock.mockImplementation(() => Promise.reject(new Error('Ours')));
    await assert.rejects(verdict('?? body matches a'), /Ours/);
  });

  const typed = (type: string, text = ANSWER.text) => ({
    ...answer,
    text,
    headers: [['content-type', type]] as const,
  });
  const json = (text: string) => typed('application/json', text);
  for (const [isMet, line, of] of [
    [true, 'body data.no ==  FALSE '],
    [true, 'status != abc'],
    [false, 'body data.name isNumber'],
    [false, 'body data.name <= 10'],
    [false, 'body data.missing < 10'],
    [true, 'body data.nested.b < 10'],
    [false, 'body data.empty matches ^$'],
    [false, 'body data.missing matches .*'],
    [false, 'status matches'],
    [false, 'header set-cookie exists', json('')],
    // httpyac reads no path that begins with a bracket.
    [true, 'body [0].id  \t== 7', json('[{"id":7}]')],
    [true, 'body ["a-b"] == 1', json('{"a-b":1}')],
    [true, 'body success == true', typed('application/problem+json')],
    [true, 'body success == true', typed('text/json')],
    [true, 'body success == true', typed(' application/json ; charset=utf-8')],
    [false, 'body success == true', typed('x/application/json')],
    [false, 'body success == true', typed('application/jsonp')],
    [false, 'body success == true', typed('TEXT/JSON')],
    [true, 'body length == 1', json('0')],
    [true, 'body length == 2', json('[{')],
    [false, 'body data exists', json('')],
  ] as const)
    it(`is ${isMet ? 'met' : 'not met'}: ${line} of ${of?.headers[0][1] ?? 'the same'} ${of?.text ?? ''}`, async () =>
      assert.equal((await verdict(`?? ${line}`, of)).ok, isMet));

  it('is not met by a body that could not be read, whatever it says of it', async () => {
    const of = { ...answer, text: undefined };
    for (const line of ['?? body != x', '?? body data.name isFalse', '?? body isString'])
      assert.deepEqual(await verdict(line, of), { line: 3, text: line, ok: false }, line);
    assert.ok((await verdict('?? status == 200', of)).ok);
  });

  it('ends a pattern that does not end by itself, and says so', async () => {
    const text = `${'a'.repeat(40)}!`;
    const reads = ['?? body matches ^(a+)+$', '?? body matches ^a+!$', '?? body matches ('];
    const verdicts = await judge(reads.map(read), { ...answer, text });
    assert.deepEqual(
      verdicts.map(({ ok, actual }) => [ok, actual]),
      [
        [false, 'The pattern took longer than 100 ms.'],
        [true, text],
        [false, 'This is not a regular expression.'],
      ],
    );
  });

  it('reads a body once, however many expectations look into it', async () => {
    const records = Array.from({ length: 100 }, (_, id) => ({ id: `file_${id}` }));
    const of = { ...answer, text: JSON.stringify({ data: { records } }) };
    const reads = records.map(({ id }, index) => read(`?? body data.records[${index}].id == ${id}`, index));
    const parse = mock.method(JSON, 'parse');
    const verdicts = await judge(reads, of);
    mock.restoreAll();
    assert.ok(verdicts.length === 100 && verdicts.every(({ ok }) => ok));
    assert.equal(parse.mock.callCount(), 1);
  });
});

describe('a line of an expectation', () => {
  it('is no part of the body, wherever it is', async () => {
    const type = 'Content-Type: text/plain';
    const text = `POST /a\n${type}\n?? status == 200\n\none\n  ?? body includes {{x}}\n??status != 1\ntwo\n?? status isNumber\n`;
    const request = await built(`@x = 5\n${text}`);
    assert.equal(bodyOf(request), 'one\ntwo');
    assert.deepEqual(
      request.expectations.map(({ line, text: own, right }) => [line, own, right]),
      [
        [3, '?? status == 200', '200'],
        [6, '?? body includes {{x}}', '5'],
        [7, '??status != 1', '1'],
        [9, '?? status isNumber', ''],
      ],
    );
    assert.deepEqual((await built('GET /a\n?? status == 200')).target.query, '');
  });

  it('keeps a request from being sent where it cannot be judged', async () => {
    for (const line of NOT_JUDGED) {
      const [request] = parseHttpFile(`GET /a\n\n${line}`).requests;
      assert.equal(request?.problems[0]?.span.line, 2, line);
      assert.match(await refusalOf(`GET /a\n\n${line}`), /^unknown-(?:subject|predicate)$/, line);
    }
  });

  it('is not met where the thread that tries a pattern dies, and the next one is tried', async () => {
    const dying =
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('gone'); })";
    let started = 0;
    await using patterns = new Patterns(async () => {
      started += 1;
      if (started === 2) throw new Error('no thread');
      const worker = new Worker(dying, { eval: true });
      await once(worker, 'online');
      return worker;
    });
    for (let time = 0; time < 3; time += 1) assert.equal(await patterns.match('a', 'a'), 'failed');
    assert.equal(started, 3);
  });

  it('takes no key and no unknown variable', async () => {
    assert.equal(await refusalOf('GET /a\n?? body == {{apiKey}}'), 'key-elsewhere');
    assert.equal(await refusalOf(`GET /a\n?? body == ${KEY}`), 'key-elsewhere');
    assert.equal(await refusalOf('GET /a\n?? body == {{nobody}}'), 'unknown-variable');
  });

  it('is read or refused, whatever it holds, and never throws', async () => {
    const words = 'status body header == exists matches data . [0] [" "] { é'.split(' ');
    const part = fc.constantFrom(...words, ' ', '\t');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const line = `?? ${parts.join('')}`;
        const expected = readExpectation(line, 0);
        if ('code' in expected) return;
        const { subject, subjectSpan, right } = expected;
        const [found] = await judge([expected], answer);
        assert.equal(found?.text, line);
        assert.equal(line.slice(subjectSpan.start, subjectSpan.end).split(/\s/, 1)[0], subject.kind);
        assert.ok(line.endsWith(right));
      }),
    );
  });
});
