import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { answered, exchange, uploadRequest } from '../../requests/exchanges';
import { environment, inWindow } from '../support';

const NOON = Date.UTC(2026, 2, 1, 12);
const TOP_UP = '/v1/balances/sandbox/top-up';

describe('what a row of the history says', () => {
  inWindow(
    'names file, batch, amount, page and what may have acted, and no more than is certain',
    (storage) => {
      const { history } = storage;
      const rowOf = (more: Partial<Exchange>) => {
        history.clear(environment);
        history.add(exchange({ environment, ...more }), 10);
        return history.list({ environment }).items[0] ?? assert.fail('no row');
      };
      const { fileName } = rowOf({ operation: 'uploadFile', request: uploadRequest('x'.repeat(400)) });
      assert.equal(fileName, 'x'.repeat(300));
      assert.deepEqual([rowOf({ batch: 'one' }).batch, rowOf({}).batch], ['one', undefined]);
      for (const [page, paging, path = '/v1/things?limit=1'] of [
        ['first', { nextPage: 'n' }],
        ['first', { nextPage: 'n' }, '/v1/things?page=&subpage=2'],
        ['middle', { nextPage: 'n', previousPage: 'p' }],
        ['middle', { nextPage: 'n' }, '/v1/things?page=m'],
        ['last', { previousPage: 'p' }],
        ['last', {}, '/v1/things?limit=1&page=m'],
        [undefined, { totalCount: 1 }],
        [undefined, undefined, '/v1/things?page=m'],
      ] as const)
        assert.equal(rowOf({ path, ...(paging && { paging }) }).page, page, path);
      const topUp = (text: string) =>
        rowOf({ path: TOP_UP, request: { headers: [], body: { kind: 'json', text } } }).topUp;
      assert.deepEqual(topUp('{"amount":5,"currency":"EURO"}'), { amount: 5, currency: 'EUR' });
      for (const text of [
        '{"amount":"5","currency":"EUR"}',
        '{"amount":5}',
        '{"currency":"EUR"}',
        '[',
        'null',
      ])
        assert.equal(topUp(text), undefined, text);
      const error = { kind: 'decode', message: 'It cannot be read.', mayHaveActed: true } as const;
      assert.deepEqual([rowOf({ error }).mayHaveActed, rowOf({}).mayHaveActed], [true, undefined]);
    },
  );

  inWindow('names an answer that is no JSON, where there was one that was kept', ({ history }) => {
    const answer = answered(200, '');
    // One that is too large is not kept, and may be JSON.
    const tooLarge = { ...answer, response: { status: 200, statusText: 'OK', headers: [], bodyBytes: 0 } };
    const { response: _, ...unanswered } = answer;
    for (const [isNotJson, outcome, ...attempts] of [
      [true, 'decode', answered(200, '<html>')],
      [undefined, 'decode', answered(200, '[]')],
      [undefined, 'decode', tooLarge],
      [undefined, 'decode', unanswered],
      [undefined, 'decode'],
      [undefined, 'ok', answered(200, 'text')],
    ] as const) {
      history.clear(environment);
      history.add(exchange({ environment, outcome, attempts }), 10);
      assert.equal(history.list({ environment }).items[0]?.isNotJson, isNotJson);
    }
  });

  inWindow('adds up to what happened in a time', ({ history }) => {
    const add = (more: Partial<Exchange>) => history.add(exchange({ environment, ...more }), 1000);
    assert.deepEqual(history.summary(environment, 0, NOON), { requests: 0, failures: 0 });
    for (const [index, durationMs] of [50, 10, 400, 20].entries()) {
      const outcome = index === 0 ? 'http' : 'ok';
      add({ id: `x${index}`, startedAt: NOON + index, durationMs, outcome, path: `/v1/x${index}` });
    }
    add({ id: 'later', startedAt: NOON + 100, durationMs: 9000, path: '/v1/later' });
    // Days leave it out, too.
    add({ id: 'looked', startedAt: NOON + 5, durationMs: 800, path: '/v1/files/looked', origin: 'view' });
    assert.deepEqual(history.summary(environment, NOON, NOON + 100), {
      requests: 4,
      failures: 1,
      medianMs: 20,
      slowest: { method: 'GET', path: '/v1/x2', durationMs: 400 },
    });
    assert.deepEqual(history.summary(environment, NOON + 100, NOON + 101), {
      ...{ requests: 1, failures: 0, medianMs: 9000 },
      slowest: { method: 'GET', path: '/v1/later', durationMs: 9000 },
    });
  });
});
