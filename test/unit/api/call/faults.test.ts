import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { answer } from '../../../support/rawAnswers';
import { startRawServer } from '../../../support/rawServer';

// Every fault on the wire is held against every operation in test/unit/faults.
for (const { name, make } of TRANSPORTS) {
  describe(`An answer over ${name}`, () => {
    it('is not had from a host that there is not: the setting for it is named', async () => {
      await using test = makeClient('https://no-such-host.invalid', make(), { maxRetries: 0 });
      const failure = await failureOf(test.client.topUp({ amount: 1, currency: 'EUR' }));
      assert.equal(failure.kind, 'network');
      assert.deepEqual([failure.setting, test.exchanges[0]?.setting], ['http.proxy', 'http.proxy']);
      assert.match(failure.message, /no host named no-such-host\.invalid was found/);
    });

    it('has headers in any letter case, and of two request ids the first, cut to what can be shown', async () => {
      const body = gzipSync('{"success":false,"code":"too_many_requests","message":"Slow down","data":{}}');
      const ids = `X-Request-ID: ${'a'.repeat(5000)}\r\nx-request-id: second\r\n`;
      const lines = `${ids}RETRY-AFTER: 61\r\nContent-Encoding: GZIP\r\nContent-Length: ${body.length}\r\n`;
      await using server = await startRawServer(answer(`HTTP/1.1 429 No\r\n${lines}\r\n`, body));
      await using test = makeClient(server.url, make());
      const { facts, requestId } = await failureOf(test.client.getFile('a'));
      assert.deepEqual([facts.retryAfterSeconds, facts.code], [61, 'too_many_requests']);
      assert.equal(requestId, `${'a'.repeat(999)}…`);
    });
  });
}
