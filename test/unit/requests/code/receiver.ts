import assert from 'node:assert/strict';
import { type HttpServer, type SeenRequest, startHttpServer } from '../../../support/httpServer';

/** A server that answers as a service may, with the length of a body to HEAD: whoever waits for that hangs. */
export function startReceiver(): Promise<HttpServer> {
  return startHttpServer(({ method }, response) => {
    const more = method === 'HEAD' ? { 'content-length': 16 } : { connection: 'close' };
    response.writeHead(200, { ...more, 'x-request-id': 'req_7' }).end('{"success":true}');
  });
}

export interface FormPart {
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly content: Buffer;
}

/** The parts of a multipart request (RFC 7578), their names still escaped. */
export function readForm({ headers, body }: SeenRequest): FormPart[] {
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
