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
    const text = { status: 404, headers: [['content-type', 'text/plain']] as const, text: '{"a":1}' };
    assert.deepEqual(suggestExpectations(text), [
      '?? status == 404',
      '?? header content-type includes text/plain',
    ]);
    assert.deepEqual(suggestExpectations({ status: 204, headers: [], text: '' }), ['?? status == 204']);
    assert.equal(suggestExpectations({ status: 200, headers, text: '[{"a":1}]' }).length, 2);
    assert.equal(suggestExpectations({ status: 200, headers, text: '{' }).length, 2);
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
