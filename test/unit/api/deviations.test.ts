import assert from 'node:assert/strict';
import { TRANSPORTS, makeClient, ok } from '../../support/apiClient';
import { answering, startHttpServer } from '../../support/httpServer';

const make = TRANSPORTS[0]?.make ?? assert.fail();
const noId = 'The answer has no x-request-id header.';
const wrong = (...places: string[]) => places.map((place) => `"${place}" is missing or not as documented.`);

describe('Deviations of an answer', () => {
  const error = { success: false, code: 'c', message: 'm', data: [] };
  const page = { records: {}, paging: { totalCount: '3', nextPage: 7 } };
  const ofPage = wrong('data.records', 'data.paging.totalCount', 'data.paging.nextPage');
  const cases: [status: number, body: unknown, deviations: string[], outcome: string, hasId?: false][] = [
    [200, ok({}), [], 'ok'],
    [200, ok({}), [noId], 'ok', false],
    [200, { success: true, data: {} }, wrong('message'), 'ok'],
    [200, ok([1]), wrong('data'), 'ok'],
    [200, ok(page), ofPage, 'ok'],
    [400, error, [], 'api'],
    [400, error, [noId], 'api', false],
    [200, { ...error, code: undefined }, wrong('code'), 'api'],
    [422, { ...error, data: undefined }, wrong('data'), 'api'],
    [422, { ...error, code: 7, data: undefined }, [noId, ...wrong('code', 'data')], 'api', false],
    [404, '<html>', [noId], 'http', false],
    [404, { error: 'Not Found' }, wrong('success', 'code', 'message', 'data'), 'http'],
    [400, { success: true, message: 'm', data: {} }, wrong('success', 'code'), 'http'],
    [429, error, [], 'api'],
    [499, error, [], 'api'],
    [500, error, [], 'api, may have acted'],
    [504, '<html>', [], 'http, may have acted'],
    [200, '<html>', [], 'decode, may have acted'],
    [200, { data: {} }, [], 'decode, may have acted'],
  ];

  it('are listed where it is not as documented, and a write that the service may have acted on is marked', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      const [status = 0, body, , , hasId = true] = cases[index >> 1] ?? [];
      if (hasId) response.setHeader('x-request-id', 'r');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await using test = makeClient(server.url, make(), { maxRetries: 0 });
    for (const [, body, deviations, outcome, hasId] of cases)
      for (const method of ['DELETE', 'GET']) {
        const answer = await test.client.request({ method, path: '/x' }).catch(() => undefined);
        const isSuccess = outcome === 'ok';
        assert.deepEqual(
          answer && [answer.body, answer.deviations],
          isSuccess ? [body, deviations] : undefined,
        );
        assert.equal(answer && 'requestId' in answer, isSuccess ? hasId !== false : undefined);
        const { error, deviations: kept } = test.exchanges.at(-1) ?? assert.fail();
        assert.deepEqual(kept, deviations.length === 0 ? undefined : deviations, JSON.stringify(body));
        const acted = error?.mayHaveActed === true ? ', may have acted' : '';
        const expected = method === 'GET' ? outcome.replace(/,.*/, '') : outcome;
        assert.equal(`${error?.kind ?? 'ok'}${acted}`, expected, JSON.stringify(body));
      }
  });

  it('are none of an operation of an added description, whose answers need not be envelopes', async () => {
    await using server = await startHttpServer(answering(200, [1, 2]));
    await using test = makeClient(server.url, make(), { isDescribed: () => Promise.resolve(true) });
    const { body, deviations } = await test.client.request({ method: 'GET', path: '/x' });
    assert.deepEqual([body, deviations], [[1, 2], []]);
  });
});
