import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judge } from '../../../../src/httpFiles/format/expect/judge';
import { suggestExpectations } from '../../../../src/httpFiles/format/expect/suggest';
import { readExpectation } from '../../../../src/httpFiles/format/parse/parseExpectation';

const headers = [['Content-Type', 'application/json; charset=utf-8']] as const;

describe('suggested expectations', () => {
  it('are the status, the type, and the ids and types that are there, those at the top first', () => {
    const body = {
      success: true,
      data: { records: [{ id: 'file_12', fileId: 'x', size: 5, 'a-b': null }], empty: [] },
      message: '',
      'x-y': 1,
    };
    assert.deepEqual(suggestExpectations({ status: 201, headers, text: JSON.stringify(body) }), [
      '?? status == 201',
      '?? header content-type includes application/json',
      '?? body success == true',
      '?? body message isString',
      '?? body data.records isArray',
      '?? body data.empty isArray',
      '?? body data.records[0].id startsWith file_',
      '?? body data.records[0].fileId isString',
      '?? body data.records[0].size isNumber',
    ]);
  });

  it('look at no body that is no JSON', () => {
    assert.deepEqual(suggestExpectations({ status: 204, headers: [], text: '' }), ['?? status == 204']);
    assert.equal(suggestExpectations({ status: 200, headers, text: '[{"a":1}]' }).length, 2);
    assert.equal(suggestExpectations({ status: 200, headers, text: '{' }).length, 2);
  });

  it('name the type as it is written before its parameters, where it is one', () => {
    const typeLines = (...types: readonly string[]) => {
      const all = [['x', 'y'], ...types.map((type) => ['CONTENT-TYPE', type])] as [string, string][];
      const [, ...rest] = suggestExpectations({ status: 200, headers: all, text: '{"a":1}' });
      return rest;
    };
    const includes = (type: string) => `?? header content-type includes ${type}`;
    assert.deepEqual(typeLines(' text/json ; a=b'), [includes('text/json'), '?? body a isNumber']);
    assert.deepEqual(typeLines('application/a+json', 'x/y'), [
      includes('application/a+json'),
      '?? body a isNumber',
    ]);
    for (const type of ['text/plain', 'text/jsonp', 'x/text/json', 'application/x+jsonp', 'xtext/json']) {
      const isType = type.split('/').length === 2;
      assert.deepEqual(typeLines(type), isType ? [includes(type)] : [], type);
    }
    for (const none of ['', 'text', 'a b/c', 'a/b c']) assert.deepEqual(typeLines(none), [], none);
  });

  it('go five deep, stop at a page of them, and name each place so that it is found', () => {
    const linesOf = (body: unknown) =>
      suggestExpectations({ status: 200, headers, text: JSON.stringify(body) }).slice(2);
    assert.deepEqual(linesOf({ a: { b: { c: { d: { e: 1 }, f: 2 } } } }), ['?? body a.b.c.f isNumber']);
    assert.deepEqual(linesOf({ a: { 'b-c': { d: { e: { f: 1 } } }, g: 'x' } }), ['?? body a.g isString']);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}`, n]));
    assert.equal(linesOf(many).length, 13);
    assert.deepEqual(linesOf({ a: { 'b-c': 1, 'd e': 1, '-': 2, 'f!': 1, g: 'x' } }), [
      '?? body a["b-c"] isNumber',
      '?? body a["-"] isNumber',
      '?? body a.g isString',
    ]);
    const ids = {
      id: 'file_1',
      userId: 'u_1',
      a_id: 'x_1',
      Id: 'y_1',
      idx: 'z_1',
      userIds: 'u_1',
      bid: 'b_1',
    };
    assert.deepEqual(linesOf({ ...ids, in: [{ id: '1a_b' }] }), [
      '?? body id startsWith file_',
      '?? body userId startsWith u_',
      '?? body a_id startsWith x_',
      '?? body Id isString',
      '?? body idx isString',
      '?? body userIds isString',
      '?? body bid isString',
      '?? body in isArray',
      '?? body in[0].id isString',
    ]);
  });

  it('are met by the answer that they were made from', async () => {
    const names = fc.constantFrom('id', 'fileId', 'a', 'é', 'a-b', 'a b', '0', 'constructor');
    const values = fc.object({
      key: names,
      maxDepth: 3,
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    });
    await fc.assert(
      fc.asyncProperty(values, async (body) => {
        const answer = { status: 200, headers, text: JSON.stringify(body), durationMs: 1 };
        const read = suggestExpectations(answer).map(readExpectation);
        const expectations = read.filter((each) => 'subject' in each);
        assert.equal(expectations.length, read.length);
        for (const { ok, text } of await judge(expectations, answer)) assert.ok(ok, text);
      }),
    );
  });
});
