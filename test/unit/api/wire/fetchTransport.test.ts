import assert from 'node:assert/strict';
import { createFetchTransport } from '../../../../src/api';
import { makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';

describe('A fetch', () => {
  it('is told to send nothing along, to follow nothing, and to take nothing from a cache', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, ok({}));
    });
    const asked: (RequestInit | undefined)[] = [];
    const watched: typeof fetch = (input, init) => {
      asked.push(init);
      return fetch(input, init);
    };
    await using test = makeClient(server.url, createFetchTransport(watched));
    await test.client.topUp({ amount: 1, currency: 'EUR' });
    assert.deepEqual(
      asked.map((init) => [init?.credentials, init?.redirect, init?.cache]),
      [['omit', 'manual', 'no-store']],
    );
  });
});
