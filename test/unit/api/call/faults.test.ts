import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { describeFaults } from '../../../support/faults/faultChecks';
import { FAULTS_OF_RECORDS } from '../../../support/faults/faults';
import { holdQuietPort } from '../../../support/quietPort';
import { answer, compressed } from '../../../support/rawAnswers';
import { startRawServer } from '../../../support/rawServer';

// Every other fault is held against every operation in test/unit/faults.
for (const { name, make } of TRANSPORTS) {
  describeFaults({ name, make }, FAULTS_OF_RECORDS);

  describe(`Answers over ${name}`, () => {
    const ENCODED: Record<string, (text: string) => Buffer> = {
      gzip: (text) => gzipSync(text),
      'x-gzip': (text) => gzipSync(text),
      deflate: (text) => deflateSync(text),
      'deflate ': (text) => deflateRawSync(text),
      br: (text) => brotliCompressSync(text),
      identity: (text) => Buffer.from(text),
      'gzip, br': (text) => brotliCompressSync(gzipSync(text)),
    };
    for (const [encoding, encode] of Object.entries(ENCODED)) {
      it(`no fault: an answer encoded with ${encoding}`, async () => {
        const text = JSON.stringify(ok({ note: 'ü'.repeat(5000) }));
        await using test = makeClient(await startRawServer(compressed(encoding, encode(text))), make());
        const { body } = await test.client.request({ method: 'GET', path: '/x' });
        assert.deepEqual(body, JSON.parse(text));
        assert.equal(test.exchanges[0]?.attempts[0]?.response?.bodyBytes, Buffer.byteLength(text));
      });
    }

    const CHARSETS: [string, Buffer, string][] = [
      ['application/json', Buffer.from('\ufeff{"success":true,"message":"ü","data":{}}'), 'ü'],
      [
        'application/json; charset=latin1',
        Buffer.from('{"success":true,"message":"ü","data":{}}', 'latin1'),
        'ü',
      ],
      ['application/json; charset="no-such"', Buffer.from('{"success":true,"message":"ü","data":{}}'), 'ü'],
      ['application/json', Buffer.from('{"success":true,"message":"ü","data":{}}', 'latin1'), '\ufffd'],
    ];
    for (const [type, bytes, message] of CHARSETS) {
      it(`no fault: ${type} with ${bytes.length} bytes`, async () => {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
        await using test = makeClient(await startRawServer(answer(head, bytes)), make());
        assert.equal((await test.client.request({ method: 'GET', path: '/x' })).message, message);
      });
    }

    it('connection refused: reads and writes are repeated, since nothing can have arrived', async () => {
      await using quiet = await holdQuietPort();
      await using test = makeClient(`http://${quiet.host}`, make());
      const calls = [() => test.client.getFile('a'), () => test.client.topUp({ amount: 1, currency: 'EUR' })];
      for (const call of calls) {
        const failure = await failureOf(call());
        assert.deepEqual([failure.kind, failure.causeCode], ['network', 'ECONNREFUSED']);
        assert.match(failure.message, /refused the connection/);
        assert.equal(test.exchanges.at(-1)?.attempts.length, 3);
        assert.equal(test.exchanges.at(-1)?.attempts[0]?.error?.code, 'ECONNREFUSED');
      }
    });

    it('no such host: said so', async () => {
      await using test = makeClient('https://no-such-host.invalid', make(), { maxRetries: 0 });
      const failure = await failureOf(test.client.topUp({ amount: 1, currency: 'EUR' }));
      assert.equal(failure.kind, 'network');
      assert.deepEqual([failure.setting, test.exchanges[0]?.setting], ['http.proxy', 'http.proxy']);
      assert.match(failure.message, /no host named no-such-host\.invalid was found/);
    });

    it('headers in any letter case are the same', async () => {
      const body = gzipSync('{"success":false,"code":"too_many_requests","message":"Slow down","data":{}}');
      const lines = `X-Request-ID: req-9\r\nRETRY-AFTER: 61\r\nContent-Encoding: GZIP\r\n`;
      const head = `HTTP/1.1 429 No\r\n${lines}Content-Length: ${body.length}\r\n\r\n`;
      await using test = makeClient(await startRawServer(answer(head, body)), make());
      const { facts, requestId } = await failureOf(test.client.getFile('a'));
      assert.deepEqual([requestId, facts.retryAfterSeconds, facts.code], ['req-9', 61, 'too_many_requests']);
    });

    it('duplicate headers: the first request id counts, cut to a length that can be shown', async () => {
      const lines = `x-request-id: ${'a'.repeat(5000)}\r\nx-request-id: second\r\n`;
      await using server = await startRawServer(
        answer(`HTTP/1.1 404 No\r\n${lines}content-length: 0\r\n\r\n`),
      );
      await using test = makeClient(server.url, make());
      const { requestId } = await failureOf(test.client.getFile('a'));
      assert.equal(requestId?.length, 200);
      assert.match(requestId, /^a+…$/);
    });
  });
}
