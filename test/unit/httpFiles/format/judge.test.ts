import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Patterns } from '../../../../src/httpFiles/format/expect/matches';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { isMet } from '../../../../src/httpFiles/format/expect/predicates';
import { judge, type JudgedAnswer } from '../../../../src/httpFiles/format/expect/judge';
import { readExpectation, readPath } from '../../../../src/httpFiles/format/parse/parseExpectation';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { ANSWER, NOT_JUDGED, VERDICTS } from '../../requests/http/judge/verdicts.mts';
import { bodyOf, built, KEY, refusalOf } from './support';

const answer: JudgedAnswer = { ...ANSWER, durationMs: 12 };
const hash = (name: string) => createHash(name).update(ANSWER.text).digest('base64');

async function verdict(line: string, of: JudgedAnswer = answer) {
  const read = readExpectation(line, 3);
  assert.ok('subject' in read, line);
  const [found] = await judge([read], of);
  assert.ok(found);
  return found;
}

describe('an expectation', () => {
  for (const row of VERDICTS.trim()
    .split('\n')
    .map((line) => line.replace(/^([+-]) /, '$1 ?? '))) {
    const line = row.slice(2).replace(/MD5|SHA256|SHA512/, (name) => hash(name.toLowerCase()));
    it(`is judged as in httpyac: ${row}`, async () => {
      assert.equal((await verdict(line)).ok, row.startsWith('+'));
    });
  }

  it('says what was seen, and nothing where nothing is', async () => {
    const seen = async (line: string) => (await verdict(line)).actual;
    assert.deepEqual(await verdict('  ?? status == 404'), {
      ...{ line: 3, text: '?? status == 404', ok: false, actual: '200' },
    });
    assert.equal(await seen('?? body data.name == x'), 'foo bar');
    assert.equal(await seen('?? body data.nil == x'), 'null');
    assert.equal(await seen('?? body data.no == x'), 'false');
    assert.equal(await seen('?? body data.nested == x'), '{"a":1,"b":[1,2]}');
    assert.deepEqual(await verdict('?? body data.missing == x'), {
      ...{ line: 3, text: '?? body data.missing == x', ok: false },
    });
    assert.equal(await seen('?? body data.missing.deeper == x'), undefined);
  });

  it('is read with the escapes of JSON in its paths, and with all spaces but one before its predicate', () => {
    assert.deepEqual(readPath('["a \\"b\\u0041"]'), ['a "bA']);
    assert.equal(readPath(''), undefined);
    const read = readExpectation('?? header x-y  == 1', 0);
    assert.deepEqual('subject' in read && read.subject, { kind: 'header', name: 'x-y ' });
    const wrong = readExpectation('  ?? nonsense  ', 0);
    assert.deepEqual('code' in wrong && [wrong.code, wrong.args], ['unknown-predicate', ['?? nonsense']]);
  });

  it('says that a pattern could not be tried, and hides no error of ours', async () => {
    const match = mock.method(Patterns.prototype, 'match', () => Promise.resolve('failed'));
    try {
      const { ok, actual } = await verdict('?? body matches a');
      assert.deepEqual([ok, actual], [false, 'The pattern could not be tried.']);
      match.mock.mockImplementation(() => Promise.reject(new Error('Ours')));
      await assert.rejects(verdict('?? body matches a'), /Ours/);
    } finally {
      match.mock.restore();
    }
  });

  it('turns what is expected into what was seen', () => {
    assert.ok(isMet('==', false, ' FALSE '));
    assert.ok(isMet('==', null, 'null') && !isMet('==', null, 'undefined'));
    assert.ok(isMet('==', undefined, 'undefined') && !isMet('==', undefined, 'null'));
    assert.ok(isMet('!=', 5, 'five') && !isMet('==', 5, 'five'));
    assert.ok(isMet('==', 5, '5.0 apples') && !isMet('==', '5', '5.0'));
    assert.ok(isMet('<', [5, 6], '10') && isMet('>', [50], '10') && !isMet('<=', 'five', '10'));
    assert.ok(!isMet('>=', 5, 'five') && !isMet('<', undefined, '10'));
    assert.ok(isMet('isNumber', 5, '') && !isMet('isNumber', '5', ''));
  });

  it('matches no pattern with what is not there, or is empty', async () => {
    for (const line of [
      '?? body data.empty matches ^$',
      '?? body data.missing matches .*',
      '?? status matches',
    ])
      assert.equal((await verdict(line)).ok, false, line);
  });

  it('finds no cookie where none was set', async () => {
    const of = { ...answer, headers: [['x', 'y']] as const };
    assert.equal((await verdict('?? header set-cookie exists', of)).ok, false);
    assert.equal((await verdict('?? header set-cookie exists')).ok, true);
  });

  it('is not met by a body that could not be read, whatever it says of it', async () => {
    const of = { ...answer, text: undefined };
    for (const line of ['?? body != x', '?? body data.name isFalse', '?? body isString'])
      assert.deepEqual(await verdict(line, of), { line: 3, text: line, ok: false }, line);
    assert.ok((await verdict('?? status == 200', of)).ok);
  });

  it('reads a path from the beginning of a list, which httpyac does not', async () => {
    const list = { ...answer, text: '[{"id":7}]' };
    for (const space of [' ', '  \t'])
      assert.equal((await verdict(`?? body [0].id${space}== 7`, list)).ok, true);
    assert.equal((await verdict('?? body ["a-b"] == 1', { ...answer, text: '{"a-b":1}' })).ok, true);
  });

  it('reads JSON only where the answer says that it is JSON', async () => {
    const types = {
      'application/problem+json': true,
      'text/json': true,
      ' application/json ; charset=utf-8': true,
      'x/application/json': false,
      'application/jsonp': false,
      'text/plain': false,
      'TEXT/JSON': false,
    };
    for (const [type, isJson] of Object.entries(types)) {
      const of = { ...answer, headers: [['content-type', type]] as const };
      assert.equal((await verdict('?? body success == true', of)).ok, isJson, type);
    }
    assert.equal((await verdict('?? body length == 1', { ...answer, text: '0' })).ok, true);
    assert.equal((await verdict('?? body length == 2', { ...answer, text: '[{' })).ok, true);
    assert.equal((await verdict('?? body data exists', { ...answer, text: '' })).ok, false);
  });

  it('ends a pattern that does not end by itself, and says so', async () => {
    const text = `${'a'.repeat(40)}!`;
    const reads = ['?? body matches ^(a+)+$', '?? body matches ^a+!$', '?? body matches ('];
    const expectations = reads.map((line, index) => readExpectation(line, index));
    const verdicts = await judge(
      expectations.filter((read) => 'subject' in read),
      { ...answer, text },
    );
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
    const reads = records
      .map(({ id }, index) => readExpectation(`?? body data.records[${index}].id == ${id}`, index))
      .filter((read) => 'subject' in read);
    const parse = mock.method(JSON, 'parse');
    const verdicts = await judge(reads, of);
    mock.restoreAll();
    assert.ok(verdicts.length === 100 && verdicts.every(({ ok }) => ok));
    assert.equal(parse.mock.callCount(), 1);
  });
});

describe('a line of an expectation', () => {
  it('is no part of the body, wherever it stands', async () => {
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
        const read = readExpectation(line, 0);
        if ('code' in read) return;
        const [found] = await judge([read], answer);
        assert.equal(found?.text, line);
        assert.equal(
          line.slice(read.subjectSpan.start, read.subjectSpan.end).split(/\s/, 1)[0],
          read.subject.kind,
        );
        assert.ok(line.endsWith(read.right));
      }),
    );
  });
});
