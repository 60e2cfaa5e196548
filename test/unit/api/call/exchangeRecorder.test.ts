import assert from 'node:assert/strict';
import type { AttemptEnd } from '../../../../src/api/call/attempts';
import { ExchangeRecorder, type ExchangeStart } from '../../../../src/api/call/exchangeRecorder';
import { stillClock } from '../../../support/clock';
import { createRedactor } from '../../../../src/api/model/redact';

const START: ExchangeStart = {
  ...{ environment: 'e', environmentType: 'sandbox', identity: undefined },
  ...{ operation: 'request', method: 'GET', headers: [], url: new URL('https://a.example/v1/x?token=1') },
};
const END = { startedAt: 0, durationMs: 1, waitedMs: 0 };
const always = ['id', 'environment', 'environmentType', 'operation', 'method', 'url', 'path', 'startedAt'];
const finished = [...always, 'durationMs', 'request', 'attempts', 'outcome'];

function recorder(start: Partial<ExchangeStart> = {}): ExchangeRecorder {
  return new ExchangeRecorder({ ...START, ...start }, createRedactor(['the-key']));
}

describe('The record of a call', () => {
  it('holds what is known, and no more', () => {
    using clock = stillClock();
    const bare = recorder();
    clock.pass(5);
    const exchange = bare.finish({});
    assert.deepEqual([Object.keys(bare.begun), Object.keys(exchange)], [always, finished]);
    assert.deepEqual([exchange.request, exchange.durationMs], [{ headers: [] }, 5]);
    const about = { scenario: 's', batch: 'b', origin: 'agent', service: 'api', identity: 'i' } as const;
    const full = recorder({ ...about, made: 1 });
    const headers: [string, string][] = [
      ['X-Request-Id', 'r\u202e'],
      ['x-request-id', 'second'],
    ];
    full.add({ ...END, response: { status: 429, statusText: 'the-key', headers, headersMs: 1 } });
    const cause = { kind: 'lost', code: 'ECONNRESET', neverConnected: false } as const;
    full.add({ ...END, failure: { why: cause, phase: 'sending', sent: true, whole: false } });
    const paging = { nextPage: 'n the-key' };
    const error = { kind: 'api', message: 'm' } as const;
    const { attempts, ...rest } = full.finish({ deviations: ['d the-key'], paging, error, setting: 's' });
    const { request, paging: kept, deviations, ...facts } = rest;
    assert.deepEqual([request.made, kept, deviations], [1, { nextPage: 'n ••••' }, ['d ••••']]);
    for (const [name, value] of Object.entries(about)) assert.equal(facts[name as keyof typeof about], value);
    const { outcome, setting, requestId, status } = facts;
    assert.deepEqual([outcome, facts.error, setting, requestId, status], ['api', error, 's', 'r', 429]);
    const response = { status: 429, statusText: '••••', headers, requestId: 'r', bodyBytes: 0 };
    const message = 'the connection to a.example was closed before the answer was complete (while sending)';
    assert.deepEqual(attempts, [
      { ...END, headersMs: 1, response },
      { ...END, error: { message, code: 'ECONNRESET' } },
    ]);
  });

  it('has an id that sorts in the order of the calls', () => {
    const ids = Array.from({ length: 100 }, () => recorder().begun.id);
    for (const id of ids)
      assert.match(id, /^ex_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.deepEqual(ids, [...new Set(ids)].toSorted());
  });

  it('has the status of an answer whose words cannot be kept', () => {
    const headers = null as unknown as [];
    for (const bodyBytes of [8, 0]) {
      const one = recorder();
      const body = bodyBytes === 0 ? {} : { bytes: Buffer.alloc(bodyBytes) };
      one.add({ ...END, response: { status: 201, statusText: 'x', headers, headersMs: 1, ...body } });
      const response = { status: 201, statusText: '', headers: [], bodyBytes };
      assert.deepEqual(one.finish({}).attempts[0]?.response, response);
    }
  });

  it('has the query of a request, but not that of a link to content', () => {
    assert.deepEqual([recorder().begun.url, recorder().begun.path], [START.url.href, '/v1/x?token=1']);
    assert.equal(recorder({ operation: 'content' }).begun.path, '/v1/x?…');
  });

  /** What is kept of an answer. */
  function kept(
    operation: ExchangeStart['operation'],
    response: Partial<NonNullable<AttemptEnd['response']>>,
  ) {
    const one = recorder({ operation });
    one.add({ ...END, response: { status: 200, statusText: '', headers: [], headersMs: 1, ...response } });
    return one.finish({}).attempts[0]?.response;
  }

  it('keeps what is text of an answer, and nothing of the content of a file', () => {
    for (const [operation, status, type, isKept] of [
      ['request', 200, 'text/plain', true],
      ['request', 200, undefined, true],
      ['request', 200, 'application/problem+JSON', true],
      ['request', 200, 'application/x-www-form-urlencoded', true],
      ['request', 200, 'image/png', false],
      ['request', 200, 'x-text/y', false],
      ['content', 200, 'text/plain', false],
      ['content', 302, 'text/html', false],
      ['content', 399, undefined, false],
      ['content', 400, undefined, true],
    ] as const) {
      const headers = type === undefined ? [] : [['content-type', type] as const];
      const response = kept(operation, { status, headers, bytes: Buffer.from('the-key!') });
      const found = [response?.body, response?.bodyBytes, 'body' in (response ?? {})];
      assert.deepEqual(found, [isKept ? '••••!' : undefined, 8, isKept], `${operation} ${status} ${type}`);
    }
  });

  it('keeps where an answer leads to, but not where content is', () => {
    const headers = [['location', 'https://a.example/b?signature=1']] as const;
    assert.deepEqual(kept('request', { status: 302, headers })?.headers, headers);
    const hidden = [['location', 'https://a.example/b?…']];
    assert.deepEqual(kept('content', { status: 302, headers })?.headers, hidden);
  });

  it('keeps JSON also where the service says that it is something else', () => {
    const headers = [['content-type', 'application/octet-stream']] as const;
    const answer = { headers, bytes: Buffer.from('{"a":"the-key"}') };
    assert.equal(kept('request', answer)?.body, '{"a":"••••"}');
    assert.equal(kept('content', answer)?.body, undefined);
  });
});
