import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  headerLine,
  inertBody,
  inertJson,
  withVariables,
  writeRequest,
  type Written,
} from '../../../../src/httpFiles/format/write';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { bodyOf, built, HOSTS } from './support';

describe('a request written as .http text', () => {
  it('names the environment by its variables, and no key', () => {
    assert.equal(
      writeRequest({
        title: 'Top up',
        method: 'POST',
        target: '/v1/balances/sandbox/top-up',
        headers: [['Content-Type', 'application/json']],
        body: '{\n  "amount": 1.5,\n  "currency": "EUR"\n}',
      }),
      `### Top up
POST {{apiUrl}}/balances/sandbox/top-up
Authorization: ApiKey {{apiKey}}
Content-Type: application/json

{
  "amount": 1.5,
  "currency": "EUR"
}
`,
    );
  });

  it('goes to the same place as the path did, files to theirs', async () => {
    const place = async (path: string, service?: Written['service']) => {
      const { target } = await built(writeRequest({ method: 'GET', target: path, service }));
      return [target.service, target.path + target.query];
    };
    assert.deepEqual(await place('/files/a%20b?x=1'), ['files', '/files/a%20b?x=1']);
    assert.deepEqual(await place('v1/files'), ['files', '/files']);
    assert.deepEqual(await place('/filesystem'), ['api', '/filesystem']);
    assert.deepEqual(await place('/things/files'), ['api', '/things/files']);
    assert.deepEqual(await place('/v1/v1/things'), ['api', '/things']);
    assert.deepEqual(await place('/things/v1/x'), ['api', '/things/v1/x']);
    const bare = 'GET {{apiUrl}}\nAuthorization: ApiKey {{apiKey}}\n';
    assert.equal(writeRequest({ method: 'GET', target: '/v1' }), bare);
    assert.deepEqual(await place('/files/a', 'api'), ['api', '/files/a']);
    assert.deepEqual(await place('/things', 'files'), ['files', '/things']);
    assert.deepEqual(await place("/things?a+b&c=it's&d=%2B"), ['api', "/things?a+b&c=it's&d=%2B"]);
    const halves = { headers: [['X-A', '{']], body: '{brace}}' } as const;
    assert.doesNotMatch(writeRequest({ method: 'POST', target: '/a', ...halves }), /@/);
    assert.deepEqual(await place('/things?a={{apiKey}}'), ['api', '/things?a=%7B%7BapiKey}}']);
  });

  it('means exactly what was given, whatever the values hold', async () => {
    const unit = fc.constantFrom('{', '}', '#', '@', '<', '/', '"', 'a', 'é', ' ', '\n');
    const header = fc.string({ unit: fc.constantFrom('{', '}', 'a', '$') }).map((text) => `x${text}x`);
    const headers = (own: string) => [['X-Own', own] as const, ['Content-Type', 'application/json'] as const];
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: unit }), header, async (json, value) => {
        const text = writeRequest({
          title: 'A title',
          method: 'POST',
          target: '/things',
          headers: headers(value),
          body: json,
        });
        const request = await built(text);
        assert.equal(parseHttpFile(text).requests[0]?.title, 'A title');
        assert.equal(bodyOf(request), json);
        assert.deepEqual(request.headers, headers(value));
      }),
    );
  });
});

describe('a body written as .http text', () => {
  it('has a mark before lines that would be something else, and before blank ones at its ends', () => {
    const lines = ['', ' # a', '@b', '<c', '>d', '?e', '/f', ' PUT  /g', 'a#', 'GET', '', ' {{g}} ', ' \t'];
    const mark = '{{nothing}}';
    const inert = [
      mark,
      ...[' # a', '@b', '<c', '>d', '?e', '/f', ' PUT  /g'].map((line) => mark + line),
      ...['a#', 'GET', '', ' {{brace}}{{brace}}g}} '],
      `${mark} \t`,
    ];
    for (const end of ['\n', '\r\n', '\r']) assert.equal(inertBody(lines.join(end)), inert.join('\n'));
    assert.equal(inertBody(' '), `${mark} `);
    assert.equal(inertJson('{"a{{":"{{b}}"}'), '{"a{\\u007b":"{\\u007bb}}"}');
  });

  it('says where its lines ended otherwise', () => {
    const text = writeRequest({ title: ' A\r\n\nB ', method: 'PUT', target: 'x', body: 'a\r\n#b' });
    assert.equal(
      text,
      `### A B
# Lines of the body end in LF here; they ended otherwise.
@nothing =
PUT {{apiUrl}}/x
Authorization: ApiKey {{apiKey}}

a
{{nothing}}#b
`,
    );
  });

  it('is sent as it is where it is a form that the format would encode', () => {
    const form = 'application/x-www-form-urlencoded';
    const lines: readonly (readonly [name: string, value: string, body: string | undefined, line: string])[] =
      [
        ['Content-Type', form, 'a=b&c=%20', `Content-Type: ${form}`],
        [
          'content-type',
          `${form.toUpperCase()}; x`,
          'a=é',
          `content-type: {{nothing}}${form.toUpperCase()}; x`,
        ],
        ['Content-Type', form, 'a=b c', `Content-Type: {{nothing}}${form}`],
        ['Content-Type', form, undefined, `Content-Type: ${form}`],
        ['X-Content-Type', form, 'é', `X-Content-Type: ${form}`],
        ['Content-Type-X', form, 'é', `Content-Type-X: ${form}`],
        ['Content-Type', `text/${form}`, 'é', `Content-Type: text/${form}`],
        ['X', ' a\r\n\r\n{{b}} ', undefined, 'X: a {{brace}}{{brace}}b}}'],
        ['X#&', 'a', undefined, 'X#&: a'],
        ['#X', 'a', undefined, '# Missing: the header #X. Put the values in before you run the code.'],
        ['&X', 'a', undefined, '# Missing: the header &X. Put the values in before you run the code.'],
      ];
    for (const [name, value, body, line] of lines) assert.equal(headerLine([name, value], body), line);
  });
});

describe('an address with variables', () => {
  it('is that of the environment, and another one stays as it is', () => {
    const one = { apiUrl: 'https://h.example/v1', filesUrl: 'https://h.example' };
    for (const [url, written, hosts = HOSTS] of [
      ['https://api.example/v1/things?a=1', '{{apiUrl}}/things?a=1'],
      ['https://files.example/v1/files/f', '{{filesUrl}}/v1/files/f'],
      ['https://api.example.evil/v1/things', 'https://api.example.evil/v1/things'],
      ['https://h.example/v1/files/f', '{{filesUrl}}/v1/files/f', one],
      ['https://h.example/v1/files', '{{filesUrl}}/v1/files', one],
      ['https://h.example/v1/things', '{{apiUrl}}/things', one],
      ['https://h.example/v1/things/v1/files/x', '{{apiUrl}}/things/v1/files/x', one],
    ] as const)
      assert.equal(withVariables(url, hosts), written);
    assert.equal(withVariables('https://other.example/a', undefined), 'https://other.example/a');
  });
});
