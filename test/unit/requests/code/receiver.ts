import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on the loopback that remembers what it was sent. */

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver extends AsyncDisposable {
  readonly origin: string;
  readonly received: Received[];
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, path: url, headers, body: Buffer.concat(chunks) });
      // After the answer to HEAD the connection stays open, as services leave it, so that who waits for a body hangs.
      const more = method === 'HEAD' ? { 'content-length': 16 } : { connection: 'close' };
      response.writeHead(200, { ...more, 'x-request-id': 'req_7' }).end('{"success":true}');
    });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>(
        (resolve) =>
          void server.close(() => {
            resolve();
          }),
      );
    },
  };
}

export interface FormPart {
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly content: Buffer;
}

/** The parts of a multipart request (RFC 7578), their names still escaped. */
export function readForm({ headers, body }: Received): FormPart[] {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  assert.equal(pieces[0], '');
  assert.match(pieces.at(-1) ?? '', /^--\r\n/);
  return pieces.slice(1, -1).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString();
    return {
      name: /; name="([^"]*)"/.exec(head)?.[1],
      fileName: /; filename="([^"]*)"/.exec(head)?.[1],
      type: /^content-type: (.*)$/im.exec(head)?.[1],
      content: Buffer.from(piece.slice(end + 4), 'latin1'),
    };
  });
}
