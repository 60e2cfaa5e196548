/** Answers that do not come, not whole, or not as HTTP. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults';
import { SOON_MS, answer, answerAndClose } from '../rawAnswers';

export const BROKEN_ANSWERS: Readonly<Record<string, Fault>> = {
  'a reset before the answer': {
    respond: (socket) => {
      socket.resetAndDestroy();
    },
  },
  'a close before the answer': {
    respond: async (socket, request) => {
      await request.body();
      socket.end();
    },
  },
  'a reset in the middle of the headers': {
    respond: async (socket, request) => {
      await request.body();
      socket.write('HTTP/1.1 200 OK\r\nx-req', () => socket.resetAndDestroy());
    },
  },
  'a reset in the middle of the body': {
    respond: async (socket, request) => {
      await request.body();
      socket.write(`HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"succ`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    },
  },
  'a body shorter than promised': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"success"',
    ),
  },
  'a chunked body without its end': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n',
    ),
  },
  'a chunked body without its end, on a connection to be closed': {
    respond: answerAndClose(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"suc\r\n',
    ),
  },
  'a compressed body that is cut off': {
    respond: async (socket, request) => {
      await request.body();
      const part = gzipSync(randomBytes(1000)).subarray(0, 500);
      const head =
        'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-encoding: gzip\r\ncontent-length: 1000\r\n';
      socket.write(`${head}\r\n`);
      socket.end(part);
    },
  },
  'a broken chunk': {
    respond: answer(
      'HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"suc\r\n',
    ),
  },
  'no answer at all': {
    respond: () => undefined,
    timeoutMs: SOON_MS,
  },
  'a body that stops in the middle': {
    respond: answer('HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100\r\n\r\n{"success"'),
    timeoutMs: SOON_MS,
  },
  'a body that trickles': {
    respond: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-request-id: req-7\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
    timeoutMs: SOON_MS,
  },
  'something that is not HTTP': { respond: answerAndClose('220 mail.example ESMTP\r\n') },
  'headers without end': { respond: answer(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`) },
};
