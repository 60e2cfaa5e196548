import assert from 'node:assert/strict';
import { createFetchTransport } from '../../../../src/api';
import { makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';

describe('A fetch', () => {
  it('sends no cookies, follows no redirect, and reads nothing from a cache', async () => {
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
