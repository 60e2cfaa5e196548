import assert from 'node:assert/strict';
import { OPERATIONS } from '../../../../src/api/model/operations';
import { OperationTasks } from '../../../../src/descriptions/worker/operationTasks';
import { openApi } from '../reading';
import { object, requestFor } from './sampling';

/** The body of a request with one content. */
async function sampled(contentType: string, media: object, more: object = {}) {
  const requestBody = { content: { [contentType]: media } };
  return (await requestFor(openApi({ '/a': { post: { requestBody, responses: {} } } }, more))).body;
}

const json = (value: unknown) => ({ kind: 'json', text: JSON.stringify(value, undefined, 2) });
const text = (value: string) => ({ kind: 'text', text: value });
const file = { kind: 'file' };

describe('A body of a new request', () => {
  for (const [given, example, contentType, content] of [
    ['application/json', { a: 1 }, 'application/json', json({ a: 1 })],
    ['Application/Vnd.X+JSON; v=1', { a: 1 }, 'application/vnd.x+json', json({ a: 1 })],
    ['*/*', { a: 1 }, 'application/json', json({ a: 1 })],
    ['application/*', { a: 1 }, 'application/json', json({ a: 1 })],
    ['; v=1', { a: 1 }, 'application/json', json({ a: 1 })],
    ['text/csv', 'a,b', 'text/csv', text('a,b')],
    ['text/*', 'a', 'text/plain', text('a')],
    ['text/plain', { a: 1 }, 'text/plain', text('')],
    ['text/plain', true, 'text/plain', text('true')],
    ['application/xml', '<a/>', 'application/xml', text('<a/>')],
    ['image/svg+xml', '<svg/>', 'image/svg+xml', text('<svg/>')],
    ['application/xml-dtd', '<a/>', 'application/xml-dtd', file],
    ['application/json-seq', {}, 'application/json-seq', file],
    ['x/axml', '<a/>', 'x/axml', file],
    ['x-text/x', 'a', 'x-text/x', file],
    ['image/png', '', 'image/png', file],
    ['image/*', '', 'image/png', file],
    [
      'application/x-www-form-urlencoded',
      7,
      'application/x-www-form-urlencoded',
      { kind: 'form', pairs: [] },
    ],
    ['multipart/form-data', 7, 'multipart/form-data', { kind: 'multipart', parts: [] }],
  ] as const) {
    it(`is written as ${given} says: ${JSON.stringify(example)}`, async () =>
      assert.deepEqual(await sampled(given, { example }), { contentType, content }));
  }

  it('is the text that is written for it, where its schema is of something that is no text', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
    const content = text('<a>x</a>');
    assert.deepEqual(await sampled('text/xml', { schema, example: '<a>x</a>' }), {
      contentType: 'text/xml',
      content,
    });
    const short = { schema: { type: 'string', maxLength: 2 }, example: '<a/>' };
    assert.equal((await sampled('text/xml', short))?.isInPlace, true);
    assert.equal((await sampled('text/xml', { schema }))?.isInPlace, undefined);
    for (const type of ['application/json', '*/*'])
      assert.equal((await sampled(type, { schema, example: '{}' }))?.isInPlace, true, type);
  });

  for (const [type, content] of [
    ['application/json', json({})],
    ['text/plain', text('')],
    ['application/x-www-form-urlencoded', { kind: 'form', pairs: [] }],
    ['multipart/form-data', { kind: 'multipart', parts: [] }],
  ] as const) {
    it(`is empty where nothing fits: ${type}`, async () =>
      assert.deepEqual((await sampled(type, { schema: false }))?.content, content));
  }

  it('has all but what no value is found for', async () => {
    const properties = { a: { type: 'integer' }, b: { pattern: String.raw`^(.)\1$` }, c: { const: 'x' } };
    const body = await sampled('application/json', { schema: object(properties, 'a', 'b', 'c') });
    assert.deepEqual(body?.content, json({ a: 1, c: 'x' }));
  });

  it('is not there where an operation has none', async () =>
    assert.equal((await requestFor(openApi({ '/a': { post: { responses: {} } } }))).body, undefined));

  it('is the value of an example, wherever that is written', async () => {
    const components = { examples: { Kept: { value: 'kept' }, Empty: { externalValue: 'https://a/' } } };
    const kept = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
    for (const [media, value] of [
      [{ examples: { a: { dataValue: 1, value: 2 } } }, 1],
      [{ examples: { a: { summary: 'x' }, b: { value: 2 } } }, 2],
      [{ examples: kept('Empty', 'Kept') }, 'kept'],
      [{ examples: kept('Missing', 'Kept') }, 'kept'],
      [{ example: 1, examples: { a: { value: 2 } } }, 1],
      [{ example: 1, examples: { a: { value: 'x' } }, schema: { type: 'string' } }, 'x'],
    ] as const) {
      const body = await sampled('application/json', media, { components });
      assert.deepEqual(body, { contentType: 'application/json', content: json(value) });
    }
  });

  it('is an example without what only an answer has', async () => {
    const schema = { properties: { id: { readOnly: true }, name: { type: 'string' } } };
    const body = await sampled('application/json', { schema, example: { id: 1, name: 'a' } });
    assert.deepEqual(body, { contentType: 'application/json', content: json({ name: 'a' }) });
  });

  it('is a text of XML or CSV as it is, whatever the schema says of what it holds', async () => {
    for (const contentType of ['application/xml', 'text/csv']) {
      const body = await sampled(contentType, { schema: { type: 'object' }, example: '<a/>' });
      assert.deepEqual(body, { contentType, content: text('<a/>') });
    }
    const plain = await sampled('text/plain', { schema: { enum: ['b'] }, example: 'a' });
    assert.deepEqual(plain?.content, text('b'));
  });

  it('is the example of the documented interface', () => {
    const { id, method, path } = OPERATIONS.topUp;
    const { body } = new OperationTasks().sample({ source: 'documented', method, path });
    assert.deepEqual(body?.content, json(OPERATIONS.topUp.body.example), id);
  });

  it('has fields of a form one by one, and nested ones as JSON', async () => {
    const example = { a: [1, 'b c'], b: [1, { c: 2 }], d: {}, e: [], f: null, g: 'x&y' };
    const body = await sampled('application/x-www-form-urlencoded', { example });
    const pairs = ['a=1', 'a=b%20c', 'b=%5B1%2C%7B%22c%22%3A2%7D%5D', 'd=%7B%7D', 'f=null', 'g=x%26y'];
    assert.deepEqual(body?.content, { kind: 'form', pairs });
    const encoding = { a: { style: 'deepObject' }, b: { style: 'deepObject' }, d: { style: 'form' } };
    const deep = await sampled('application/x-www-form-urlencoded', { example, encoding });
    assert.deepEqual(deep?.content, {
      kind: 'form',
      pairs: ['a[]=1', 'a[]=b%20c', 'b[]=1', 'b[1][c]=2', 'd=%7B%7D', 'f=null', 'g=x%26y'],
    });
  });
});

/** The parts of a form with one field, in a description of some version. */
async function partsOf(schema: object, value: unknown, { version = '3.1.0', contentType = '' } = {}) {
  const encoding = contentType === '' ? {} : { field: { contentType } };
  const media = { schema: { properties: { field: schema } }, example: { field: value }, encoding };
  const requestBody = { content: { 'multipart/form-data': media } };
  const document = openApi({ '/a': { post: { requestBody, responses: {} } } }, { openapi: version });
  const content = (await requestFor(document)).body?.content;
  assert.ok(content?.kind === 'multipart');
  for (const { name } of content.parts) assert.equal(name, 'field');
  return content.parts.map((part) => [part.text, part.contentType]);
}

const FORM = 'application/x-www-form-urlencoded';

/** What a form with a list, as a field of a description, has in a new request. */
async function listIn(type: string, value: unknown, version: string, how: object) {
  const media = { example: { ids: value, n: 1 }, encoding: { ids: how } };
  const field = { name: 'ids', in: 'formData', type: 'array', items: {}, required: true, ...how };
  const old = {
    swagger: '2.0',
    paths: { '/a': { post: { consumes: [type], parameters: [{ ...field, 'x-example': value }] } } },
  };
  const requestBody = { content: { [type]: media } };
  const paths = { '/a': { post: { requestBody, responses: {} } } };
  const content = (await requestFor(version === '2.0' ? old : openApi(paths, { openapi: version }))).body
    ?.content;
  if (content?.kind === 'form') return content.pairs.filter((pair) => pair.startsWith('ids'));
  assert.ok(content?.kind === 'multipart');
  return content.parts.flatMap(({ name, text }) => (name === 'ids' ? `${name}=${text}` : []));
}

describe('A list in a form', () => {
  const off = { explode: false };
  for (const [type, version, how, written, value = ['a,b', 2]] of [
    [FORM, '3.1.0', {}, ['ids=a%2Cb', 'ids=2']],
    [FORM, '3.1.0', { style: 'form' }, ['ids=a%2Cb', 'ids=2']],
    [FORM, '3.1.0', off, ['ids=a%2Cb,2']],
    [FORM, '3.0.3', { ...off, style: 'pipeDelimited' }, ['ids=a%2Cb%7C2']],
    [FORM, '3.1.0', { style: 'spaceDelimited' }, ['ids=a%2Cb%202']],
    [FORM, '3.1.0', { ...off, style: 'deepObject' }, ['ids[]=a%2Cb', 'ids[]=2']],
    [FORM, '3.1.0', off, ['ids='], []],
    [FORM, '3.1.0', off, ['ids=%5B%7B%7D%5D'], [{}]],
    [FORM, '2.0', {}, ['ids=a%2Cb,2']],
    [FORM, '2.0', { collectionFormat: 'tsv' }, ['ids=a%2Cb%092']],
    [FORM, '2.0', { collectionFormat: 'multi' }, ['ids=a%2Cb', 'ids=2']],
    ['multipart/form-data', '2.0', { collectionFormat: 'pipes' }, ['ids=a,b|2']],
    ['multipart/form-data', '3.1.0', off, ['ids=a,b,2']],
    ['multipart/form-data', '3.1.0', off, ['ids={}'], [{}]],
    ['multipart/form-data', '3.1.0', {}, ['ids=a,b', 'ids=2']],
    ['multipart/form-data', '3.1.0', { style: 'deepObject' }, ['ids=a,b', 'ids=2']],
    ['multipart/form-data', '3.0.3', off, ['ids=a,b', 'ids=2']],
  ] as const)
    it(`is ${written.join('&')} as ${JSON.stringify(how)} in ${type} of ${version} says`, async () =>
      assert.deepEqual(await listIn(type, value, version, how), written));
});

const JSON_TYPE = 'application/json';
const OLD = { version: '3.0.3' };
const BYTES = { type: 'string', format: 'binary' };
const MEDIA = { type: 'string', contentMediaType: 'application/octet-stream' };
const SCHEMA = '#/paths/~1a/post/requestBody/content/multipart~1form-data/schema/properties/field';
const BACK = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: SCHEMA } }] };

describe('A part of a form', () => {
  for (const [title, schema, value, parts, more] of [
    ['is text', { type: 'string' }, 'a', [['a', undefined]]],
    ['is text of a number', { type: 'number' }, 1.5, [['1.5', undefined]]],
    ['is JSON of an object', { type: 'object' }, { a: 1 }, [['{"a":1}', JSON_TYPE]]],
    ['is empty for null', { type: 'null' }, null, [['', undefined]]],
    [
      'is text where too much is said of it',
      { allOf: Array.from({ length: 501 }, (_, index) => ({ title: `${index}` })) },
      'a',
      [['a', undefined]],
    ],
    [
      'is one for each item',
      { type: 'array' },
      ['a', { b: 1 }],
      [
        ['a', undefined],
        ['{"b":1}', JSON_TYPE],
      ],
    ],
    [
      'has the type that is described',
      { type: 'object' },
      {},
      [['{}', 'text/x.y+z-1']],
      { contentType: 'text/x.y+z-1' },
    ],
    [
      'has no type of several',
      { type: 'string' },
      'a',
      [['a', undefined]],
      { contentType: 'text/a, text/b' },
    ],
    ['has no type of any kind', { type: 'string' }, 'a', [['a', undefined]], { contentType: '*/a' }],
    ['has no type that is none', { type: 'string' }, 'a', [['a', undefined]], { contentType: ' text/a' }],
    [
      'is a file for the format "binary"',
      { type: 'string', format: 'binary' },
      'a',
      [[undefined, undefined]],
      OLD,
    ],
    ['is a file of Swagger 2.0', { type: 'file' }, 'a', [[undefined, undefined]], OLD],
    ['is text for another format', { type: 'string', format: 'byte' }, 'YQ==', [['YQ==', undefined]], OLD],
    [
      'is a file of its type',
      { type: 'string', format: 'binary' },
      'a',
      [[undefined, 'image/png']],
      { contentType: 'image/png' },
    ],
    [
      'is a file for a list of them',
      { type: 'array', items: { format: 'binary' } },
      ['a', 'b'],
      [[undefined, undefined]],
      OLD,
    ],
    ['is a file for a list of bytes', { type: 'array', items: {} }, ['a', 'b'], [[undefined, undefined]]],
    ['is text for a list of anything', { type: 'array' }, ['a'], [['a', undefined]]],
    ['is a file where nothing is said', {}, 'a', [[undefined, undefined]]],
    ['is text where nothing is said, in 3.0', {}, 'a', [['a', undefined]], OLD],
    ['is text for one of some values', { enum: ['a'] }, 'a', [['a', undefined]]],
    ['is text for an item that is named', { contains: {} }, ['a'], [['a', undefined]]],
    ['is JSON for a map', { additionalProperties: true }, {}, [['{}', JSON_TYPE]]],
    ['is text for a format', { format: 'date' }, '2026-01-01', [['2026-01-01', undefined]]],
    ['is JSON for fields', { properties: { a: {} } }, {}, [['{}', JSON_TYPE]]],
    ['is text where there is an example', { example: 'x' }, 'a', [['a', undefined]]],
    ['is a file that may be null', { anyOf: [BYTES, { type: 'null' }] }, null, [[undefined, undefined]]],
    ['is a file of one alternative', { oneOf: [BYTES] }, 'a', [[undefined, undefined]], OLD],
    [
      'is a file for a list of alternatives',
      { anyOf: [{ type: 'null' }, { type: 'array', items: { oneOf: [{ type: 'string' }, BYTES] } }] },
      ['a'],
      [[undefined, undefined]],
    ],
    ['is a file of a media type', MEDIA, 'a', [[undefined, undefined]]],
    [
      'is a file for a list of a media type',
      { type: 'array', items: { allOf: [MEDIA] } },
      ['a'],
      [[undefined, undefined]],
    ],
    ['is text of a media type in 3.0', MEDIA, 'a', [['a', undefined]], OLD],
    ['is text of encoded bytes', { ...MEDIA, contentEncoding: 'base64' }, 'YQ==', [['YQ==', undefined]]],
    ...['text/html', 'application/json; v=1', 'image/svg+xml'].map(
      (contentMediaType) =>
        [`is text of ${contentMediaType}`, { ...MEDIA, contentMediaType }, 'a', [['a', undefined]]] as const,
    ),
    ['is text of alternatives that say nothing', { anyOf: [{}, { minLength: 1 }] }, 'a', [['a', undefined]]],
    ['ends where alternatives lead back', BACK, 'a', [['a', undefined]]],
    ['is text of alternatives', { oneOf: [{ type: 'string' }] }, 'a', [['a', undefined]]],
    [
      'is text where an example is beside alternatives',
      { example: 'x', oneOf: [{}] },
      'a',
      [['a', undefined]],
    ],
  ] as const) {
    it(title, async () => assert.deepEqual(await partsOf(schema, value, more), parts));
  }

  it('is text where its field is not described', async () => {
    const content = (media: object) => ({ 'multipart/form-data': media });
    for (const media of [{ example: { a: 'b' } }, { schema: { type: 'object' }, example: { a: 'b' } }]) {
      const requestBody = { content: content(media) };
      const { body } = await requestFor(openApi({ '/a': { post: { requestBody, responses: {} } } }));
      assert.deepEqual(body?.content, { kind: 'multipart', parts: [{ name: 'a', text: 'b' }] });
    }
  });
});
