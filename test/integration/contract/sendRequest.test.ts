import assert from 'node:assert/strict';
import { sendJson } from '../../support/httpServer';
import { type Service, errorOf, outcomeOf, startService } from '../support/contract';

const envelope = { success: true, message: 'Fine', data: {} };

describe('a request by code', () => {
  let service: Service;
  before(async () => {
    service = await startService((_request, response) => {
      sendJson(response, 200, envelope);
    });
  });
  after(() => service[Symbol.asyncDispose]());

  const send = (options: object) =>
    outcomeOf('sendRequest', { environment: 'sandbox', reveal: false, ...options });
  const last = () => service.server.seen.at(-1);

  it('has /v1 once, whether its path was given with it or not', async () => {
    for (const path of ['/things', 'things', '/v1/things', 'v1/things']) {
      assert.ok((await send({ path })).ok, path);
      assert.equal(last()?.path, '/v1/things', path);
      assert.equal(last()?.method, 'GET');
    }
    await send({ path: '/v1things' });
    assert.equal(last()?.path, '/v1/v1things');
  });

  it('refuses paths that lead elsewhere, before anything is sent', async () => {
    const before = service.server.seen.length;
    for (const path of [
      '//evil.example/x',
      'http://evil.example/x',
      'https://evil.example',
      'HTTPS:evil.example',
      '\\\\evil.example',
      '/a\\b',
      '/..',
      '..',
      '/a/../b',
      '/v1/../admin',
      '/%2e%2e/x',
      '/a/%2E%2e/b',
      '/a/.%2e/b',
      '/a/..%2fb',
      '/%5cevil',
      'javascript:alert(1)',
      '/a\nb',
      '/a\r\nHost: x',
      '/a\0b',
      '/a\tb',
      '///evil.example',
      '/v1//evil.example/x',
    ]) {
      const { kind } = await errorOf('sendRequest', { path, environment: 'sandbox', reveal: false });
      assert.equal(kind, 'preflight', path);
    }
    assert.equal(service.server.seen.length, before);
  });

  it('takes a limit that is an integer from 1 to 100, wherever it is given, and no other', async () => {
    for (const limit of [1, 100, '1', '100', '10'])
      assert.ok((await send({ path: '/a', query: { limit } })).ok, String(limit));
    assert.ok((await send({ path: '/a?limit=50' })).ok);
    const before = service.server.seen.length;
    for (const limit of [
      0,
      101,
      -1,
      1.5,
      'abc',
      '',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1e1',
      ' 5',
      '0x5',
      true,
      [5],
      {},
      '10.0',
      '+5',
      1e21,
    ]) {
      const { error } = await send({ path: '/a', query: { limit } });
      assert.equal(error?.kind, 'preflight', JSON.stringify(limit));
    }
    for (const path of [
      '/a?limit=0',
      '/a?limit=101',
      '/a?limit=',
      '/a?limit',
      '/a?limit=5&limit=500',
      '/a?li%6dit=500',
    ]) {
      assert.equal((await send({ path })).error?.kind, 'preflight', path);
    }
    assert.equal(service.server.seen.length, before);
  });

  it('sends any JSON value as the body, exactly', async () => {
    for (const body of [0, false, null, 'text', '', [], [1, [2]], { a: { b: 'ü\u2028"' } }, {}, 1.5]) {
      assert.ok((await send({ method: 'POST', path: '/a', body })).ok, JSON.stringify(body));
      assert.deepEqual(JSON.parse(last()?.body.toString() ?? ''), body);
      assert.match(last()?.headers['content-type'] ?? '', /^application\/json/u);
    }
    assert.ok((await send({ method: 'POST', path: '/a' })).ok);
    assert.equal(last()?.body.length, 0);
  });

  it('refuses a body that is no JSON, before anything is sent', async () => {
    const before = service.server.seen.length;
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const body of [1n, cyclic, () => 1, Symbol('x')]) {
      assert.equal((await send({ method: 'POST', path: '/a', body })).error?.kind, 'preflight', typeof body);
    }
    assert.equal(service.server.seen.length, before);
  });

  it('sends the methods there are, in upper case, and refuses others', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', 'post']) {
      assert.ok((await send({ method, path: '/a' })).ok, method);
      assert.equal(last()?.method, method.toUpperCase());
    }
    const before = service.server.seen.length;
    for (const method of ['', 'G ET', 'GET\r\nX: y', 'CONNECT', 'TRACE', 'é', 'x'.repeat(1000)]) {
      assert.equal((await send({ method, path: '/a' })).error?.kind, 'preflight', method);
    }
    assert.equal(service.server.seen.length, before);
  });

  it('sends a path of any characters as they were meant', async () => {
    for (const [path, sent] of [
      ['/ü', '/v1/%C3%BC'],
      ['/a b', '/v1/a%20b'],
      ['/a%20b', '/v1/a%20b'],
      ['/😀', '/v1/%F0%9F%98%80'],
    ] as const) {
      const { ok, error } = await send({ path });
      assert.ok(ok, `${path} ${error?.message}`);
      assert.equal(last()?.path, sent);
    }
  });

  it('holds no page where the answer has none, and knows no other exchange', async () => {
    const { exchangeId } = await send({ path: '/a' });
    for (const name of ['nextPage', 'previousPage']) {
      assert.equal((await errorOf(name, exchangeId, { reveal: false })).kind, 'not-found');
      assert.equal((await errorOf(name, 'no-such-exchange', { reveal: false })).kind, 'not-found');
    }
  });
});

describe('a page of a list', () => {
  it('is asked for by its cursor, whatever it holds, and keeps the size', async () => {
    await using service = await startService((_request, response) => {
      const paging = { totalCount: 25, nextPage: 'n/&=?#%+ ü', previousPage: 'p"<>' };
      sendJson(response, 200, { success: true, message: 'm', data: { records: [{ id: 1 }], paging } });
    });
    const first = await outcomeOf('sendRequest', {
      path: '/list',
      query: { limit: 10, q: 'x' },
      environment: 'sandbox',
      reveal: false,
    });
    const params = () =>
      Object.fromEntries(new URL(service.server.seen.at(-1)?.path ?? '', 'http://x').searchParams);
    const next = await outcomeOf('nextPage', first.exchangeId, { reveal: false });
    assert.deepEqual(params(), { limit: '10', q: 'x', page: 'n/&=?#%+ ü' });
    await outcomeOf('previousPage', next.exchangeId, { reveal: false });
    assert.deepEqual(params(), { limit: '10', q: 'x', page: 'p"<>' });
  });

  it('is not there when a cursor is null, empty or no text', async () => {
    for (const cursor of [null, '', 7, {}, undefined]) {
      await using _service = await startService((_request, response) => {
        sendJson(response, 200, {
          success: true,
          message: 'm',
          data: { records: [], paging: { totalCount: 0, nextPage: cursor, previousPage: cursor } },
        });
      });
      const { exchangeId } = await outcomeOf('sendRequest', {
        path: '/list',
        environment: 'sandbox',
        reveal: false,
      });
      assert.equal(
        (await errorOf('nextPage', exchangeId, { reveal: false })).kind,
        'not-found',
        JSON.stringify(cursor),
      );
    }
  });
});
