/** Ways for a raw server to answer. */
import type { Respond } from './rawServer';

export const ID = { 'x-request-id': 'req-7' };
export const JSON_TYPE = { ...ID, 'content-type': 'application/json' };

/** Answers when the whole request is there, as well-behaved servers do. */
export function answer(...text: (string | Buffer)[]): Respond {
  return async (socket, request) => {
    await request.body();
    for (const part of text) socket.write(part);
  };
}

/** Answers, then closes. */
export function answerAndClose(text: string): Respond {
  return async (socket, request) => {
    await request.body();
    socket.end(text);
  };
}

/** Answers with a body that is encoded already. */
export function compressed(encoding: string, bytes: Buffer): Respond {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-type: application/json\r\nx-request-id: req-7\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return answer(head, bytes);
}

/**
 * How long a client waits that is to give up, in milliseconds: enough for a busy machine to connect and ask. The tests
 * that wait for it wait at the same time.
 */
export const SOON_MS = 3000;
