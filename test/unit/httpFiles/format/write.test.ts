import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withVariables, writeRequest, type Written } from '../../../../src/httpFiles/format/write';
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
    assert.deepEqual(await place('/files/a', 'api'), ['api', '/files/a']);
    assert.deepEqual(await place('/things', 'files'), ['files', '/things']);
    assert.deepEqual(await place("/things?a+b&c=it's&d=%2B"), ['api', "/things?a+b&c=it's&d=%2B"]);
    assert.deepEqual(await place('/things?a={{apiKey}}'), ['api', '/things?a=%7B%7BapiKey}}']);
  });

  it('means exactly what was given, whatever the values hold', async () => {
    const unit = fc.constantFrom('{', '}', '#', '@', '<', '/', '"', 'a', 'é', ' ', '\n');
    const header = fc.string({ unit: fc.constantFrom('{', '}', 'a', '$') }).map((text) => `x${text}x`);
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: unit }), header, async (json, value) => {
        const text = writeRequest({
          title: 'A title',
          method: 'POST',
          target: '/things',
          headers: [
            ['X-Own', value],
            ['Content-Type', 'application/json'],
          ],
          body: json,
        });
        const request = await built(text);
        assert.equal(parseHttpFile(text).requests[0]?.title, 'A title');
        assert.equal(bodyOf(request), json);
        assert.deepEqual(request.headers, [
          ['X-Own', value],
          ['Content-Type', 'application/json'],
        ]);
      }),
    );
  });
});

describe('an address with variables', () => {
  it('is that of the environment, and another one stays as it is', () => {
    assert.equal(withVariables('https://api.example/v1/things?a=1', HOSTS), '{{apiUrl}}/things?a=1');
    assert.equal(withVariables('https://files.example/v1/files/f', HOSTS), '{{filesUrl}}/v1/files/f');
    const one = { apiUrl: 'https://h.example/v1', filesUrl: 'https://h.example' };
    assert.equal(withVariables('https://h.example/v1/files/f', one), '{{filesUrl}}/v1/files/f');
    assert.equal(withVariables('https://h.example/v1/things', one), '{{apiUrl}}/things');
    assert.equal(
      withVariables('https://api.example.evil/v1/things', HOSTS),
      'https://api.example.evil/v1/things',
    );
    assert.equal(withVariables('https://other.example/a', undefined), 'https://other.example/a');
  });
});
