import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import type { Storage } from '../../../../src/storage';
import { answered, exchange, uploadRequest } from '../../requests/exchanges';
import { environment, ids, inWindow } from '../support';

const NOON = Date.UTC(2026, 2, 1, 12);

const using = ({ history }: Storage) => ({
  add: (more: Partial<Exchange>) => {
    history.add(exchange({ environment, ...more }), 1000);
  },
  only: () => history.list({ environment, limit: 1 }).items[0] ?? assert.fail('no row'),
});

describe('what a row of the history says', () => {
  inWindow('names file, amount, page, what is not JSON, and what may have acted', (storage) => {
    const { add, only } = using(storage);
    add({ id: 'a', startedAt: 1, operation: 'uploadFile', request: uploadRequest('receipt-300.pdf') });
    assert.equal(only().fileName, 'receipt-300.pdf');
    const pages = {
      first: { nextPage: 'n' },
      middle: { nextPage: 'n', previousPage: 'p' },
      last: { previousPage: 'p' },
    };
    for (const [index, [page, paging]] of Object.entries(pages).entries()) {
      add({ id: page, startedAt: 2 + index, paging });
      assert.equal(only().page, page);
    }
    const text = '{"amount":250,"currency":"EUR"}';
    const request = { headers: [], body: { kind: 'json', text } } as const;
    add({ id: 'topUp', startedAt: 5, path: '/v1/balances/sandbox/top-up', request });
    assert.deepEqual(only().topUp, { amount: 250, currency: 'EUR' });
    add({ id: 'whole', startedAt: 6, paging: { totalCount: 1 } });
    assert.equal(only().page, undefined);
    const error = { kind: 'decode', message: 'It cannot be read.', mayHaveActed: true } as const;
    add({ id: 'b', startedAt: 7, outcome: 'decode', error, attempts: [answered(200, '<html>')] });
    assert.deepEqual([only().isNotJson, only().mayHaveActed], [true, true]);
    // One that is too large is not kept, and may be JSON.
    const response = { status: 200, statusText: 'OK', headers: [], bodyBytes: 0 };
    for (const [index, attempt] of [answered(200, '[]'), { ...answered(200, ''), response }].entries()) {
      add({ id: `c${index}`, startedAt: 8 + index, outcome: 'decode', attempts: [attempt] });
      assert.deepEqual([only().isNotJson, only().mayHaveActed], [undefined, undefined]);
    }
  });

  inWindow('is found by the name of a file, by what was sent and by what was answered', (storage, place) => {
    const { add } = using(storage);
    const found = (text: string) => ids(storage, { text });
    add({ id: 'a', operation: 'uploadFile', request: uploadRequest('Rechnung Müller.pdf') });
    const body = { kind: 'json', text: '{"note": "for the auditor"}' } as const;
    add({ id: 'b', request: { headers: [], body } });
    const answer = `{"iban": "DE89${'0'.repeat(5000)}end"}`;
    add({ id: 'c', attempts: [answered(500, 'no'), answered(200, answer)] });
    assert.deepEqual(found('muller'), ['a']);
    assert.deepEqual(found('auditor'), ['b']);
    assert.deepEqual(found('de89'), ['c']);
    assert.deepEqual(found('0end'), ['c']);
    place.index();
    assert.deepEqual(found('muller'), ['a']);
    assert.deepEqual(found('iban 0end'), ['c']);
  });

  inWindow('adds up to what happened in a time', (storage) => {
    const { history } = storage;
    const { add } = using(storage);
    assert.deepEqual(history.summary(environment, 0, NOON), { requests: 0, failures: 0 });
    for (const [index, durationMs] of [50, 10, 400, 20].entries()) {
      const outcome = index === 0 ? 'http' : 'ok';
      add({ id: `x${index}`, startedAt: NOON + index, durationMs, outcome, path: `/v1/x${index}` });
    }
    add({ id: 'later', startedAt: NOON + 100, durationMs: 9000, path: '/v1/later' });
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
