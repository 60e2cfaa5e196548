import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exchange } from '../../../../src/api/model/exchange';
import { localDay, type Storage, type StorageChange } from '../../../../src/storage';
import { environment, ids, inWindow, newExchange } from '../support';
import { anyText } from '../../../support/properties';

const start = Date.parse('2026-03-01T12:00:00Z');

const stumbled = { kind: 'http', message: 'The service stumbled.', code: 'internal_error' } as const;

/** Exchanges of one minute after the other; each third failed. */
function fill({ history }: Storage, count: number, keep = 1000): void {
  for (let n = 0; n < count; n += 1) {
    const about = { startedAt: start + n * 60_000, path: `/v1/files/file_${n}.pdf?n=${n}` };
    const failed = { outcome: 'http', status: 500, error: stumbled } as const;
    history.add(newExchange(`ex_${n}`, { ...about, ...(n % 3 === 0 ? failed : {}) }), keep);
  }
}

/** An exchange whose first attempt had another request id. */
function repeated(id: string, more: Partial<Exchange> = {}): Exchange {
  const exchange = newExchange(id, more);
  const [attempt] = exchange.attempts;
  assert.ok(attempt?.response);
  const response = { ...attempt.response, status: 500, requestId: 'req_earlier' };
  return { ...exchange, attempts: [{ ...attempt, response }, attempt] };
}
describe('history of exchanges', () => {
  inWindow('gives back exactly what was kept, long and odd bodies included', ({ history }) => {
    let count = 0;
    const bodies = fc
      .tuple(anyText(), fc.constantFrom(1, 300))
      .map(([text, times]) => text.toWellFormed().repeat(times));
    fc.assert(
      fc.property(bodies, fc.string(), (text, message) => {
        const exchange: Exchange = newExchange(`ex_${count++}`, {
          outcome: 'api',
          error: {
            kind: 'api',
            message: message.toWellFormed(),
            fields: [{ fieldName: 'a', code: 'b', message: 'c' }],
          },
          request: { headers: [], body: { kind: 'json', text } },
          paging: { nextPage: 'cursor', totalCount: 25 },
        });
        history.add(exchange, 1000);
        assert.deepEqual(history.get(exchange.id), exchange);
      }),
      { numRuns: 40 },
    );
    assert.equal(history.get('ex_none'), undefined);
  });

  inWindow('finds an exchange by the request id of any of its attempts', ({ history }) => {
    assert.equal(history.hasRequestIds(), false);
    history.add(repeated('ex_1'), 10);
    assert.equal(history.hasRequestIds(), true);
    assert.equal(history.findByRequestId('req_earlier')?.id, 'ex_1');
    assert.equal(history.findByRequestId(' req_ex_1 ')?.id, 'ex_1');
    assert.equal(history.findByRequestId('req_ex'), undefined);
    assert.equal(history.list({ environment, text: 'req_earl' }).items.length, 1);
  });

  inWindow('finds which of many words are request ids, of any attempt and environment', ({ history }) => {
    history.add(repeated('ex_1', { environment: 'production' }), 10);
    history.add(newExchange('ex_2'), 10);
    const words = ['req_ex_2', 'req_earlier', 'req_ex_2', 'req_ex', 'REQ_EX_1', '', "' OR 1 --", 'req_ex_1'];
    assert.deepEqual([...history.knownRequestIds(words)], ['req_ex_2', 'req_earlier', 'req_ex_1']);
    assert.deepEqual([...history.knownRequestIds([])], []);
    history.clear('production');
    assert.deepEqual([...history.knownRequestIds(words)], ['req_ex_2']);
  });

  inWindow(
    'finds by path, status, code and words of an error, counts those, and reads all in the order of the list',
    (storage) => {
      fill(storage, 12);
      for (const text of ['file_7', 'get 200 req_ex_7', 'n=7'])
        assert.deepEqual(ids(storage, { text }), ['ex_7'], text);
      for (const text of ['500', 'INTERNAL_error', 'stumbled service'])
        assert.equal(ids(storage, { text }).length, 4, text);
      assert.equal(storage.history.count({ environment, outcome: 'failed' }), 4);
      assert.equal(storage.history.count({ environment, outcome: 'failed', text: 'file_9' }), 1);
      const all = [...storage.history.all(environment)].map(({ id }) => id);
      assert.deepEqual(all, ids(storage));
    },
  );

  inWindow('lists those of an operation, whatever stands around its path', (storage) => {
    const paths = [
      ...['/v1/things/a?x=/b', '/prod/v1/things/b', '/v1/things/a/parts', '/v1/things', '/v1/things/'],
      ...['/v1/files/things/a', '/v1/things[1]/a', '/v1/%E6%94%AF/a', '/v1/x/v1/y'],
    ];
    for (const [index, path] of paths.entries())
      storage.history.add(newExchange(`ex_${index}`, { path, startedAt: start + index }), 1000);
    const of = (path: string) => ids(storage, { path });
    assert.deepEqual(of('/v1/things/{thingId}'), ['ex_1', 'ex_0']);
    assert.deepEqual(of('/things/{thingId}/parts'), ['ex_2']);
    assert.deepEqual(of('/things'), ['ex_3']);
    assert.deepEqual(of('/things[1]/{id}'), ['ex_6']);
    assert.deepEqual(of('/支/{id}'), ['ex_7']);
    // It only seems to begin with a version.
    assert.deepEqual([of('/x/v1/y'), of('/v1/x/v1/y'), of('/x/y')], [['ex_8'], ['ex_8'], []]);
  });

  inWindow('shows of an exchange what a row needs', ({ history }) => {
    history.add(newExchange('ex_1'), 10);
    history.add(newExchange('ex_2', { origin: 'agent' }), 10);
    const row = {
      id: 'ex_1',
      environment,
      operation: 'getFile',
      method: 'GET',
      path: '/v1/files/file_1.pdf',
      startedAt: 1_772_000_000_000,
      durationMs: 12.5,
      outcome: 'ok',
      status: 200,
      requestId: 'req_ex_1',
    };
    const agents = { ...row, id: 'ex_2', requestId: 'req_ex_2', origin: 'agent' };
    assert.deepEqual(history.list({ environment }).items, [agents, row]);
    assert.equal(history.get('ex_2')?.origin, 'agent');
  });

  inWindow('drops the oldest beyond the limit, of that environment only', (storage) => {
    storage.history.add(newExchange('ex_other', { environment: 'production', startedAt: 1 }), 3);
    fill(storage, 10, 4);
    assert.deepEqual(ids(storage), ['ex_9', 'ex_8', 'ex_7', 'ex_6']);
    assert.equal(storage.history.findByRequestId('req_ex_5'), undefined);
    assert.equal(storage.history.get('ex_5'), undefined);
    assert.deepEqual(ids(storage, { text: 'file_5' }), []);
    assert.equal(storage.history.count({ environment }), 4);
    assert.equal(storage.history.count({ environment, text: 'file' }, 2), 2);
    assert.equal(storage.history.count({ environment: 'production' }), 1);
    // Whatever the clock said: a request may take long, and the clock may be set back.
    storage.history.add(newExchange('ex_late', { startedAt: 5 }), 4);
    assert.deepEqual(ids(storage), ['ex_9', 'ex_8', 'ex_7', 'ex_late']);
  });

  inWindow('remembers method and path without the query, most recent first, once each', ({ history }) => {
    const add = (n: number, method: string, path: string) =>
      history.add(newExchange(`ex_${n}`, { startedAt: start + n * 60_000, method, path }), 1);
    add(1, 'GET', '/v1/balances?limit=3');
    add(2, 'POST', '/v1/balances');
    add(3, 'GET', '/v1/balances?page=secret');
    assert.deepEqual(history.recentPaths(environment, 10), [
      { method: 'GET', path: '/v1/balances' },
      { method: 'POST', path: '/v1/balances' },
    ]);
    assert.equal(history.recentPaths(environment, 1).length, 1);
    const paths = () => history.recentPaths(environment, 2).map(({ path }) => path);
    add(4, 'GET', '/v1/a');
    add(4.001, 'GET', '/v1/b');
    add(4.01, 'GET', '/v1/a');
    assert.deepEqual(paths(), ['/v1/b', '/v1/a'], 'within a second they count as used at once');
    add(4 + 1 / 60, 'GET', '/v1/a');
    assert.deepEqual(paths(), ['/v1/a', '/v1/b']);
    for (let n = 10; n < 300; n += 1) add(n, 'GET', `/v1/files/${n}`);
    assert.equal(history.recentPaths(environment, 1000).length, 200);
  });

  inWindow('groups by local day, and clears one environment', (storage) => {
    const changes: StorageChange[] = [];
    fill(storage, 3);
    storage.history.add(newExchange('ex_old', { startedAt: start - 30 * 24 * 3_600_000 }), 10);
    storage.history.add(newExchange('ex_other', { environment: 'production' }), 10);
    assert.deepEqual(storage.history.days(environment), [
      { key: localDay(start), count: 3 },
      { key: localDay(start - 30 * 24 * 3_600_000), count: 1 },
    ]);
    storage.onDidChange((change) => changes.push(change));
    assert.equal(storage.history.clear(environment), 4);
    assert.deepEqual(changes, [{ what: 'history', environment }]);
    assert.deepEqual(ids(storage), []);
    assert.deepEqual(ids(storage, { text: 'file' }), []);
    assert.equal(storage.history.count({ environment }), 0);
    assert.equal(storage.history.count({ environment: 'production' }), 1);
  });
});
