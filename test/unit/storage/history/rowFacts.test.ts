import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { answered, exchange, uploadRequest } from '../../requests/exchanges';
import { environment, inPlace } from '../support';

const NOON = Date.UTC(2026, 2, 1, 12);

function open(place: Parameters<Parameters<typeof inPlace>[0]>[0]) {
  const { history } = place.open();
  return {
    history,
    add: (more: Partial<Exchange>, keep = 1000) => {
      history.add(exchange({ environment, ...more }), keep);
    },
    found: (text: string) => history.list({ environment, text }).items.map(({ id }) => id),
    only: () => {
      const [row] = history.list({ environment, limit: 1 }).items;
      assert.ok(row);
      return row;
    },
  };
}

describe('what a row of the history says', () => {
  it(
    'names the file, the amount, the page, an answer that is not JSON, and a write that may have been carried out',
    inPlace((place) => {
      const { add, only } = open(place);
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
    }),
  );

  it(
    'is found by the name of a file, by what was sent and by what was answered',
    inPlace((place) => {
      const { add, found } = open(place);
      add({ id: 'a', operation: 'uploadFile', request: uploadRequest('Rechnung Müller.pdf') });
      const body = { kind: 'json', text: '{"note": "for the auditor"}' } as const;
      add({ id: 'b', request: { headers: [], body } });
      add({
        id: 'c',
        attempts: [answered(500, 'no'), answered(200, `{"iban": "DE89${'0'.repeat(5000)}end"}`)],
      });
      assert.deepEqual(found('muller'), ['a']);
      assert.deepEqual(found('auditor'), ['b']);
      assert.deepEqual(found('de89'), ['c']);
      assert.deepEqual(found('0end'), ['c']);
      place.index();
      assert.deepEqual(found('muller'), ['a']);
      assert.deepEqual(found('iban 0end'), ['c']);
    }),
  );

  it(
    'stays while it is pinned, also when others are dropped, until none are kept',
    inPlace((place) => {
      const { add, history } = open(place);
      const ids = () => history.list({ environment }).items.map(({ id }) => id);
      for (const [index, id] of ['a', 'b', 'c'].entries()) add({ id, startedAt: NOON + index }, 3);
      history.pin(['a'], true);
      add({ id: 'd', startedAt: NOON + 3 }, 2);
      assert.deepEqual(ids(), ['d', 'a']);
      history.applyLimits({ maxRequests: 1, maxBytes: 1 });
      assert.deepEqual(ids(), ['a']);
      history.applyLimits({ maxRequests: 0, maxBytes: Infinity });
      assert.deepEqual(ids(), []);
    }),
  );

  it(
    'adds up to what happened in a time',
    inPlace((place) => {
      const { add, history } = open(place);
      assert.deepEqual(history.summary(environment, 0, NOON), { requests: 0, failures: 0 });
      for (const [index, durationMs] of [50, 10, 400, 20].entries()) {
        const outcome = index === 0 ? 'http' : 'ok';
        add({ id: `x${index}`, startedAt: NOON + index, durationMs, outcome, path: `/v1/x${index}` });
      }
      add({ id: 'later', startedAt: NOON + 100, durationMs: 9000 });
      assert.deepEqual(history.summary(environment, NOON, NOON + 100), {
        requests: 4,
        failures: 1,
        medianMs: 20,
        slowest: { method: 'GET', path: '/v1/x2', durationMs: 400 },
      });
    }),
  );
});
