import assert from 'node:assert/strict';
import { inSandbox, call, cleanUp, postJson, problems } from './support';

const TOP_UP = '/balances/sandbox/top-up';

describe('Local Sandbox: top-ups', () => {
  afterEach(cleanUp);

  inSandbox('adds to the balance without rounding', async (sandbox) => {
    const said: unknown[] = [];
    for (const amount of [0.1, 0.2, 1000]) {
      const answer = await postJson(sandbox, TOP_UP, { amount, currency: 'EUR' });
      assert.equal(answer.status, 200);
      said.push(answer.body.message);
      assert.deepEqual(answer.body, { success: true, message: answer.body.message, data: {} });
    }
    const words = (balance: string) => `Balance topped up. It is now ${balance} EUR.`;
    assert.deepEqual(said, ['0.1', '0.3', '1000.3'].map(words));
    await postJson(sandbox, TOP_UP, { amount: 5, currency: 'JPY', note: 'unknown fields pass' });
    await postJson(sandbox, TOP_UP, { amount: Number.MAX_SAFE_INTEGER, currency: 'USD' });
    const { body } = await call(sandbox, '/local-sandbox/balances');
    const euros = { currency: 'EUR', amount: '1000.3' };
    const dollars = { currency: 'USD', amount: '9007199254740991' };
    assert.deepEqual(body.data, { balances: [euros, { currency: 'JPY', amount: '5' }, dollars] });
  });

  inSandbox('names every field that is wrong', async (sandbox) => {
    const cases: [unknown, string[]][] = [
      [{}, ['amount: required', 'currency: required']],
      [{ amount: null, currency: null }, ['amount: required', 'currency: required']],
      [{ amount: '5', currency: 978 }, ['amount: number', 'currency: string']],
      [{ amount: 0, currency: 'EU' }, ['amount: min', 'currency: length']],
      [{ amount: -1, currency: 'EURO' }, ['amount: min', 'currency: length']],
      [{ amount: 1e16, currency: 'XQZ' }, ['amount: max', 'currency: currency']],
      [{ amount: 1, currency: 'eur' }, ['currency: currency']],
      [{ amount: 1, currency: 'E€R' }, ['currency: currency']],
      [[], ['body: object']],
      [null, ['body: object']],
      ['text', ['body: object']],
    ];
    for (const [value, expected] of cases) {
      const answer = await postJson(sandbox, TOP_UP, value);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request']);
      assert.deepEqual(problems(answer), expected, JSON.stringify(value));
    }
    const { body } = await call(sandbox, '/local-sandbox/balances');
    assert.deepEqual(body.data, { balances: [] });
  });

  inSandbox('refuses bodies that are no JSON object in UTF-8', async (sandbox) => {
    const good = '{"amount":1,"currency":"EUR"}';
    const json = 'application/json';
    const cases: [string | undefined, string | Uint8Array<ArrayBuffer>, string[]][] = [
      [undefined, good, ['Content-Type: content_type']],
      ['text/plain', good, ['Content-Type: content_type']],
      ['application/json; charset=utf-16', good, ['Content-Type: content_type']],
      ['nonsense', good, ['Content-Type: content_type']],
      [json, '', ['body: json']],
      [json, '{"amount":1,}', ['body: json']],
      [json, '{"amount":NaN,"currency":"EUR"}', ['body: json']],
      [json, new Uint8Array([0x22, 0xff, 0x22]), ['body: json']],
      [json, '"'.padEnd(65_536), ['body: json']],
      [json, '"'.padEnd(65_537), ['body: max_size']],
      [json, '{"amount":1e999,"currency":"EUR"}', ['amount: max']],
    ];
    for (const [contentType, body, expected] of cases) {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      const answer = await call(sandbox, TOP_UP, { method: 'POST', headers, body: bytes });
      assert.deepEqual(problems(answer), expected, `${String(contentType)} ${String(body).slice(0, 40)}`);
    }
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    assert.equal((await call(sandbox, TOP_UP, { method: 'POST', headers, body: good })).status, 200);
  });
});
