import assert from 'node:assert/strict';
import { TRANSPORTS, UPLOAD_DATA, makeClient, ok } from '../../support/apiClient';
import { sendJson, startHttpServer } from '../../support/httpServer';

for (const { name, make } of TRANSPORTS) {
  describe(`Deviations of answers over ${name}`, () => {
    it('are listed where the answer to a request deviates from the envelope', async () => {
      const bodies: [unknown, string[]][] = [
        [{ success: true, data: {} }, ['"message" is missing or not as documented.']],
        [{ success: true, message: 'm', data: [1] }, ['"data" is missing or not as documented.']],
        [
          { success: true, message: 'm', data: { records: {}, paging: { totalCount: '3', nextPage: 7 } } },
          [
            '"data.records" is missing or not as documented.',
            '"data.paging.totalCount" is missing or not as documented.',
            '"data.paging.nextPage" is missing or not as documented.',
          ],
        ],
      ];
      await using server = await startHttpServer((_request, response, index) => {
        sendJson(response, 200, bodies[index]?.[0]);
      });
      await using test = makeClient(server.url, make());
      for (const [body, deviations] of bodies) {
        const answer = await test.client.request({ method: 'POST', path: '/x', body: {} });
        assert.deepEqual(answer.deviations, deviations);
        assert.deepEqual(answer.body, body);
        assert.deepEqual(test.exchanges.at(-1)?.deviations, deviations);
      }
    });

    it('are listed where an error answer deviates from the documented error', async () => {
      const noId = 'The answer has no x-request-id header.';
      const noSuccess = '"success" is missing or not as documented.';
      const noMessage = '"message" is missing or not as documented.';
      const noCode = '"code" is missing or not as documented.';
      const noData = '"data" is missing or not as documented.';
      const full = { success: false, code: 'c', message: 'm', data: [] };
      const cases: [
        status: number,
        body: unknown,
        id: string | undefined,
        deviations: string[] | undefined,
      ][] = [
        [400, full, 'r', undefined],
        [400, full, undefined, [noId]],
        [200, { success: false, message: 'm', data: [] }, 'r', [noCode]],
        [422, { success: false, code: 'c', message: 'm' }, 'r', [noData]],
        [422, { code: 7, success: false, message: 'm' }, undefined, [noId, noCode, noData]],
        [404, '<html>', undefined, [noId]],
        [404, { error: 'Not Found' }, 'r', [noSuccess, noCode, noMessage, noData]],
        [400, { success: true, message: 'm', data: {} }, 'r', [noSuccess, noCode]],
      ];
      await using server = await startHttpServer((_request, response, index) => {
        const [status = 0, body, id] = cases[index] ?? [];
        if (id !== undefined) response.setHeader('x-request-id', id);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      await using test = makeClient(server.url, make());
      for (const [, , , deviations] of cases) {
        await assert.rejects(test.client.request({ method: 'POST', path: '/x', body: {} }));
        assert.deepEqual(test.exchanges.at(-1)?.deviations, deviations);
      }
    });

    it('include a missing request id, which fails nothing', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.end(JSON.stringify(ok(UPLOAD_DATA)));
      });
      await using test = makeClient(server.url, make());
      const answer = await test.client.request({ method: 'GET', path: '/x' });
      assert.ok(!('requestId' in answer));
      assert.deepEqual(answer.deviations, ['The answer has no x-request-id header.']);
    });
  });
}
