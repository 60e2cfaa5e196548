import assert from 'node:assert/strict';
import {
  isTopUp,
  isUpload,
  planGetFile,
  planListPage,
  planPage,
  planRequest,
  planTopUp,
  serviceOf,
} from '../../../../src/api/rules/plan';

const get = (path: string, rest: Partial<Parameters<typeof planRequest>[0]> = {}) =>
  planRequest({ method: 'GET', path, ...rest });

describe('the plan of a request', () => {
  it('holds what was given, in the words of HTTP', () => {
    const { operation, method, service, target, headers, body } = planRequest({
      method: ' post ',
      path: ' /payments?a=1 ',
      query: { b: [1, true], a: undefined, c: 'x y' },
      body: { n: 1 },
    });
    assert.deepEqual([operation, method, service], ['request', 'POST', 'api']);
    assert.equal(target, '/payments?a=1&b=1&b=true&c=x%20y');
    assert.deepEqual(headers, [['Content-Type', 'application/json']]);
    assert.equal(String(body?.bytes), '{"n":1}');
    assert.deepEqual([get('/x').body, get('/x').headers, get('/x').target], [undefined, [], '/x']);
    assert.equal(get('/v1/x?a&&b=').target, '/x?a&&b=');
  });

  it('keeps the headers that were given, and their content type, whatever its letters', () => {
    const headersOf = (...headers: [string, string][]) =>
      planRequest({ method: 'PATCH', path: '/x', body: {}, headers }).headers;
    const typed: [string, string] = ['content-TYPE', 'application/merge-patch+json'];
    assert.deepEqual(headersOf(typed), [typed]);
    assert.deepEqual(headersOf(['x-a', 'b']), [
      ['x-a', 'b'],
      ['Content-Type', 'application/json'],
    ]);
  });

  it('replaces what a query names, and keeps the rest as it was typed', () => {
    const target = (path: string, query: Record<string, string | undefined>) => get(path, { query }).target;
    assert.equal(target('/x?b=%2f&&a=1', { a: '2' }), '/x?b=%2f&&a=2');
    assert.equal(target('/x?', { a: '2' }), '/x?a=2');
    assert.equal(target('/x?q=a b"<>ü', {}), '/x?q=a%20b%22%3C%3E%C3%BC');
    // A name that every object has is no query of its own.
    assert.equal(target('/x?toString=1', { a: '2' }), '/x?toString=1&a=2');
  });

  it('holds no header that cannot be added, and says why', () => {
    for (const [name, value, words] of [
      ['x-a', 'a\nb', /The header x-a has a value that cannot be sent\./],
      ['Connection', 'close', /The header Connection belongs to the connection/],
      ['Authorization', 'x', /The extension sets the header Authorization itself\. Leave it out\./],
    ] as const)
      assert.throws(() => get('/x', { headers: [[name, value]] }), words);
  });

  it('leads file operations to the host of files', () => {
    const files = ['/files', '/files/', '/files/upload?x', '/%66iles/1'];
    const targets = [...files, '/filesystem', '/x/files', '/x?/files'];
    assert.deepEqual(
      targets.filter((target) => serviceOf(target) === 'files'),
      files,
    );
    assert.equal(get('/x', { service: 'files' }).service, 'files');
  });

  it('knows a top-up and an upload by method and path', () => {
    const post = (target: string, method = 'POST') => ({ method, target });
    const topUp = '/balances/%73andbox/top-up?x=1';
    const known = [post(topUp), post(topUp, 'GET'), post('/files/%75pload/'), post('/files/upload', 'GET')];
    assert.deepEqual(known.map(isTopUp), [true, false, false, false]);
    assert.deepEqual(known.map(isUpload), [false, false, true, false]);
  });
});

describe('the plan of an operation', () => {
  it('is a top-up with the very number, and the currency in upper case', () => {
    const { operation, method, service, target, body, headers } = planTopUp({ amount: 1.5, currency: 'eur' });
    assert.deepEqual(
      [operation, method, service, target],
      ['topUp', 'POST', 'api', '/balances/sandbox/top-up'],
    );
    assert.deepEqual(headers, [['Content-Type', 'application/json']]);
    assert.equal(String(body?.bytes), '{"amount":1.5,"currency":"EUR"}');
  });

  it('is a file by its id as one segment, whatever it holds', () => {
    const { operation, method, service, target, headers } = planGetFile('a/b $& ü');
    assert.deepEqual([operation, method, service, headers], ['getFile', 'GET', 'files', []]);
    assert.equal(target, '/files/a%2Fb%20%24%26%20%C3%BC');
    assert.equal(planGetFile('%2e%2e').target, '/files/%252e%252e');
  });

  it('is a page by its cursor, and all else of the list stays as it was typed', () => {
    const page = (path: string, cursor: string | undefined) => planPage(get(path), cursor).target;
    assert.equal(page('/x?limit=2&&page=old&b=%2f', 'a&b=?'), '/x?limit=2&&b=%2f&page=a%26b%3D%3F');
    assert.equal(page('/x?page=old', undefined), '/x');
    assert.equal(page('/x?a=1?2&%70age=old', 'c'), '/x?a=1?2&page=c');
    assert.equal(page('/x', '\ud800'), '/x?page=%EF%BF%BD');
    assert.equal(planPage(get('/x'), 'c').mustBePage, undefined);
    assert.equal(planListPage(get('/x'), 'c').mustBePage, true);
  });
});
