import assert from 'node:assert/strict';
import { failureOf, makeClient, TRANSPORTS } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';

describe('An answer to an operation of an added description', () => {
  const answers: Readonly<Record<string, { status?: number; type?: string; text: string }>> = {
    '/v1/list': { text: '[1, 2]' },
    '/v1/long': { text: '{"id": 12345678901234567890}' },
    '/v1/text': { type: 'text/plain', text: 'words' },
    '/v1/empty': { status: 204, text: '' },
    '/v1/envelope': { text: '{"success": true, "message": "Done", "data": {"a": 1}}' },
    '/v1/refused': { text: '{"success": false, "code": "invalid_request", "message": "No", "data": []}' },
    '/v1/problem': { status: 422, type: 'application/problem+json', text: '{"title": "No"}' },
  };

  for (const { name, make } of TRANSPORTS) {
    it(`need not be an envelope, over ${name}`, async () => {
      await using server = await startHttpServer(({ path }, response) => {
        const { status = 200, type = 'application/json', text } = answers[path] ?? { status: 404, text: '' };
        response.writeHead(status, { 'content-type': type }).end(text);
      });
      await using made = makeClient(server.url, make(), { isDescribed: () => Promise.resolve(true) });
      const get = (path: string) => made.client.request({ method: 'GET', path });
      const bodyOf = async (path: string) => (await get(path)).body;
      assert.deepEqual(await bodyOf('/list'), [1, 2]);
      assert.deepEqual(await bodyOf('/long'), { id: '12345678901234567890' });
      assert.equal(await bodyOf('/text'), 'words');
      assert.equal(await bodyOf('/empty'), undefined);
      const envelope = await get('/envelope');
      assert.deepEqual(envelope.data, { a: 1 });
      assert.deepEqual(envelope.deviations, [], 'no request id is asked for either');
      assert.equal((await failureOf(get('/refused'))).kind, 'api');
      assert.equal((await failureOf(get('/problem'))).kind, 'http');
      const outcomes = made.exchanges.map(({ outcome }) => outcome);
      assert.deepEqual(outcomes, ['ok', 'ok', 'ok', 'ok', 'ok', 'api', 'http']);
    });
  }
});
