import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBody } from 'hono/utils/body';
import { checkRequestPath } from '../../../../src/api/model/addresses';
import { OPERATIONS, type ApiOperation } from '../../../../src/api/model/operations';
import { OperationTasks } from '../../../../src/descriptions';
import { type RequestSample, type SampledBody } from '../../../../src/descriptions/sample/requestOf';
import type { BuiltRequest } from '../../../../src/httpFiles/format/build';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { writeOperation, type KnownValues } from '../../../../src/httpFiles/format/writeOperation';
import { bodyOf, built } from './support';

const written = (operation: ApiOperation, known?: KnownValues) =>
  writeOperation(operation, new OperationTasks().sample(operation), known);

const NOTHING: RequestSample = { path: [], query: '', headers: [] };

function operation(about: Partial<ApiOperation>): ApiOperation {
  return {
    ...{ id: 'x', method: 'POST', path: '/things', service: 'api', summary: 'A thing' },
    ...{ tags: [], parameters: [], answers: [], source: 'file:///api.yaml' },
    ...about,
  };
}

describe('an operation written as an .http request', () => {
  it('uploads the file that is named', async () => {
    const known = { file: './an "odd" name.pdf' };
    const { method, target, upload } = await built(written(OPERATIONS.uploadFile, known));
    assert.deepEqual([method, target.service, target.path], ['POST', 'files', '/files/upload']);
    assert.deepEqual(upload, { ...known, fileName: 'an _odd_ name.pdf', purpose: 'payment_evidence' });
  });

  it('asks for a file that is known here, by a variable', async () => {
    const text = written(OPERATIONS.getFile, { fileId: 'file_1' });
    assert.match(
      text,
      /^# Read a file’s details\n@fileId = file_1\nGET \{\{filesUrl\}\}\/v1\/files\/\{\{fileId\}\}\n/,
    );
    assert.equal((await built(text)).target.path, '/files/file_1');
  });

  it('tops up with the example of the interface', async () => {
    const { target, headers, content } = await built(written(OPERATIONS.topUp));
    assert.equal(target.path, '/balances/sandbox/top-up');
    assert.deepEqual(headers, [['Content-Type', 'application/json']]);
    assert.deepEqual(JSON.parse(String(content?.bytes)), { amount: 100, currency: 'EUR' });
  });

  it('has no header that is made while sending, or that describes itself', async () => {
    const names = ['Authorization', 'accept', 'Content-Type', 'Host', 'Connection', 'X-Own'];
    const headers = names.map((name) => ({ name, value: 'a' }));
    const text = writeOperation(operation({}), { ...NOTHING, headers });
    assert.deepEqual((await built(text)).headers, [['X-Own', 'a']]);
    assert.match(text, /^Authorization: ApiKey \{\{apiKey\}\}$/m);
  });

  it('has a header with another value for each sending', () => {
    const headers = [{ name: 'X-Key', value: 'a', isNew: true }];
    assert.match(writeOperation(operation({}), { ...NOTHING, headers }), /^X-Key: \{\{\$guid\}\}$/m);
  });

  it('is one request, whatever its path and the values in it are', () => {
    const path = '/a\nDELETE {{apiUrl}}/b/{x\r\nDELETE {{apiUrl}}/c}';
    const values = [{ name: 'x\r\nDELETE {{apiUrl}}/c', value: '1\nDELETE {{apiUrl}}/d' }];
    const text = writeOperation(operation({ path, summary: '' }), { ...NOTHING, path: values });
    const [request, ...more] = parseHttpFile(text).requests;
    assert.deepEqual([request?.method, more], ['POST', []]);
  });

  for (const [summary, comment] of [
    ['  a \n\n b ', '# a b'],
    ['@@name', '# name'],
    ['@ @name x', '# name x'],
    ['a@@b', '# a@@b'],
    ['### c', '# ### c'],
    ['{{d}}', '# {{d}}'],
    ['\u2028GET /e', '# GET /e'],
    ['', '# POST /things'],
    [' \u2029 ', '# POST /things'],
  ] as const)
    it(`has its words as a comment on one line, or its method and path: ${comment}`, () => {
      const text = writeOperation(operation({ summary }), NOTHING);
      assert.equal(text, `${comment}\nPOST {{apiUrl}}/things\nAuthorization: ApiKey {{apiKey}}\n`);
    });

  it('goes to the address of its service, with what a path can hold', () => {
    const lineOf = (path: string, service: ApiOperation['service'], query = '') =>
      writeOperation(operation({ path, service }), { ...NOTHING, query }).split('\n')[1];
    assert.equal(lineOf('/v1', 'api'), 'POST {{apiUrl}}');
    assert.equal(lineOf('/v1x/v1/y', 'api'), 'POST {{apiUrl}}/v1x/v1/y');
    assert.equal(lineOf('/v1/files', 'files'), 'POST {{filesUrl}}/v1/files');
    assert.equal(lineOf('/a#b c', 'api'), 'POST {{apiUrl}}/a%23b%20c');
    assert.equal(lineOf('/a', 'api', 'b=c'), 'POST {{apiUrl}}/a?b=c');
    assert.equal(lineOf('/a?x=1', 'api', 'b=c'), 'POST {{apiUrl}}/a?x=1&b=c');
    assert.equal(lineOf('/{id}/{id}', 'api'), 'POST {{apiUrl}}/{{id}}/{{id}}');
    assert.equal(lineOf('/{none}/{a b}/{}', 'api'), 'POST {{apiUrl}}/{{none}}/{{a_b}}/{{_}}');
  });

  it('names variables apart, none as the environment does, and fills in the id of a file alone', () => {
    const names = ['a.b', 'a-b', 'a b', 'a/b', 'brace', 'nothing', 'apiKey', '1', 'fileId'];
    const path = names.map((name) => `/{${name}}`).join('');
    const sample = { ...NOTHING, path: names.map((name) => ({ name, value: 'v' })) };
    const text = writeOperation(operation({ path }), sample, { fileId: 'file_1' });
    const own = ['a_b', 'a-b', 'a_b2', 'a_b3', 'brace2', 'nothing2', 'apiKey2', '_1'];
    assert.deepEqual(text.split('\n').slice(1, 11), [
      ...own.map((name) => `@${name} = v`),
      '@fileId = file_1',
      `POST {{apiUrl}}${[...own, 'fileId'].map((name) => `/{{${name}}}`).join('')}`,
    ]);
  });

  const texts: readonly (readonly [what: string, body: SampledBody, lines: readonly string[]])[] = [
    [
      'no text',
      { contentType: 'text/plain', content: { kind: 'text', text: '' } },
      ['Content-Type: text/plain'],
    ],
    [
      'a file',
      { contentType: 'image/png', content: { kind: 'file' } },
      ['Content-Type: image/png', '', '< ./in/a.png'],
    ],
    [
      'parts, one of which holds what would end them',
      {
        contentType: 'multipart/form-data',
        content: {
          kind: 'multipart',
          parts: [{ name: 'a"b', text: '--boundary --boundary-', contentType: 'text/plain' }, { name: 'f' }],
        },
      },
      [
        'Content-Type: multipart/form-data; boundary=boundary--',
        '',
        '--boundary--',
        'Content-Disposition: form-data; name="a%22b"',
        'Content-Type: text/plain',
        '',
        '--boundary --boundary-',
        '--boundary--',
        'Content-Disposition: form-data; name="f"; filename="a.png"',
        '',
        '< ./in/a.png',
        '--boundary----',
      ],
    ],
  ];
  for (const [what, body, lines] of texts) {
    it(`writes ${what}`, () => {
      const sample = { ...NOTHING, body, headers: [{ name: 'X', value: ' a\r\n\r\nb ' }] };
      const text = writeOperation(operation({}), sample, { file: './in/a.png' });
      const [, , , ...rest] = text.split('\n');
      assert.deepEqual(rest, ['X: a b', ...lines, '']);
    });
  }

  it('is one request, whatever its media type and the id of a file', () => {
    const odd = 'text/a\n\n###\ndelete /things/{{x}}';
    const body: SampledBody = { contentType: odd, content: { kind: 'text', text: 'b' } };
    const path = '/{fileId}';
    const sample = { ...NOTHING, body, path: [{ name: 'fileId', value: 'x' }] };
    const text = writeOperation(operation({ path }), sample, { fileId: odd });
    const { requests, placeholders } = parseHttpFile(text);
    assert.deepEqual([requests.length, requests[0]?.method], [1, 'POST']);
    assert.ok(placeholders.every(({ expression }) => expression !== 'x'));
    const halves: SampledBody = { contentType: 'text/a;{', content: { kind: 'text', text: '{brace}}' } };
    assert.doesNotMatch(writeOperation(operation({}), { ...NOTHING, body: halves }), /@brace/);
  });

  it('says where its body is in the place of an example that does not fit', async () => {
    const body: SampledBody = {
      contentType: 'application/json',
      content: { kind: 'json', text: '{}' },
      isInPlace: true,
    };
    const text = writeOperation(operation({}), { ...NOTHING, body });
    assert.match(text, /^# A thing\n# The example in the description does not fit its schema/);
    assert.equal(bodyOf(await built(text)), '{}');
  });

  it('means what was filled in, whatever that is', async () => {
    const odd = fc.oneof(
      fc.string(),
      fc.constantFrom('{{apiKey}}', '< ./file', '### x', '@a = b', '?? status == 200', '--boundary'),
      fc.constantFrom('', ' a ', 'a\nb'),
    );
    const encoded = odd.map((text) => encodeURIComponent(text.toWellFormed()));
    const segment = encoded.filter((text) => text !== '' && !/^\.+$/.test(text));
    const body = fc.oneof(
      fc
        .jsonValue()
        .map((value) => JSON.stringify(value, undefined, 2))
        .map((text): SampledBody => ({ contentType: 'application/json', content: { kind: 'json', text } })),
      fc.array(fc.tuple(encoded, encoded), { minLength: 1, maxLength: 4 }).map((pairs): SampledBody => ({
        contentType: 'application/x-www-form-urlencoded',
        content: { kind: 'form', pairs: pairs.map(([name, value]) => `n${name}=${value}`) },
      })),
      fc.array(odd, { minLength: 1, maxLength: 3 }).map((texts): SampledBody => ({
        contentType: 'multipart/form-data',
        content: {
          kind: 'multipart',
          parts: texts.map((text, index) => ({ name: `p${index}`, text: text.replace(/\r/g, '') })),
        },
      })),
      odd
        .filter((text) => text !== '')
        .map((text): SampledBody => ({
          contentType: 'text/plain',
          content: { kind: 'text', text: text.replace(/\r/g, '') },
        })),
    );
    const sample = fc.record({
      id: segment,
      query: fc.array(fc.tuple(encoded, encoded), { maxLength: 3 }),
      header: odd,
      body,
    });
    await fc.assert(
      fc.asyncProperty(sample, async ({ id, query, header, body: content }) => {
        fc.pre(checkRequestPath(`/things/${id}/parts`).ok);
        const path = '/v1/things/{id}/parts';
        const queryText = query.map(([name, value]) => `q${name}=${value}`).join('&');
        const request = await built(
          writeOperation(operation({ path }), {
            path: [{ name: 'id', value: id }],
            query: queryText,
            headers: [{ name: 'X-Own', value: header }],
            body: content,
          }),
        );
        assert.equal(request.target.path, `/things/${id}/parts`);
        assert.equal(request.target.query, queryText === '' ? '' : `?${queryText}`);
        const line = header.replace(/[\r\n]+/g, ' ').trim();
        const sent = request.headers.find(([name]) => name === 'X-Own')?.[1];
        if (sent !== undefined) assert.equal(sent, line);
        else assert.match(line, /[^\t\x20-\x7e\x80-\xff]/);
        assert.deepEqual(await received(request), expected(content));
      }),
    );
  });
});

/** The body that is meant; of a form with parts, their texts. */
function expected({ content }: SampledBody): unknown {
  switch (content.kind) {
    case 'json':
      return content.text.replaceAll('{{', '{\\u007b');
    case 'form':
      return content.pairs.join('&');
    case 'multipart':
      return content.parts.map(({ text = '' }) => text.replaceAll('\n', '\r\n'));
    case 'text':
      return content.text;
    case 'file':
      return '';
  }
}

/** The body as a service reads it. */
async function received(request: BuiltRequest): Promise<unknown> {
  const type = request.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  if (!type.startsWith('multipart/')) return bodyOf(request);
  const bytes = new Uint8Array(request.content?.bytes ?? []);
  const form = { method: 'POST', body: bytes, headers: { 'content-type': type } };
  return Object.values(await parseBody(new Request('http://localhost', form), { all: true }));
}
