import assert from 'node:assert/strict';
import { makeClient, TRANSPORTS } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';

describe('An answer to an operation of an added description', () => {
  const problem = 'application/problem+json';
  const cases: [
    what: string,
    text: string,
    outcome: string,
    body?: unknown,
    status?: number,
    type?: string,
  ][] = [
    ['list', '[1, 2]', 'ok', [1, 2]],
    ['long', '{"id": 12345678901234567890}', 'ok', { id: '12345678901234567890' }],
    ['text', 'words', 'ok', 'words', 200, 'text/plain'],
    ['empty', '', 'ok', undefined, 204],
    ['refused', '{"success": false, "code": "invalid_request", "message": "No", "data": []}', 'api'],
    ['problem', '{"title": "No"}', 'http', undefined, 422, problem],
  ];

  for (const { name, make } of TRANSPORTS) {
    it(`need not be an envelope, and deviates from nothing, over ${name}`, async () => {
      await using server = await startHttpServer((_request, response, index) => {
        const [, text, , , status = 200, type = 'application/json'] = cases[index] ?? [];
        response.writeHead(status, { 'content-type': type }).end(text);
      });
      await using test = makeClient(server.url, make(), { isDescribed: () => Promise.resolve(true) });
      for (const [what, , outcome, body] of cases) {
        const call = test.client.request({ method: 'GET', path: `/${what}` });
        const answer = await call.catch(() => undefined);
        assert.deepEqual(
          answer && [answer.body, answer.deviations],
          outcome === 'ok' ? [body, []] : undefined,
        );
        assert.equal(test.exchanges.at(-1)?.outcome, outcome);
      }
    });
  }
});
