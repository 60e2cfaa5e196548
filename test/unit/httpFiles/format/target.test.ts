import assert from 'node:assert/strict';
import { buildHeaders } from '../../../../src/httpFiles/format/build';
import { scopeBefore } from '../../../../src/httpFiles/format/check';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { Resolver } from '../../../../src/httpFiles/format/resolve';
import { readTarget } from '../../../../src/httpFiles/format/target';
import { HOSTS } from './support';

describe('an address in an .http file', () => {
  it('is read with its path and query, and white space around it', () => {
    assert.deepEqual(readTarget(' /a?x=1 ', HOSTS), { path: '/a', query: '?x=1' });
    assert.deepEqual(readTarget('/a?u=https://b', HOSTS), { path: '/a', query: '?u=https://b' });
    const inFiles = { service: 'files', path: '/a', query: '' };
    assert.deepEqual(readTarget(' https://files.example/v1/a ', HOSTS), inFiles);
    const inner = { apiUrl: 'https://h.example/v1/api', filesUrl: 'https://h.example' };
    assert.equal(readTarget('https://h.example/v1/api/a', inner).service, 'api');
  });

  const refused: readonly (readonly [url: string, code: string, args: readonly string[]])[] = [
    ['a', 'other-host', ['a']],
    [' //a ', 'other-host', ['//a']],
    ['s3://a.example/b', 'other-host', ['s3://a.example']],
    ['https://a.example/b', 'other-host', ['https://a.example']],
    ['https://[/b', 'other-host', ['https://[']],
    ['https://:1/b', 'other-host', ['https://:1']],
  ];
  for (const [url, code, args] of refused) {
    it(`is refused: ${url}`, () => {
      assert.throws(() => readTarget(url, HOSTS), { code, args });
    });
  }

  it('says what is wrong with its path', () => {
    const nested = { apiUrl: 'https://h.example/a/v1', filesUrl: 'https://h.example/a' };
    for (const [url, rest] of [
      ['https://h.example', ''],
      ['https://h.example/ab/c', '/ab/c'],
    ] as const) {
      const args = [rest, 'it is not below the address of the API'];
      assert.throws(() => readTarget(url, nested), { code: 'path', args });
    }
    assert.throws(
      () => readTarget('/a//b', HOSTS),
      ({ code, args }: { code: string; args: string[] }) => {
        return code === 'path' && args[0] === '/a//b' && (args[1] ?? '').length > 10;
      },
    );
  });
});

describe('headers in an .http file', () => {
  const sent = (name: string, value: string) => {
    const hosts = { apiUrl: 'https://h.example/v1', filesUrl: 'https://h.example' };
    const file = parseHttpFile(`GET /a\n${name}: ${value}`);
    const [request = assert.fail()] = file.requests;
    const read = () => assert.fail();
    return buildHeaders(request, new Resolver(scopeBefore(file, request, hosts, new Map())), {
      hosts,
      holdsKey: () => false,
      key: 'secret-key',
      read,
    });
  };

  it('are sent but for those that are made while sending', () => {
    assert.deepEqual(sent('X-Own', 'a'), [['X-Own', 'a']]);
    assert.deepEqual(sent('X-Request-Type', 'plain'), [['X-Request-Type', 'plain']]);
    assert.deepEqual(sent('X-Other', 'GraphQL'), [['X-Other', 'GraphQL']]);
    const made = {
      Authorization: ' ApiKey  {{apiKey}} ',
      authorization: 'apikey secret-key',
      Host: ' H.Example ',
      'Content-Length': '5',
    };
    for (const [name, value] of Object.entries(made)) assert.deepEqual(sent(name, value), [], name);
  });

  it('are refused where they would change where a request goes, who sends it, or what it is', () => {
    for (const value of [
      'Bearer x',
      'secret-key',
      'Basic apikey secret-key',
      'ApiKey other',
      'ApiKeysecret-key',
    ])
      assert.throws(() => sent('Authorization', value), { code: 'authorization' }, value);
    assert.throws(() => sent('Host', 'x.example'), { code: 'host', args: ['x.example'] });
    assert.throws(() => sent('X-REQUEST-TYPE', 'GraphQL'), { code: 'unsupported-graphql' });
    assert.throws(
      () => sent('Connection', 'close'),
      ({ args }: { args: string[] }) => args[0] === 'Connection',
    );
  });
});
