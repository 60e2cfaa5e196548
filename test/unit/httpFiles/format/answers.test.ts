import assert from 'node:assert/strict';
import { readReference, valueOf, type KnownAnswer } from '../../../../src/httpFiles/format/answers';
import { parseExactly } from '../../../../src/util/exactJson';

const TEXT = '{"data":{"list":[{"id":"x","n":12345678901234567001}],"nil":null,"a b":true}}';
const ANSWER: KnownAnswer = {
  body: JSON.parse(TEXT),
  exactBody: parseExactly(TEXT),
  headers: [
    ['X-First', '1'],
    ['Location', '/a'],
    ['location', '/b'],
  ],
};

function value(expression: string, answer = ANSWER): string {
  const reference = readReference(expression);
  assert.ok(reference, expression);
  return valueOf(reference, answer, expression);
}

describe('a value of an earlier answer', () => {
  it('is named by its request and its place', () => {
    assert.deepEqual(readReference('a.response.headers.Location'), {
      ...{ request: 'a', part: 'headers', steps: ['Location'] },
    });
    for (const whole of ['a.response.body.*', 'a.response.body.$']) {
      assert.deepEqual(readReference(whole), { request: 'a', part: 'body', steps: [] });
    }
    assert.deepEqual(readReference(`a.response.body.$.data[0]['b c']["d"].é-1`), {
      ...{ request: 'a', part: 'body', steps: ['data', 0, 'b c', 'd', 'é-1'] },
    });
    const others = [
      'a',
      'a.response.body',
      'a.response.body.x',
      'a.response.body.$..x',
      'a.response.body.$[x]',
    ];
    for (const other of others) assert.equal(readReference(other), undefined, other);
  });

  it('is its text, and everything else is JSON with numbers as they came', () => {
    assert.equal(value('a.response.body.$.data.list[0].id'), 'x');
    assert.equal(value('a.response.body.$.data.list[0].n'), '12345678901234567001');
    assert.equal(value('a.response.body.$.data.list'), '[{"id":"x","n":12345678901234567001}]');
    assert.equal(value('a.response.body.$.data.nil'), 'null');
    assert.equal(value("a.response.body.$.data['a b']"), 'true');
    assert.equal(value('a.response.headers.LOCATION'), '/a');
    const { exactBody: _, ...plain } = ANSWER;
    assert.equal(value('a.response.body.$.data.list[0]', plain), '{"id":"x","n":12345678901234567000}');
    const part = { ...ANSWER, exactBody: {} };
    assert.equal(value('a.response.body.$.data.nil', part), 'null', 'where only the plain one is known');
    for (const mark of ['…', '•']) {
      const whole = { url: 'h?x', n: '12345678901234567001' };
      const exactBody = parseExactly(`{"a":{"url":"h?${mark}","n":${whole.n}}}`);
      assert.equal(
        value('a.response.body.$.a', { ...ANSWER, body: { a: whole }, exactBody }),
        `{"url":"h?x","n":${whole.n}}`,
        'what is kept hides parts of links',
      );
    }
  });

  it('is missed by its expression where nothing is there', () => {
    for (const expression of [
      'a.response.body.$.data.none',
      'a.response.body.$.data.nil.deeper',
      'a.response.body.$.data.list[0].id.length',
      'a.response.body.$.constructor',
      'a.response.headers.X-None',
    ]) {
      assert.throws(() => value(expression), { code: 'nothing-there', args: [expression] });
    }
    assert.throws(() => value('a.response.body.$.a', { body: undefined, headers: [] }), {
      code: 'nothing-there',
    });
  });
});
