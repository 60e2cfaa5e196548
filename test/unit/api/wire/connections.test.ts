import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { TRANSPORTS, makeClient, ok } from '../../../support/apiClient';
import { type Handler, sendJson, startHttpServer } from '../../../support/httpServer';

/** Answers when this many requests wait, so that each needs a separate connection. */
function inGroupsOf(size: number, ports: number[]): Handler {
  const waiting: ServerResponse[] = [];
  return (_request, response) => {
    ports.push(response.socket?.remotePort ?? 0);
    waiting.push(response);
    if (waiting.length < size) return;
    for (const one of waiting.splice(0)) sendJson(one, 200, ok({}));
  };
}

/** At most two for each request at a time: one that has just answered may not be free yet for the next. */
function assertFew(ports: readonly number[], atATime: number): void {
  assert.ok(new Set(ports).size <= 2 * atATime, `${new Set(ports).size} connections`);
}

for (const { name, make } of TRANSPORTS) {
  describe(`Connections (${name})`, () => {
    it('are kept and used again, by writes as by reads', async () => {
      const ports: number[] = [];
      await using test = makeClient(await startHttpServer(inGroupsOf(1, ports)), make());
      for (let round = 0; round < 5; round++) {
        await test.client.request({ method: 'GET', path: '/a' });
        await test.client.request({ method: 'POST', path: '/b', body: {} });
      }
      assert.equal(ports.length, 10);
      assertFew(ports, 1);
    });

    it('are no more for many requests than for those at a time', async () => {
      const ports: number[] = [];
      await using test = makeClient(await startHttpServer(inGroupsOf(4, ports)), make());
      for (let round = 0; round < 6; round++) {
        await Promise.all(
          Array.from({ length: 4 }, (_, index) => test.client.request({ method: 'GET', path: `/${index}` })),
        );
      }
      assert.equal(ports.length, 24);
      assertFew(ports, 4);
    });
  });
}
