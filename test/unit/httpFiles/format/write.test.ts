import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withVariables, writeRequest, type Written } from '../../../../src/httpFiles/format/write';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { parseExactly } from '../../../../src/util/exactJson';
import { bodyOf, built, HOSTS } from './support';

describe('a request written as .http text', () => {
  it('names the environment by its variables, and no key', () => {
    assert.equal(
      writeRequest({
        title: 'Top up',
        method: 'POST',
        path: '/v1/balances/sandbox/top-up',
        body: { amount: 1.5, currency: 'EUR' },
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
    const place = async (path: string, query?: Written['query']) => {
      const request = query === undefined ? { path } : { path, query };
      const { target } = await built(writeRequest({ method: 'GET', ...request }));
      return [target.service, target.path + target.query];
    };
    assert.deepEqual(await place('/files/a%20b?x=1'), ['files', '/files/a%20b?x=1']);
    assert.deepEqual(await place('v1/files'), ['files', '/files']);
    assert.deepEqual(await place('/filesystem'), ['api', '/filesystem']);
    assert.deepEqual(await place('/things?a=1', { limit: 5, tag: ['x y', '&'] }), [
      'api',
      '/things?a=1&limit=5&tag=x%20y&tag=%26',
    ]);
    assert.deepEqual(await place('/things', { text: '{{apiKey}}' }), [
      'api',
      '/things?text=%7B%7BapiKey%7D%7D',
    ]);
  });

  it('means exactly what was given, whatever the values hold', async () => {
    const unit = fc.constantFrom('{', '}', '#', '@', '<', '/', '"', 'a', 'é', ' ', '\n');
    const header = fc.string({ unit: fc.constantFrom('{', '}', 'a', '$') }).map((text) => `x${text}x`);
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: unit }), header, async (json, value) => {
        const text = writeRequest({
          title: 'A title',
          method: 'POST',
          path: '/things',
          headers: [['X-Own', value]],
          body: JSON.parse(json) as unknown,
        });
        const request = await built(text);
        assert.equal(parseHttpFile(text).requests[0]?.title, 'A title');
        assert.deepEqual(JSON.parse(bodyOf(request) ?? ''), JSON.parse(json));
        assert.deepEqual(request.headers, [
          ['X-Own', value],
          ['Content-Type', 'application/json'],
        ]);
      }),
    );
  });

  it('keeps numbers as they were written', async () => {
    const body = parseExactly('{"amount": 12345678901234567890.10}');
    const request = await built(writeRequest({ method: 'POST', path: '/things', body }));
    assert.match(bodyOf(request) ?? '', /12345678901234567890\.10/);
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
