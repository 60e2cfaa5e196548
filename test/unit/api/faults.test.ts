import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorKind } from '../../../src/api';
import { FILE_DATA, TRANSPORTS, UPLOAD_DATA, failureOf, makeClient, ok } from '../../support/apiClient';
import { type RawRequest, rawResponse, startRawServer } from '../../support/rawServer';

interface Fault {
  readonly respond: (socket: Socket, request: RawRequest) => void | Promise<void>;
  /** Expected kind of a read, and how often the server is asked for it. */
  readonly read: readonly [kind: ErrorKind, requests: number];
  /** The same of a write. */
  readonly write: readonly [kind: ErrorKind, requests: number];
  readonly message?: RegExp;
  readonly timeoutMs?: number;
}

const ID = { 'x-request-id': 'req-7' };
const JSON_TYPE = { ...ID, 'content-type': 'application/json' };

/** Answers when the whole request is there, as well-behaved servers do. */
function answer(...text: (string | Buffer)[]): Fault['respond'] {
  return async (socket, request) => {
    await request.body();
    for (const part of text) socket.write(part);
  };
}

/** Answers, then closes. */
function answerAndClose(text: string): Fault['respond'] {
  return async (socket, request) => {
    await request.body();
    socket.end(text);
  };
}

function compressed(encoding: string, bytes: Buffer): Fault['respond'] {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-type: application/json\r\nx-request-id: req-7\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return answer(head, bytes);
}

const PLENTY = Buffer.alloc(60 * 1024 * 1024, ' ');
const redirect = rawResponse(302, { ...ID, location: 'https://elsewhere.example/path?secret=1' });

/** With two extra attempts allowed: 3 requests mean that the fault was taken to be a passing one. */
const FAULTS: Record<string, Fault> = {
  'a reset before the answer': {
    respond: (socket) => {
      socket.resetAndDestroy();
    },
    read: ['network', 3],
    write: ['unknown-outcome', 1],
    message: /closed/,
  },
  'a close before the answer': {
    respond: async (socket, request) => {
      await request.body();
      socket.end();
    },
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a reset in the middle of the headers': {
    respond: async (socket, request) => {
      await request.body();
      socket.write('HTTP/1.1 200 OK\r\nx-req', () => socket.resetAndDestroy());
    },
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a reset in the middle of the body': {
    respond: async (socket, request) => {
      await request.body();
      socket.write(`HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    },
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a body shorter than promised': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"success"',
    ),
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a chunked body without its end': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n',
    ),
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a chunked body without its end, on a connection to be closed': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n',
    ),
    read: ['network', 3],
    write: ['unknown-outcome', 1],
  },
  'a broken chunk': {
    respond: answer(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"suc\r\n',
    ),
    read: ['network', 1],
    write: ['unknown-outcome', 1],
  },
  'no answer at all': {
    respond: () => undefined,
    timeoutMs: 150,
    read: ['timeout', 3],
    write: ['unknown-outcome', 1],
    message: /waiting for the answer/,
  },
  'a body that stops in the middle': {
    respond: answer('HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"success"'),
    timeoutMs: 150,
    read: ['timeout', 3],
    write: ['unknown-outcome', 1],
    message: /reading the answer/,
  },
  'a body that trickles': {
    respond: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
    timeoutMs: 150,
    read: ['timeout', 3],
    write: ['unknown-outcome', 1],
  },
  'something that is not HTTP': {
    respond: answerAndClose('220 mail.example ESMTP\r\n'),
    read: ['network', 1],
    write: ['unknown-outcome', 1],
    message: /not HTTP/,
  },
  'headers without end': {
    respond: answer(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
    read: ['network', 1],
    write: ['unknown-outcome', 1],
  },
  'an empty 200': {
    respond: answer(rawResponse(200, ID)),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /empty/,
  },
  'HTML with 200': {
    respond: answer(rawResponse(200, { ...ID, 'content-type': 'text/html' }, '<!doctype html><p>Hello')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /web page/,
  },
  'broken JSON with 200': {
    respond: answer(rawResponse(200, JSON_TYPE, '{"success":true,')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /not JSON/,
  },
  'JSON that is no object': {
    respond: answer(rawResponse(200, JSON_TYPE, '[1]')),
    read: ['decode', 1],
    write: ['decode', 1],
  },
  'JSON nested without end': {
    respond: answer(rawResponse(200, JSON_TYPE, '['.repeat(50_000) + ']'.repeat(50_000))),
    read: ['decode', 1],
    write: ['decode', 1],
  },
  'an object that is no envelope': {
    respond: answer(rawResponse(200, JSON_TYPE, '{"id":"file_1"}')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /"success"/,
  },
  'an envelope without message': {
    respond: answer(
      rawResponse(200, JSON_TYPE, JSON.stringify({ success: true, data: { ...FILE_DATA, ...UPLOAD_DATA } })),
    ),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /"message"/,
  },
  'a record without its id': {
    respond: answer(rawResponse(200, JSON_TYPE, JSON.stringify(ok({ ...FILE_DATA, id: 7 })))),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /"data\.id"/,
  },
  '60 MB of JSON': {
    respond: answer(
      `HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: ${PLENTY.length}\r\n\r\n`,
      PLENTY,
    ),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /larger than 10 MiB/,
  },
  'a gzip bomb': {
    respond: compressed('gzip', gzipSync(PLENTY)),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /larger than 10 MiB/,
  },
  'a deflate bomb': {
    respond: compressed('deflate', deflateSync(PLENTY)),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /larger than 10 MiB/,
  },
  'a bomb in a bomb': {
    respond: compressed('gzip, gzip', gzipSync(gzipSync(PLENTY))),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /larger than 10 MiB/,
  },
  'damaged gzip': {
    respond: compressed('gzip', Buffer.from('this is not gzip at all')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /damaged/,
  },
  'an unknown content encoding': {
    respond: compressed('rot13', Buffer.from('{}')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /rot13/,
  },
  'success false with 200': {
    respond: answer(
      rawResponse(200, JSON_TYPE, '{"success":false,"code":"odd_code","message":"No.","data":{}}'),
    ),
    read: ['api', 1],
    write: ['api', 1],
    message: /refused the \w+: No\./,
  },
  'success false with nothing else': {
    respond: answer(rawResponse(200, JSON_TYPE, '{"success":false}')),
    read: ['api', 1],
    write: ['api', 1],
  },
  'an error body with 401': {
    respond: answer(
      rawResponse(401, JSON_TYPE, '{"success":false,"code":"x","message":"Bad key","data":{}}'),
    ),
    read: ['api', 1],
    write: ['api', 1],
    message: /Bad key\. Check the API key of the environment "test-environment"/,
  },
  'an error body with 500': {
    respond: answer(
      rawResponse(500, JSON_TYPE, '{"success":false,"code":"internal_error","message":"Oh","data":{}}'),
    ),
    read: ['api', 3],
    write: ['api', 1],
  },
  'HTML with 502': {
    respond: answer(
      rawResponse(502, { ...ID, 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>'),
    ),
    read: ['http', 3],
    write: ['http', 1],
    message: /status 502/,
  },
  'an empty 404': { respond: answer(rawResponse(404, ID)), read: ['http', 1], write: ['http', 1] },
  'JSON of another kind with 403': {
    respond: answer(rawResponse(403, JSON_TYPE, '{"message":"Forbidden"}')),
    read: ['http', 1],
    write: ['http', 1],
  },
  '503 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 503 Busy\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    read: ['http', 3],
    write: ['http', 1],
  },
  '500 with a body that stops': {
    respond: answer('HTTP/1.1 500 Oh\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    timeoutMs: 150,
    read: ['http', 3],
    write: ['http', 1],
  },
  'a redirect to another host': {
    respond: answer(redirect),
    read: ['http', 1],
    write: ['http', 1],
    message: /redirects to https:\/\/elsewhere\.example \(status 302\).*key was not sent/,
  },
  'a redirect to nowhere': {
    respond: answer(rawResponse(307, { ...ID, location: 'http://[' })),
    read: ['http', 1],
    write: ['http', 1],
  },
  '304 with nothing': {
    respond: answer('HTTP/1.1 304 Not Modified\r\nx-request-id: req-7\r\n\r\n'),
    read: ['http', 1],
    write: ['http', 1],
  },
  '429 with seconds': {
    respond: answer(
      rawResponse(
        429,
        { ...JSON_TYPE, 'retry-after': '0' },
        '{"success":false,"code":"too_many_requests","message":"Slow down","data":{}}',
      ),
    ),
    read: ['api', 3],
    write: ['api', 3],
  },
  '429 with nothing': { respond: answer(rawResponse(429, ID)), read: ['http', 3], write: ['http', 3] },
  '429 with an hour': {
    respond: answer(rawResponse(429, { ...ID, 'retry-after': '3600' })),
    read: ['http', 1],
    write: ['http', 1],
    message: /Wait 1 hour/,
  },
};

for (const { name, make } of TRANSPORTS) {
  describe(`Faults over ${name}`, () => {
    for (const [what, fault] of Object.entries(FAULTS)) {
      const timeoutMs = fault.timeoutMs ?? 5000;
      const upload = {
        content: Buffer.alloc(1000),
        name: 'a.png',
        mimeType: 'image/png',
        purpose: 'payment_evidence',
      };

      it(`${what}: a read is ${fault.read[0]}, a write is ${fault.write[0]}`, async () => {
        await using server = await startRawServer(fault.respond);
        await using test = makeClient(server.url, make(), { timeoutMs });
        const calls = [
          [() => test.client.getFile('file_1'), fault.read],
          [() => test.client.uploadFile(upload), fault.write],
        ] as const;
        for (const [call, [kind, requests]] of calls) {
          const before = server.heads.length;
          const failure = await failureOf(call());
          assert.deepEqual([failure.kind, server.heads.length - before], [kind, requests], failure.message);
          assert.match(failure.message, fault.message ?? /./);
          assert.match(failure.message, /^[A-Z][^{}\n]*\.$/, 'one plain sentence or two');
          const exchange = test.exchanges.at(-1);
          assert.ok(exchange);
          assert.deepEqual([exchange.outcome, exchange.id], [kind, failure.exchangeId]);
          assert.equal(exchange.attempts.length, requests);
          assert.deepEqual(exchange.error, { kind, ...failure.facts });
          // The request id is known exactly when the headers of an answer came.
          assert.equal(failure.requestId, exchange.status === undefined ? undefined : 'req-7');
          assert.equal(failure.facts.status, exchange.status);
          if (kind === 'unknown-outcome') assert.match(failure.message, /not repeated/);
        }
        assert.equal(test.exchanges.length, 2);
      });
    }

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
        await using server = await startRawServer(compressed(encoding, encode(text)));
        await using test = makeClient(server.url, make());
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
        await using server = await startRawServer(answer(head, bytes));
        await using test = makeClient(server.url, make());
        assert.equal((await test.client.request({ method: 'GET', path: '/x' })).message, message);
      });
    }

    it('connection refused: reads and writes are repeated, since nothing can have arrived', async () => {
      const server = await startRawServer(() => undefined);
      await server.close();
      await using test = makeClient(server.url, make());
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
      assert.match(failure.message, /no host by the name of no-such-host\.invalid was found/);
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

describe('The details of an error body', () => {
  it('are carried as fields, whatever else stands among them', async () => {
    const data = [
      { fieldName: 'purpose', code: 'required', message: 'Purpose is required' },
      null,
      7,
      'text',
      { fieldName: 3 },
      { fieldName: 'file', code: 'type', message: 'Not a \u001b[31mpdf\u202e' },
    ];
    const text = JSON.stringify({
      success: false,
      code: 'invalid_request',
      message: 'Validation failed',
      data,
    });
    await using server = await startRawServer(answer(rawResponse(400, JSON_TYPE, text)));
    const [transport] = TRANSPORTS;
    assert.ok(transport);
    await using test = makeClient(server.url, transport.make());
    const failure = await failureOf(test.client.getFile('a'));
    assert.deepEqual(failure.facts, {
      message:
        'The service refused the request: Validation failed (purpose: Purpose is required; file: Not a pdf).',
      status: 400,
      code: 'invalid_request',
      fields: [
        { fieldName: 'purpose', code: 'required', message: 'Purpose is required' },
        { fieldName: 'file', code: 'type', message: 'Not a pdf' },
      ],
    });
  });
});
