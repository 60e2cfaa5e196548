/** What a service can do wrong, on the wire. For tests that hold a client against each of them. */
import { deflateSync, gzipSync } from 'node:zlib';
import type { ErrorKind } from '../../src/api';
import { FILE_DATA, UPLOAD_DATA, ok } from './apiClient';
import { ID, JSON_TYPE, answer, answerAndClose, compressed } from './rawAnswers';
import { type Respond, rawResponse } from './rawServer';

export interface Fault {
  readonly respond: Respond;
  /** Expected kind of a read, and how often the server is asked for it. */
  readonly read: readonly [kind: ErrorKind, requests: number];
  /** The same of a write. */
  readonly write: readonly [kind: ErrorKind, requests: number];
  readonly message?: RegExp;
  readonly timeoutMs?: number;
}

const PLENTY = Buffer.alloc(60 * 1024 * 1024, ' ');
const redirect = rawResponse(302, { ...ID, location: 'https://elsewhere.example/path?secret=1' });

/** With two extra attempts allowed: 3 requests mean that the fault was taken to be a passing one. */
export const FAULTS: Readonly<Record<string, Fault>> = {
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
    timeoutMs: 400,
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
    timeoutMs: 400,
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
    timeoutMs: 400,
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
    message: /answered with status 304 \(Not Modified\)[^]*Check the addresses/,
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
