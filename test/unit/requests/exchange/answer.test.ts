import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../../src/api';
import { bodyOf, isBodyAsSent } from '../../../../src/requests/exchange/answer';
import { TEST_KEY, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';

describe('the body of an answer', () => {
  it('is kept as it was sent, or known to be another one', async () => {
    const json = '{"success":true,"message":"é","data":{}}';
    const bodies: readonly [bytes: Buffer, type: string, isAsSent: boolean][] = [
      [Buffer.from(json), 'application/json', true],
      [Buffer.from(` ${json}\r\n`), 'application/json', true],
      [Buffer.from(json, 'latin1'), 'application/json; charset=iso-8859-1', false],
      [Buffer.from(json, 'latin1'), 'application/json', false],
      [Buffer.from(`\ufeff${json}`), 'application/json', false],
      [Buffer.from(json.replace('é', TEST_KEY)), 'application/json', false],
    ];
    await using server = await startHttpServer((request, response) => {
      const [bytes, type] = bodies[Number(request.path.split('/').at(-1))] ?? assert.fail();
      response.writeHead(200, { 'content-type': type }).end(bytes);
    });
    await using test = makeClient(server.url, createUndiciTransport());
    for (const [n, [bytes, type, isAsSent]] of bodies.entries()) {
      await test.client.request({ method: 'GET', path: `/${n}` }).catch(() => undefined);
      const exchange = test.exchanges[n] ?? assert.fail();
      assert.equal(isBodyAsSent(exchange), isAsSent, `${n} ${type}`);
      if (isAsSent) assert.deepEqual(Buffer.from(bodyOf(exchange) ?? ''), bytes);
    }
  });
});
