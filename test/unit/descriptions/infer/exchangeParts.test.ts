import assert from 'node:assert/strict';
import { answersOf, fieldsOf, requestBody } from '../../../../src/descriptions/infer/exchangeParts';
import { attempted, JSON_TYPE, sent } from './exchanges';
import { parseExactly } from '../../../../src/util/exactJson';

const LONG = '9007199254740993.5';
const typed = (type: string) => [['Content-Type', type]] as const;
const text = (value: string) => ({ kind: 'json', text: value }) as const;
const seen = (mediaType: string, ...json: unknown[]) => ({
  mediaType,
  ...(json.length > 0 && { value: { json: json[0] } }),
});

describe('The body of a request that was seen', () => {
  for (const [title, type, body, expected] of [
    ['is JSON', 'application/json', '{"a":1}', seen(JSON_TYPE, { a: 1 })],
    ['is JSON with parameters', 'Application/JSON; charset=utf-8', '1', seen(JSON_TYPE, 1)],
    ['is JSON of another kind', 'application/problem+json', 'null', seen('application/problem+json', null)],
    ['is JSON with exact numbers', JSON_TYPE, LONG, seen(JSON_TYPE, parseExactly(LONG))],
    ['is nothing that is cut off', JSON_TYPE, '{"a":', seen(JSON_TYPE)],
    ['is nothing that only begins like JSON', 'application/json-seq', '1', seen('application/json-seq')],
    ['is nothing that only ends like JSON', 'text/xjson', '1', seen('text/xjson')],
    ['is text', 'text/x.y+z-1', 'a', seen('text/x.y+z-1')],
    ['is JSON where it has no type', undefined, '[1]', seen(JSON_TYPE, [1])],
    ['is anything where it has no type', undefined, 'a', seen('*/*')],
    ['is anything where its type is none', 'nonsense', 'a', seen('*/*')],
    ['is anything where its type is more than one', 'a/b, c/d', 'a', seen('*/*')],
    ['is anything where its type has spaces', 'a b/c', 'a', seen('*/*')],
    [
      'is a form',
      'application/x-www-form-urlencoded',
      'a=1&b=x%20y&a=2',
      seen('application/x-www-form-urlencoded', { a: '2', b: 'x y' }),
    ],
  ] as const) {
    it(title, () => {
      const headers = [['x-other', 'text/other'] as const, ...(type === undefined ? [] : typed(type))];
      assert.deepEqual(requestBody(sent(text(body), headers)), expected);
    });
  }

  it('is a form with a file', () => {
    const file = { fieldName: 'file', name: 'a.pdf', mimeType: 'application/pdf', size: 1 };
    const body = { kind: 'multipart', fields: { purpose: 'tax' }, file } as const;
    assert.deepEqual(requestBody(sent(body)), seen('multipart/form-data', { purpose: 'tax', file: {} }));
  });

  it('is none where none was sent', () =>
    assert.equal(requestBody(sent(undefined, typed(JSON_TYPE))), undefined));
});

describe('The answers that were seen', () => {
  it('are those of all attempts', () => {
    const json = typed(JSON_TYPE);
    assert.deepEqual(
      answersOf(
        attempted([503, json, '{"a":1}'], undefined, [204, json], [200, [], '1'], [200, json, undefined, 9]),
      ),
      [
        { status: 503, body: seen(JSON_TYPE, { a: 1 }) },
        { status: 204 },
        { status: 200, body: seen('*/*') },
        { status: 200, body: seen(JSON_TYPE) },
      ],
    );
  });
});

describe('The fields of an answer', () => {
  for (const [value, fields] of [
    [{ a: 1, b: { c: 'x' } }, ['.a', '.b.c']],
    [{ success: true, data: { a: 1 } }, ['.a']],
    [{ success: false, data: { a: 1 } }, ['.success', '.data.a']],
    [{ success: true, a: 1 }, ['.success', '.a']],
    [{ success: true, data: null }, []],
    [[{ a: 1 }, { b: 1 }], ['[].a']],
    [{ list: [1] }, ['.list[]']],
    [{ list: [] }, ['.list[]']],
    [null, []],
    [7, []],
    [{ a: { a: { a: { a: 1 } } } }, ['.a.a.a.a']],
    [{ a: { a: { a: { a: { a: 1 } } } } }, []],
    [{ a: { a: { a: [1] } } }, ['.a.a.a[]']],
    [{ a: { a: { a: [[1]] } } }, []],
  ] as const) {
    it(`are named with what is around them: ${JSON.stringify(value)}`, () =>
      assert.deepEqual([...fieldsOf(value)], fields));
  }

  it('are a hundred at most', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 1]));
    assert.equal(fieldsOf(many(100)).size, 100);
    assert.equal(fieldsOf(many(101)).size, 100);
  });
});
