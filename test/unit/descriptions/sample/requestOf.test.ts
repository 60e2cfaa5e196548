import assert from 'node:assert/strict';
import { sampleRequest, type RequestSample } from '../../../../src/descriptions/sample/requestOf';
import { describeDocument } from '../support';

async function sampleOf(document: object, method: string, path: string): Promise<RequestSample> {
  const { resolver, ...described } = await describeDocument({
    info: { title: 'x', version: '1' },
    ...document,
  });
  return sampleRequest(described.match(method, path), { resolver, direction: 'request' });
}

const parameter = (place: string, name: string, more: object) => ({ in: place, name, ...more });

describe('What a new request is filled in with', () => {
  it('is path, required query and headers, each by its style', async () => {
    const document = {
      openapi: '3.1.0',
      components: {
        parameters: {
          Trace: parameter('header', 'X-Trace', {
            required: true,
            schema: { type: 'array' },
            example: ['a', 1],
          }),
        },
      },
      paths: {
        '/things/{kind}/{id}': {
          parameters: [
            parameter('path', 'id', { required: true, schema: { type: 'string' }, example: 'replaced' }),
            parameter('path', 'kind', { required: true, schema: { enum: ['a b'] } }),
          ],
          get: {
            parameters: [
              { $ref: '#/components/parameters/Trace' },
              parameter('header', 'accept', { required: true, schema: { type: 'string' } }),
              parameter('path', 'id', {
                required: true,
                schema: { type: 'integer' },
                examples: { one: { value: 'x' }, two: { value: 5 } },
              }),
              parameter('query', 'ids', {
                required: true,
                explode: false,
                schema: { type: 'array', items: { type: 'integer' }, minItems: 2 },
              }),
              parameter('query', 'filter', {
                required: true,
                style: 'deepObject',
                schema: { type: 'object', properties: { open: { default: true } } },
              }),
              parameter('query', 'where', {
                required: true,
                content: { 'application/json': { schema: { const: { a: 1 } } } },
              }),
              parameter('cookie', 'sid', { required: true, schema: { const: 's1' } }),
              parameter('cookie', 'n', { required: true, schema: { type: 'integer' } }),
              parameter('cookie', 'left', { schema: { const: 'out' } }),
              parameter('query', 'page', { schema: { type: 'string' }, example: 'not required' }),
            ],
            responses: {},
          },
        },
      },
    };
    assert.deepEqual(await sampleOf(document, 'GET', '/things/x/y'), {
      path: [
        { name: 'id', value: '5' },
        { name: 'kind', value: 'a%20b' },
      ],
      query: 'ids=1,1&filter[open]=true&where=%7B%22a%22%3A1%7D',
      headers: [
        { name: 'X-Trace', value: 'a,1' },
        { name: 'Cookie', value: 'sid=s1; n=1' },
      ],
    });
  });

  it('is the first example of a body that fits, else one that is made', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const body = (media: object) => ({
      openapi: '3.1.0',
      components: { examples: { Good: { value: { name: 'good' } } } },
      paths: {
        '/things': {
          post: { requestBody: { content: { 'application/json': { schema, ...media } } }, responses: {} },
        },
      },
    });
    const sampled = async (media: object) => (await sampleOf(body(media), 'POST', '/things')).body;
    const valueOf = async (media: object) => {
      const content = (await sampled(media))?.content;
      return content?.kind === 'json' ? (JSON.parse(content.text) as unknown) : undefined;
    };
    assert.deepEqual(await valueOf({ example: { name: 'one' } }), { name: 'one' });
    const examples = { wrong: { value: { name: 7 } }, right: { $ref: '#/components/examples/Good' } };
    assert.deepEqual(await valueOf({ examples }), { name: 'good' });
    assert.deepEqual(await valueOf({ example: {} }), { name: 'string' });
    const remarks = await Promise.all([{ example: {} }, { examples }, {}].map(sampled));
    assert.deepEqual(
      remarks.map((each) => each?.isInPlace),
      [true, undefined, undefined],
    );
  });

  it('is a form, with a file to be named', async () => {
    const schema = {
      type: 'object',
      properties: {
        file: { contentMediaType: 'application/octet-stream' },
        tags: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
        about: { type: 'object', properties: { size: { const: 1 } } },
      },
      required: ['file', 'tags', 'about'],
    };
    const form = (type: string) => ({
      openapi: '3.1.0',
      paths: {
        '/forms': {
          post: {
            requestBody: {
              content: { [type]: { schema, encoding: { file: { contentType: 'image/png' } } } },
            },
            responses: {},
          },
        },
      },
    });
    assert.deepEqual((await sampleOf(form('multipart/form-data'), 'POST', '/forms')).body, {
      contentType: 'multipart/form-data',
      content: {
        kind: 'multipart',
        parts: [
          { name: 'file', contentType: 'image/png' },
          { name: 'tags', text: 'a' },
          { name: 'tags', text: 'b' },
          { name: 'about', text: '{"size":1}', contentType: 'application/json' },
        ],
      },
    });
    const { body } = await sampleOf(form('application/x-www-form-urlencoded'), 'POST', '/forms');
    assert.deepEqual(body?.content, {
      kind: 'form',
      pairs: ['file=string', 'tags=a', 'tags=b', 'about=%7B%22size%22%3A1%7D'],
    });
  });

  it('is read from Swagger 2.0 alike', async () => {
    const document = {
      swagger: '2.0',
      definitions: {
        Thing: {
          type: 'object',
          properties: { name: { type: 'string', example: 'a thing' } },
          required: ['name'],
        },
      },
      paths: {
        '/things': {
          post: {
            parameters: [
              parameter('query', 'ids', {
                required: true,
                type: 'array',
                items: { type: 'integer' },
                collectionFormat: 'pipes',
                minItems: 2,
              }),
              parameter('body', 'thing', { required: true, schema: { $ref: '#/definitions/Thing' } }),
            ],
            responses: {},
          },
        },
        '/files': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              parameter('formData', 'file', { required: true, type: 'file' }),
              parameter('formData', 'note', { required: true, type: 'string', enum: ['a'] }),
            ],
            responses: {},
          },
        },
      },
    };
    const { query, body } = await sampleOf(document, 'POST', '/things');
    assert.deepEqual(
      [query, body?.content],
      ['ids=1%7C1', { kind: 'json', text: '{\n  "name": "a thing"\n}' }],
    );
    const form = (await sampleOf(document, 'POST', '/files')).body?.content;
    assert.deepEqual(form, { kind: 'multipart', parts: [{ name: 'file' }, { name: 'note', text: 'a' }] });
  });
});
