import assert from 'node:assert/strict';
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
    const nested = { apiUrl: 'https://h.example/a/v1', filesUrl: 'https://h.example/a/files' };
    assert.deepEqual(readTarget('https://h.example/a/files/v1/a', nested), inFiles);
    assert.deepEqual(readTarget('https://files.example/values/v2', HOSTS), {
      ...inFiles,
      path: '/values/v2',
    });
    for (const query of ['', '?a=v2'])
      assert.deepEqual(readTarget(`https://api.example/v1${query}`, HOSTS), {
        service: 'api',
        path: '/',
        query,
      });
  });

  const refused: readonly (readonly [url: string, named?: string])[] = [
    ['a'],
    ['//a'],
    ['s3://a.example/b', 's3://a.example'],
    ['https://[/b', 'https://['],
    ['http://api.example/v1/things', 'http://api.example'],
    ['https://api.example:8443/v1/things', 'https://api.example:8443'],
    ['https://api.example@evil.example/v1/things', 'https://api.example@evil.example'],
    ['https://user:pass@api.example/v1/things', 'https://user:pass@api.example'],
    ['https://api.example.evil.example/v1/things', 'https://api.example.evil.example'],
  ];
  for (const [url, named = url] of refused) {
    it(`is refused: ${url}`, () =>
      assert.throws(() => readTarget(` ${url} `, HOSTS), { code: 'other-host', args: [named] }));
  }

  it('says what is wrong with its path', () => {
    const nested = { apiUrl: 'https://h.example/a/v1', filesUrl: 'https://h.example/a' };
    for (const [url, rest] of [
      ['https://h.example', ''],
      ['https://h.example/ab/c', '/ab/c'],
      ['https://h.example/a/v2/b', '/a/v2/b'],
      ['https://h.example/a/v1b?c', '/a/v1b?c'],
      ['https://h.example/a/v10/b', '/a/v10/b'],
    ] as const) {
      const args = [rest, 'it is not below the address of the API'];
      assert.throws(() => readTarget(url, nested), { code: 'path', args });
    }
    for (const path of ['/a/../b', '/a//b', '/a\\b', '/a#b', '/%2e%2e/b', '/a%0d%0ab'])
      assert.throws(
        () => readTarget(path, HOSTS),
        ({ code, args }: { code: string; args: string[] }) =>
          code === 'path' && args[0] === path && (args[1] ?? '').length > 10,
      );
  });
});
