import assert from 'node:assert/strict';
import { sendJson } from '../../support/httpServer';
import { errorOf, outcomeOf, startService } from '../support/contract';

const send = (options: object) =>
  outcomeOf('sendRequest', { environment: 'sandbox', reveal: false, ...options });

// What is refused, and how the rest is written, is tested with the rules of requests: here, that the command asks them.
describe('a request by code', () => {
  it('is sent as the rules of requests write it', async () => {
    await using service = await startService((_request, response) => {
      sendJson(response, 200, { success: true, message: 'Fine', data: {} });
    });
    for (const [options, line, body] of [
      [{ path: '/things' }, 'GET /v1/things', ''],
      [
        { path: 'v1/a ü', query: { limit: '10', a: [1, true] } },
        'GET /v1/a%20%C3%BC?limit=10&a=1&a=true',
        '',
      ],
      [{ path: '/a?limit=50&b=1', query: { b: 'x y' } }, 'GET /v1/a?limit=50&b=x%20y', ''],
      [{ method: 'put', path: '/a', body: '' }, 'PUT /v1/a', '""'],
      [{ method: 'PATCH', path: '/a', body: { a: 'ü\u2028"' } }, 'PATCH /v1/a', '{"a":"ü\u2028\\""}'],
      [{ method: 'post', path: '/a', body: null }, 'POST /v1/a', 'null'],
      [{ method: 'POST', path: '/a' }, 'POST /v1/a', ''],
    ] as const) {
      const { ok, error } = await send(options);
      assert.ok(ok, error?.message);
      const seen = service.server.seen.at(-1);
      assert.equal(`${seen?.method} ${seen?.path}`, line);
      assert.equal(seen?.body.toString(), body);
    }
  });

  it('is refused before anything is sent where the rules of requests refuse it', async () => {
    await using service = await startService((_request, response) => {
      sendJson(response, 200, {});
    });
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const options of [
      { path: '//evil.example/x' },
      { path: '/a/%2e%2e/b' },
      { path: '/a', query: { limit: 101 } },
      { path: '/a', query: { limit: {} } },
      { path: '/a?limit=5&limit=500' },
      { method: 'CONNECT', path: '/a' },
      { method: 'GET\r\nX: y', path: '/a' },
      { method: 'POST', path: '/a', body: 1n },
      { method: 'POST', path: '/a', body: cyclic },
      { method: 'POST', path: '/a', body: Symbol('x') },
    ]) {
      assert.equal((await send(options)).error?.kind, 'preflight', Object.values(options).map(String).join());
    }
    assert.deepEqual(service.server.seen, []);
  });
});

describe('a page of a list', () => {
  it('is not there when a cursor is null, empty or no text', async () => {
    for (const cursor of [null, '', 7, {}, undefined]) {
      await using _service = await startService((_request, response) => {
        sendJson(response, 200, {
          success: true,
          message: 'm',
          data: { records: [], paging: { totalCount: 0, nextPage: cursor, previousPage: cursor } },
        });
      });
      const { exchangeId } = await send({ path: '/list' });
      const { kind } = await errorOf('nextPage', exchangeId, { reveal: false });
      assert.equal(kind, 'not-found', JSON.stringify(cursor));
    }
  });
});
