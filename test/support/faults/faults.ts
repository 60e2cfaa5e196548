/** What a service can do wrong, on the wire. For tests that hold a client against each of them. */
import { deflateSync, gzipSync } from 'node:zlib';
import { FILE_DATA, UPLOAD_DATA, ok } from '../apiClient';
import { BROKEN_ANSWERS } from './brokenAnswers';
import { SOON_MS, ID, JSON_TYPE, answer, answerAndClose, compressed } from '../rawAnswers';
import { type Respond, rawResponse } from '../rawServer';

export interface Fault {
  readonly respond: Respond;
  readonly timeoutMs?: number;
}

/** What becomes of a call, and how often the server is asked for it; `ok` where its answer is as good as one. */
export type Expected = readonly [outcome: string, requests: number];

/** What is expected of a fault, of a read and of an upload: docs/faults.md has it of most. */
export interface ExpectedFault extends Fault {
  readonly read: Expected;
  readonly write: Expected;
  readonly message?: RegExp;
  /** The whole message of an upload, without its host. */
  readonly uploadSays?: string | undefined;
}

/** Its first part is longer than names may be, so that it is refused without asking anyone. */
export const NO_SUCH_HOST = `https://${'a'.repeat(64)}.invalid`;

/** More than is read of an answer, and less than of a download. */
const PLENTY = Buffer.alloc(12 * 1024 * 1024, ' ');
const redirect = rawResponse(302, { ...ID, location: `${NO_SUCH_HOST}/path?secret=1` });

/** Only the shape of the file records is wrong in these: other operations do not look at it. */
export const FAULTS_OF_RECORDS: Readonly<Record<string, ExpectedFault>> = {
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

export const FAULTS: Readonly<Record<string, Fault>> = {
  ...BROKEN_ANSWERS,
  ...FAULTS_OF_RECORDS,
  'an empty 200': { respond: answer(rawResponse(200, ID)) },
  'HTML with 200': {
    respond: answer(rawResponse(200, { ...ID, 'content-type': 'text/html' }, '<!doctype html><p>Hello')),
  },
  'broken JSON with 200': { respond: answer(rawResponse(200, JSON_TYPE, '{"success":true,')) },
  'JSON that is no object': { respond: answer(rawResponse(200, JSON_TYPE, '[1]')) },
  'JSON nested without end': {
    respond: answer(rawResponse(200, JSON_TYPE, '['.repeat(50_000) + ']'.repeat(50_000))),
  },
  'an object that is no envelope': { respond: answer(rawResponse(200, JSON_TYPE, '{"id":"file_1"}')) },
  '12 MB of JSON': {
    respond: answer(
      `HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: ${PLENTY.length}\r\n\r\n`,
      PLENTY,
    ),
  },
  'a gzip bomb': { respond: compressed('gzip', gzipSync(PLENTY)) },
  'a deflate bomb': { respond: compressed('deflate', deflateSync(PLENTY)) },
  'a bomb in a bomb': { respond: compressed('gzip, gzip', gzipSync(gzipSync(PLENTY))) },
  'damaged gzip': { respond: compressed('gzip', Buffer.from('this is not gzip at all')) },
  'an unknown content encoding': { respond: compressed('rot13', Buffer.from('{}')) },
  'more content encodings than anyone needs': {
    respond: compressed('gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync('{}'))))),
  },
  'success false with 200': {
    respond: answer(
      rawResponse(200, JSON_TYPE, '{"success":false,"code":"odd_code","message":"No.","data":{}}'),
    ),
  },
  'success false with nothing else': { respond: answer(rawResponse(200, JSON_TYPE, '{"success":false}')) },
  'an error body with 401': {
    respond: answer(
      rawResponse(401, JSON_TYPE, '{"success":false,"code":"x","message":"Bad key","data":{}}'),
    ),
  },
  'an error body with 500': {
    respond: answer(
      rawResponse(500, JSON_TYPE, '{"success":false,"code":"internal_error","message":"Oh","data":{}}'),
    ),
  },
  'HTML with 502': {
    respond: answer(
      rawResponse(502, { ...ID, 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>'),
    ),
  },
  'HTML with 404': {
    respond: answer(
      rawResponse(404, { ...ID, 'content-type': 'text/html' }, '<html><h1>Not found</h1></html>'),
    ),
  },
  'an empty 404': { respond: answer(rawResponse(404, ID)) },
  'JSON of another kind with 403': {
    respond: answer(rawResponse(403, JSON_TYPE, '{"message":"Forbidden"}')),
  },
  '503 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 503 Busy\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
  },
  '500 with a body that stops': {
    respond: answer('HTTP/1.1 500 Oh\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
    timeoutMs: SOON_MS,
  },
  'an empty 504': { respond: answer(rawResponse(504, ID)) },
  '404 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 404 No\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
  },
  '429 with a body that is cut off': {
    respond: answerAndClose('HTTP/1.1 429 No\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ'),
  },
  'a redirect to another host': { respond: answer(redirect) },
  'a redirect to nowhere': { respond: answer(rawResponse(307, { ...ID, location: 'http://[' })) },
  '304 with nothing': { respond: answer('HTTP/1.1 304 Not Modified\r\nx-request-id: req-7\r\n\r\n') },
  '429 with seconds': {
    respond: answer(
      rawResponse(
        429,
        { ...JSON_TYPE, 'retry-after': '0' },
        '{"success":false,"code":"too_many_requests","message":"Slow down","data":{}}',
      ),
    ),
  },
  '429 with nothing': { respond: answer(rawResponse(429, ID)) },
  '429 with an hour': { respond: answer(rawResponse(429, { ...ID, 'retry-after': '3600' })) },
};
