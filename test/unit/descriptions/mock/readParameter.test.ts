import assert from 'node:assert/strict';
import {
  pairsIn,
  readForm,
  readParameter,
  type Pairs,
} from '../../../../src/descriptions/mock/readParameter';
import { locate } from '../../../../src/descriptions/resolve/parts';
import { openApi, read, readOne } from '../reading';
import { parseExactly } from '../../../../src/util/exactJson';

const LARGE = '9007199254740993';
const INTEGERS = { type: 'array', items: { type: 'integer' } };
const TEXTS = { type: 'array', items: { type: 'string' } };
const FIELDS = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } };
const FREE = { type: 'object', additionalProperties: { type: 'string' } };

/** The schema of a parameter, where it is and its style, what was sent, and what that is. */
type Case = readonly [schema: unknown, how: string, given: string, expected: unknown];

/** @param how place, style, and `*` for exploded or `-` for not exploded */
async function readValue([schema, how, given]: Case): Promise<unknown> {
  const [place, style, more] = how.split(' ');
  const explode = more === undefined ? undefined : more === '*';
  const parameters = [{ name: 'p', in: place, schema, style: style === '' ? undefined : style, explode }];
  const { operation, resolver } = await readOne(openApi({ '/a/{p}': { get: { parameters } } }));
  const [parameter = assert.fail()] = operation.parameters;
  const sent = place === 'query' ? pairsIn(given) : given;
  return readParameter(parameter, locate(parameter.schema), sent, resolver);
}

async function checkAll(cases: readonly Case[]): Promise<void> {
  for (const each of cases) {
    const [schema, how, given] = each;
    assert.deepEqual(await readValue(each), each[3], JSON.stringify([schema, how, given]));
  }
}

describe('A parameter that was sent', () => {
  it('is read from a path or a header by its style', async () => {
    await checkAll([
      [INTEGERS, 'path', '1,2', [1, 2]],
      [INTEGERS, 'path', '', []],
      [INTEGERS, 'header', '1,x', [1, 'x']],
      [INTEGERS, 'header', '1, 2\t ,3', [1, 2, 3]],
      [TEXTS, 'path', 'x, y', ['x', ' y']],
      [TEXTS, 'path simple *', 'p=1,p=2', ['p=1', 'p=2']],
      [TEXTS, 'path label -', '.x.y,z', ['x.y', 'z']],
      [INTEGERS, 'path label *', '.1.2', [1, 2]],
      [INTEGERS, 'path matrix -', ';p=1,2', [1, 2]],
      [INTEGERS, 'path matrix *', ';p=1;p=2', [1, 2]],
      [TEXTS, 'path matrix -', ';p=x,p=y', ['x', 'p=y']],
      [TEXTS, 'path matrix *', 'x;y', ['x', 'y']],
      [FIELDS, 'path', 'a,1,b,2', { a: 1, b: '2' }],
      [FIELDS, 'path', 'a,1,b', { a: 1, b: '' }],
      [FIELDS, 'path simple *', 'a=1,b=c=d', { a: 1, b: 'c=d' }],
      [FIELDS, 'path simple *', 'b,=2', { b: '', '': '2' }],
      [FIELDS, 'path label *', '.a=1.b=2', { a: 1, b: '2' }],
      [FIELDS, 'path matrix -', ';p=a,1,b,2', { a: 1, b: '2' }],
      [FIELDS, 'path matrix *', ';a=1;b=2', { a: 1, b: '2' }],
      [{ type: 'string' }, 'path', '.;p=x', '.;p=x'],
      [{ type: 'string' }, 'path label', '.x.y', 'x.y'],
      [{ type: 'string' }, 'path label', 'x.y', 'x.y'],
      [{ type: 'string' }, 'path matrix', ';p=x;y', 'x;y'],
      [{ type: 'string' }, 'path matrix', 'x;p=y', 'x;p=y'],
    ]);
  });

  it('keeps the names of fields that end like its own', async () =>
    await checkAll([[FREE, 'path matrix *', ';stop=1;p=2', { stop: '1', p: '2' }]]));

  it('is read from a query by its style', async () => {
    await checkAll([
      [INTEGERS, 'query', 'p=1&q=5&p=2', [1, 2]],
      [INTEGERS, 'query', 'q=5', undefined],
      [{ type: 'array', items: INTEGERS }, 'query', 'p=[1]&p=2', ['[1]', '2']],
      [INTEGERS, 'query form -', 'p=1,2&p=3', [1, 2]],
      [INTEGERS, 'query form -', 'p=', []],
      [INTEGERS, 'query pipeDelimited', 'p=1|2', [1, 2]],
      [INTEGERS, 'query spaceDelimited', 'p=1 2', [1, 2]],
      [INTEGERS, 'query tabDelimited', 'p=1%092', [1, 2]],
      [INTEGERS, 'query pipeDelimited *', 'p=1&p=2', [1, 2]],
      [FIELDS, 'query form -', 'p=a,1,b,2', { a: 1, b: '2' }],
      [FIELDS, 'query', 'a=1&q=5', { a: 1 }],
      [FIELDS, 'query', 'q=5', undefined],
      [{ properties: FIELDS.properties }, 'query', 'a=1', { a: 1 }],
      [{ oneOf: [{ type: 'string' }, FIELDS] }, 'query', 'a=1&q=5', { a: 1 }],
      [FIELDS, 'query deepObject', 'p[a]=1&q[b]=x&p[b=x&p=x', { a: 1 }],
      [FIELDS, 'query deepObject', 'a=1', undefined],
      [INTEGERS, 'query deepObject', 'p[]=1&p[]=2&p=3', [1, 2]],
      [INTEGERS, 'query deepObject', 'p[1]=1&p[0]=x', [1, 'x']],
      [INTEGERS, 'query deepObject', 'p[1]=1&p[x]=2', { 1: '1', x: '2' }],
      [
        { type: 'array', items: FIELDS },
        'query deepObject',
        'p[0][a]=1&p[1][a]=2&p[0][b]=x',
        [{ a: 1, b: 'x' }, { a: 2 }],
      ],
      [
        { type: ['array', 'object'], properties: { a: INTEGERS } },
        'query deepObject',
        'p[a]=1&p[a]=2',
        { a: [1, 2] },
      ],
      [
        { properties: { a: { properties: { b: INTEGERS } } } },
        'query deepObject',
        'p[a][b][]=1',
        { a: { b: [1] } },
      ],
      [{ properties: { a: FREE } }, 'query deepObject', 'p[a]={"c":"d"}', { a: '{"c":"d"}' }],
    ]);
  });

  it('is split before it is decoded, and after it where its delimiter is encoded, too', async () => {
    await checkAll([
      [TEXTS, 'query form -', 'p=a%2Cb,c', ['a,b', 'c']],
      [TEXTS, 'query form -', 'p=a%2Cb', ['a', 'b']],
      [TEXTS, 'query spaceDelimited', 'p=a%20b+c', ['a', 'b', 'c']],
      [TEXTS, 'query spaceDelimited', 'p=a+b', ['a', 'b']],
      [TEXTS, 'query spaceDelimited', 'p=a%20b', ['a', 'b']],
      [TEXTS, 'query pipeDelimited', 'p=a%7Cb|c', ['a|b', 'c']],
      [TEXTS, 'query pipeDelimited', 'p=a%7Cb', ['a', 'b']],
      [FIELDS, 'query form -', 'p=a,1,b,2%2C3', { a: 1, b: '2,3' }],
      [FREE, 'query', 'x%20y=1%2C2+3', { 'x y': '1,2 3' }],
      [FREE, 'query deepObject', 'p%5Ba%5D=1%2B2', { a: '1+2' }],
      [TEXTS, 'path', 'a%2Cb,c', ['a,b', 'c']],
      [TEXTS, 'path', 'a%2Cb', ['a', 'b']],
      [TEXTS, 'path matrix -', ';p=a%2Cb,c', ['a,b', 'c']],
      [TEXTS, 'path matrix *', ';p=a%3Bb;p=c', ['a;b', 'c']],
      [TEXTS, 'path matrix -', ';%70=a', ['a']],
      [FIELDS, 'path simple *', 'a=1,b=2%2C3', { a: 1, b: '2,3' }],
      [{ type: 'string' }, 'path', 'a%2Cb%zz', 'a%2Cb%zz'],
      [{ type: 'string' }, 'path', 'a%2Cb', 'a,b'],
      [{ type: 'string' }, 'header', 'a%2Cb, c', 'a%2Cb, c'],
    ]);
  });

  it('is read by what four alternatives ask for at once: beyond, there may be too many', async () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ properties: { [name]: { type: 'integer' } } }));
    const more = Array.from({ length: 20 }, () => ({}));
    const schema = { type: 'object', allOf: [...fields, ...more].map((each) => ({ oneOf: [each, {}] })) };
    await checkAll([[schema, 'query deepObject', 'p[a]=1&p[d]=2&p[e]=3', { a: 1, d: 2, e: '3' }]]);
  });

  it('has fields of any name where its schema names none', async () =>
    await checkAll([[FREE, 'query', 'x=1&y=2', { x: '1', y: '2' }]]));

  it('is read by what its schema asks of fields that it does not name', async () => {
    const schema = { ...FIELDS, additionalProperties: { type: 'integer' } };
    await checkAll([[schema, 'query deepObject', 'p[b]=1&p[c]=2', { b: '1', c: 2 }]]);
  });

  it('is a number, a boolean or null only where its schema asks for one and the text is one', async () => {
    const numberCase = (text: string, expected: unknown) => [{ type: 'number' }, text, expected] as const;
    const texts: (readonly [schema: unknown, text: string, expected: unknown])[] = [
      ...['1.', 'x1', '1x', '', '0x1', '1e', '- 1'].map((text) => numberCase(text, text)),
      ...['1.25', '-3', '1e12', '1E+12', '25e-10'].map((text) => numberCase(text, Number(text))),
      ...[LARGE, `-${LARGE}.10`, '1e400', '1e-400'].map((text) => numberCase(text, parseExactly(text))),
      ...['007', '-00.5', '9007199254740992', '1.10'].map((text) => numberCase(text, Number(text))),
      [{ type: 'integer' }, `00${LARGE}`, parseExactly(LARGE)],
      [{ type: 'integer' }, `-0${LARGE}`, parseExactly(`-${LARGE}`)],
      [{ type: 'string' }, LARGE, LARGE],
      [{ type: 'string' }, '1', '1'],
      [{ type: 'boolean' }, 'true', true],
      [{ type: 'boolean' }, 'false', false],
      [{ type: 'boolean' }, 'yes', 'yes'],
      [{ type: 'string' }, 'true', 'true'],
      [{ allOf: [{ type: 'string' }, { type: 'string' }] }, '1', '1'],
      [{ type: ['null', 'integer'] }, '', null],
      [{ type: ['null', 'integer'] }, 'null', null],
      [{ type: ['null', 'integer'] }, 'x', 'x'],
      [{ type: ['null', 'string'] }, 'null', 'null'],
      [{ type: 'integer' }, 'null', 'null'],
      [{ oneOf: [{ type: 'integer' }, { anyOf: [{ type: 'boolean' }, { type: 'null' }] }] }, 'true', true],
      [{ oneOf: [{ type: 'integer' }, { anyOf: [{ type: 'boolean' }, { type: 'null' }] }] }, '', null],
      [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, '7', 7],
      // Where no type is named, the one of a choice that is written so.
      [{ enum: [1, 2] }, '2', 2],
      [{ enum: [1, 2] }, '3', '3'],
      [{ enum: [1, '1'] }, '1', '1'],
      [{ const: true }, 'true', true],
      [{ enum: [null] }, 'null', null],
      [{ anyOf: [{ const: 1.5 }, { type: 'boolean' }] }, '1.5', 1.5],
      [{ type: 'string', enum: [1] }, '1', '1'],
      [{}, '7', '7'],
      [false, '7', '7'],
      [undefined, '7', '7'],
    ];
    await checkAll(
      texts.map(([schema, text, expected]) => [
        schema,
        'query form -',
        `p=${encodeURIComponent(text)}`,
        expected,
      ]),
    );
  });

  it('has what is nested in a form as JSON, and only there', async () => {
    const schema = {
      properties: {
        meta: FREE,
        m: FREE,
        list: INTEGERS,
        texts: TEXTS,
        objects: { type: 'array', items: FREE },
        any: { type: 'array', items: {} },
        note: { type: 'string' },
        count: { type: 'integer' },
      },
    };
    const { resolver } = await read(openApi({}));
    const form = (...pairs: Pairs) => readForm({ contentType: '', schema }, pairs, resolver, false);
    assert.deepEqual(
      form(
        ['meta', ' {"x":"1"}'],
        ['list', '[1, 2]'],
        ['texts', 'a[0]'],
        ['texts', 'b'],
        ['note', '{}'],
        ['count', '3'],
      ),
      { meta: { x: '1' }, list: [1, 2], texts: ['a[0]', 'b'], note: '{}', count: 3 },
    );
    assert.deepEqual(form(['list', `[${LARGE}]`], ['count', LARGE]), {
      list: [parseExactly(LARGE)],
      count: parseExactly(LARGE),
    });
    assert.deepEqual(
      form(['objects', '{"x":1}'], ['objects', '{'], ['objects', '[]'], ['texts', '{}'], ['any', '{}']),
      { objects: [{ x: 1 }, '{', '[]'], texts: ['{}'], any: ['{}'] },
    );
    assert.deepEqual(form(['texts', '["a"]'], ['texts', '{"a":["b"]}'], ['list', '{"a":[1]}']), {
      texts: ['["a"]', '{"a":["b"]}'],
      list: ['{"a":[1]}'],
    });
    assert.deepEqual(form(['objects', '[{"x":1}]'], ['any', '{}'], ['any', '{"y":2}']), {
      objects: [{ x: 1 }],
      any: ['{}', '{"y":2}'],
    });
    assert.deepEqual(form(['meta', '{'], ['other', '1']), { meta: '{', other: '1' });
    assert.deepEqual(form(['lists', '1'], ['meta[x', '2']), { lists: '1', 'meta[x': '2' });
    assert.deepEqual(
      form(['meta[x]', '1'], ['list[]', '1'], ['list[]', '2'], ['note[a]', '3'], ['[b]', '4']),
      {
        meta: { x: '1' },
        list: [1, 2],
        'note[a]': '3',
        '[b]': '4',
      },
    );
    assert.deepEqual(readForm({ contentType: '' }, [['a', '[1]']], resolver, false), { a: '[1]' });
  });
});
