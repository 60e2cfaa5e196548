import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { TRANSPORTS, makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';

for (const { name, make } of TRANSPORTS) {
  describe(`Connections over ${name}`, () => {
    for (const atATime of [1, 4])
      it(`are used again, by writes as by reads: ${atATime} at a time`, async () => {
        const ports: number[] = [];
        const waiting: ServerResponse[] = [];
        // Answers when so many wait that each needs a separate connection.
        await using server = await startHttpServer((_request, response) => {
          ports.push(response.socket?.remotePort ?? 0);
          if (waiting.push(response) < atATime) return;
          for (const one of waiting.splice(0)) sendJson(one, 200, ok({}));
        });
        await using test = makeClient(server.url, make());
        for (let round = 0; round < 5; round++)
          for (const method of ['GET', 'POST'])
            await Promise.all(
              Array.from({ length: atATime }, (_, n) => test.client.request({ method, path: `/${n}` })),
            );
        assert.equal(ports.length, 10 * atATime);
        // One that has just answered may not be free yet for the next.
        assert.ok(new Set(ports).size <= 2 * atATime, `${new Set(ports).size} connections`);
      });
  });
}
