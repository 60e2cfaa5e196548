import { type Socket, createServer } from 'node:net';
import { listen, type Listening } from './loopback';
import { logService } from './serviceLog';

/** A server that writes the given bytes, valid HTTP or not. Listens on loopback only. */
export interface RawServer extends Listening {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Requests whose header was complete so far, as text up to the empty line. */
  readonly heads: readonly string[];
}

/** What a raw server knows of a request when its header is complete. */
export interface RawRequest {
  /** First line and headers, without the empty line. */
  readonly head: string;
  /** Counts from 0 over all connections. */
  readonly index: number;
  /** Resolves with the body once as many bytes came as Content-Length says; rejects when the client goes. */
  body(): Promise<Buffer>;
}

/** Writes, ends, destroys or resets the socket, or does nothing. */
export type Respond = (socket: Socket, request: RawRequest) => void | Promise<void>;

/**
 * Starts a raw server.
 * @param respond called for each request when its header is complete
 */
export async function startRawServer(respond: Respond): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    readRequests(socket, (head, body) => {
      const index = heads.push(head) - 1;
      logService(`127.0.0.1:${port} ${head.slice(0, head.indexOf('\r\n'))}`);
      void respond(socket, { head, index, body });
    });
  });
  const { port, close } = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    heads,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Cuts what comes into requests; each body is read by its Content-Length. */
function readRequests(socket: Socket, onHead: (head: string, body: () => Promise<Buffer>) => void): void {
  let pending = Buffer.alloc(0);
  let bodyLeft = 0;
  let body = Promise.withResolvers<Buffer>();
  let chunks: Buffer[] = [];
  const take = () => {
    for (;;) {
      if (bodyLeft > 0) {
        const part = pending.subarray(0, bodyLeft);
        pending = pending.subarray(part.length);
        chunks.push(part);
        bodyLeft -= part.length;
        if (bodyLeft > 0) return;
        body.resolve(Buffer.concat(chunks));
      }
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.toString('latin1', 0, end);
      pending = pending.subarray(end + 4);
      bodyLeft = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      chunks = [];
      body = Promise.withResolvers<Buffer>();
      const { promise } = body;
      promise.catch(() => undefined);
      if (bodyLeft === 0) body.resolve(Buffer.alloc(0));
      onHead(head, () => promise);
    }
  };
  socket.on('data', (data) => {
    pending = Buffer.concat([pending, data]);
    take();
  });
  socket.on('close', () => body.reject(new Error('The client closed the connection')));
}

/** A whole response as text. Content-Length is added unless a header names it or the transfer encoding. */
export function rawResponse(status: number | string, headers: Record<string, string>, body = ''): string {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const framed = names.includes('content-length') || names.includes('transfer-encoding');
  const all = framed ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${typeof status === 'number' ? `${status} Status` : status}\r\n${lines.join('')}\r\n${body}`;
}
