/** What a service can do wrong, on the wire. For tests that hold a client against each of them. */
import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { SOON_MS, ID, JSON_TYPE, answer, answerAndClose, compressed } from '../rawAnswers';
import { type Respond, rawResponse } from '../rawServer';

export interface Fault {
  readonly respond: Respond;
  readonly timeoutMs?: number;
  /** Whether so much is sent that few operations are tried: where it is refused knows nothing of operations. */
  readonly isLarge?: boolean;
}

/** Its first part is longer than names may be, so that it is refused without asking anyone. */
export const NO_SUCH_HOST = `https://${'a'.repeat(64)}.invalid`;

/** More than is read of an answer, and less than of a download. */
const PLENTY = Buffer.alloc(12 * 1024 * 1024, ' ');

/** The beginning of an answer, up to its own headers. */
const head = (status = '200 OK') => `HTTP/1.1 ${status}\r\nx-request-id: req-7\r\n`;
/** The beginning of an answer that promises more than comes of it. */
const promising = (status?: string) => `${head(status)}content-length: 100\r\n\r\n{"succ`;
const large = (respond: Respond): Fault => ({ respond, isLarge: true });
const bare = (status: number, headers = {}): Fault => ({
  respond: answer(rawResponse(status, { ...ID, ...headers })),
});
const html = (status: number, text: string): Fault => ({
  respond: answer(rawResponse(status, { ...ID, 'content-type': 'text/html' }, text)),
});
const json = (status: number, body: unknown, headers = {}): Fault => ({
  respond: answer(
    rawResponse(status, { ...JSON_TYPE, ...headers }, typeof body === 'string' ? body : JSON.stringify(body)),
  ),
});
const error = (status: number, code: string, message: string, headers = {}): Fault =>
  json(status, { success: false, code, message, data: {} }, headers);

/** Answers that do not come, not whole, or not as HTTP. */
const BROKEN_ANSWERS: Readonly<Record<string, Fault>> = {
  'a reset before the answer': {
    respond: (socket) => {
      socket.resetAndDestroy();
    },
  },
  'a close before the answer': { respond: answerAndClose('') },
  'a reset in the middle of the headers': {
    respond: async (socket, request) => {
      await request.body();
      socket.write('HTTP/1.1 200 OK\r\nx-req', () => socket.resetAndDestroy());
    },
  },
  'a reset in the middle of the body': {
    respond: async (socket, request) => {
      await request.body();
      socket.write(promising(), () => setImmediate(() => socket.resetAndDestroy()));
    },
  },
  'a body shorter than promised': { respond: answerAndClose(promising()) },
  'a chunked body without its end': {
    respond: answerAndClose(`${head()}transfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n`),
  },
  'a chunked body without its end, on a connection to be closed': {
    respond: answerAndClose(`${head()}connection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n`),
  },
  'a compressed body that is cut off': {
    respond: async (socket, request) => {
      await request.body();
      socket.write(`${head()}content-encoding: gzip\r\ncontent-length: 1000\r\n\r\n`);
      socket.end(gzipSync(randomBytes(1000)).subarray(0, 500));
    },
  },
  'a broken chunk': { respond: answer(`${head()}transfer-encoding: chunked\r\n\r\nzz\r\n{"suc\r\n`) },
  'no answer at all': { respond: () => undefined, timeoutMs: SOON_MS },
  'a body that stops in the middle': { respond: answer(promising()), timeoutMs: SOON_MS },
  'a body that trickles': {
    respond: (socket) => {
      socket.write(`${head()}content-length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    },
    timeoutMs: SOON_MS,
  },
  'something that is not HTTP': { respond: answerAndClose('220 mail.example ESMTP\r\n') },
  'headers without end': { respond: answer(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`) },
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  ...BROKEN_ANSWERS,
  'an empty 200': bare(200),
  'HTML with 200': html(200, '<!doctype html><p>Hello'),
  'broken JSON with 200': json(200, '{"success":true,'),
  'JSON that is no object': json(200, [1]),
  'JSON nested without end': json(200, '['.repeat(50_000) + ']'.repeat(50_000)),
  'an object that is no envelope': json(200, { id: 'file_1' }),
  '12 MB of JSON': large(answer(`${head()}content-length: ${PLENTY.length}\r\n\r\n`, PLENTY)),
  'a gzip bomb': large(compressed('gzip', gzipSync(PLENTY))),
  'a deflate bomb': large(compressed('deflate', deflateSync(PLENTY))),
  'a bomb in a bomb': large(compressed('gzip, gzip', gzipSync(gzipSync(PLENTY)))),
  'damaged gzip': { respond: compressed('gzip', Buffer.from('this is not gzip at all')) },
  'an unknown content encoding': { respond: compressed('rot13', Buffer.from('{}')) },
  'more content encodings than anyone needs': {
    respond: compressed('gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync('{}'))))),
  },
  'success false with 200': error(200, 'odd_code', 'No.'),
  'success false with nothing else': json(200, { success: false }),
  'an error body with 401': error(401, 'x', 'Bad key'),
  'an error body with 500': error(500, 'internal_error', 'Oh'),
  'HTML with 502': html(502, '<html><h1>Bad gateway</h1></html>'),
  'HTML with 404': html(404, '<html><h1>Not found</h1></html>'),
  'an empty 404': bare(404),
  'JSON of another kind with 403': json(403, { message: 'Forbidden' }),
  '503 with a body that is cut off': { respond: answerAndClose(promising('503 Busy')) },
  '500 with a body that stops': { respond: answer(promising('500 Oh')), timeoutMs: SOON_MS },
  'an empty 504': bare(504),
  '404 with a body that is cut off': { respond: answerAndClose(promising('404 No')) },
  '429 with a body that is cut off': { respond: answerAndClose(promising('429 No')) },
  'a redirect to another host': bare(302, { location: `${NO_SUCH_HOST}/path?secret=1` }),
  'a redirect to nowhere': bare(307, { location: 'http://[' }),
  '304 with nothing': { respond: answer(`${head('304 Not Modified')}\r\n`) },
  '429 with seconds': error(429, 'too_many_requests', 'Slow down', { 'retry-after': '0' }),
  '429 with nothing': bare(429),
  '429 with an hour': bare(429, { 'retry-after': '3600' }),
};
