/** What a service can do wrong, on the wire. For tests that hold a client against each of them. */
import { deflateSync, gzipSync } from 'node:zlib';
import type { ErrorKind } from '../../../src/api';
import { FILE_DATA, UPLOAD_DATA, ok } from '../apiClient';
import { BROKEN_ANSWERS } from './brokenAnswers';
import { SOON_MS, ID, JSON_TYPE, answer, answerAndClose, compressed } from '../rawAnswers';
import { type Respond, rawResponse } from '../rawServer';

export interface Fault {
  readonly respond: Respond;
  /** Expected kind of a read, and how often the server is asked for it. */
  readonly read: readonly [kind: ErrorKind, requests: number];
  /** Expected kind of an upload, and how often the server is asked for it; `ok` where its answer is as good as one. */
  readonly write: readonly [kind: ErrorKind | 'ok', requests: number];
  readonly message?: RegExp;
  readonly timeoutMs?: number;
}

/** Its first part is longer than names may be, so that it is refused without asking anyone. */
export const NO_SUCH_HOST = `https://${'a'.repeat(64)}.invalid`;

/** More than is read of an answer, and less than of a download. */
const PLENTY = Buffer.alloc(12 * 1024 * 1024, ' ');
const redirect = rawResponse(302, { ...ID, location: `${NO_SUCH_HOST}/path?secret=1` });

/** Only the shape of the file records is wrong in these: other operations do not look at it. */
export const FAULTS_OF_RECORDS: Readonly<Record<string, Fault>> = {
  'an envelope without message': {
    respond: answer(
      rawResponse(200, JSON_TYPE, JSON.stringify({ success: true, data: { ...FILE_DATA, ...UPLOAD_DATA } })),
    ),
    read: ['decode', 1],
    write: ['ok', 1],
    message: /"message"/,
  },
  'a 201 with fields of the record missing': {
    respond: answer(rawResponse(201, JSON_TYPE, JSON.stringify(ok({ id: 'file_1.pdf', purpose: 7 })))),
    read: ['decode', 1],
    write: ['ok', 1],
    message: /"data\.mimeType"|"data\.purpose"/,
  },
  'a record without its id': {
    respond: answer(rawResponse(200, JSON_TYPE, JSON.stringify(ok({ ...FILE_DATA, id: 7 })))),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /"data\.id"/,
  },
};

/** With two extra attempts allowed: 3 requests mean that the fault was taken to be a passing one. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  ...BROKEN_ANSWERS,
  ...FAULTS_OF_RECORDS,
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
    message: /: it is not a JSON object\./,
  },
  'JSON nested without end': {
    respond: answer(rawResponse(200, JSON_TYPE, '['.repeat(50_000) + ']'.repeat(50_000))),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /: it is not JSON\./,
  },
  'an object that is no envelope': {
    respond: answer(rawResponse(200, JSON_TYPE, '{"id":"file_1"}')),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /: "success" is missing or neither/,
  },
  '12 MB of JSON': {
    respond: answer(
      `HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: ${PLENTY.length}\r\n\r\n`,
      PLENTY,
    ),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /larger than 10 MiB\. (?:Ask for a smaller part|.*check before|The amount has)/,
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
  'more content encodings than anyone needs': {
    respond: compressed('gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync('{}'))))),
    read: ['decode', 1],
    write: ['decode', 1],
    message: /Chain of 4 content encodings\./,
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
    message: /refused the \w+: status 200\./,
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
    message: /refused the \w+: Oh\. The fault is on the service’s side/,
  },
  'HTML with 502': {
    respond: answer(
      rawResponse(502, { ...ID, 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>'),
    ),
    read: ['http', 3],
    write: ['http', 1],
    message: /status 502/,
  },
  'HTML with 404': {
    respond: answer(
      rawResponse(404, { ...ID, 'content-type': 'text/html' }, '<html><h1>Not found</h1></html>'),
    ),
    read: ['http', 1],
    write: ['http', 1],
    message: /status 404 [^]*Check the (?:file id|path|addresses)/,
  },
  'an empty 404': {
    respond: answer(rawResponse(404, ID)),
    read: ['http', 1],
    write: ['http', 1],
    message: /status 404 [^]*Check the (?:path|file id|addresses)/,
  },
  'JSON of another kind with 403': {
    respond: answer(rawResponse(403, JSON_TYPE, '{"message":"Forbidden"}')),
    read: ['http', 1],
    write: ['http', 1],
    message: /status 403 .*has no access to this/,
  },
  '503 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 503 Busy\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    read: ['http', 3],
    write: ['http', 1],
    message: /status 503 \(Busy\)/,
  },
  '500 with a body that stops': {
    respond: answer('HTTP/1.1 500 Oh\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    timeoutMs: SOON_MS,
    read: ['http', 3],
    write: ['http', 1],
    message: /status 500 \(Oh\)/,
  },
  'an empty 504': {
    respond: answer(rawResponse(504, ID)),
    read: ['http', 3],
    write: ['http', 1],
    message: /status 504/,
  },
  '404 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 404 No\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    read: ['http', 1],
    write: ['http', 1],
    message: /status 404/,
  },
  '429 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 429 No\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    read: ['http', 3],
    write: ['http', 3],
    message: /status 429/,
  },
  'a redirect to another host': {
    respond: answer(redirect),
    read: ['http', 1],
    write: ['http', 1],
    message: /redirects \(302, https:\/\/a+\.invalid\)\..*key was not sent/,
  },
  'a redirect to nowhere': {
    respond: answer(rawResponse(307, { ...ID, location: 'http://[' })),
    read: ['http', 1],
    write: ['http', 1],
    message: /^The service redirects \(307\)\./,
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
    message: /Slow down\. Wait 1 second/,
  },
  '429 with nothing': {
    respond: answer(rawResponse(429, ID)),
    read: ['http', 3],
    write: ['http', 3],
    message: /status 429 .*Wait a little/,
  },
  '429 with an hour': {
    respond: answer(rawResponse(429, { ...ID, 'retry-after': '3600' })),
    read: ['http', 1],
    write: ['http', 1],
    message: /Wait 1 hour/,
  },
};
