import { type IncomingMessage, createServer, request as httpRequest } from 'node:http';
import { type ServerOptions, createServer as createTlsServer } from 'node:https';
import { type Socket, connect } from 'node:net';
import { listen, type Listening } from './loopback';
import { logService } from './serviceLog';

/** An HTTP proxy on loopback: tunnels (CONNECT) and forwards (absolute addresses). */
export interface ProxyServer extends Listening {
  /** `http://127.0.0.1:port`, or `https://localhost:port` with TLS. */
  readonly url: string;
  /** First lines of the requests it got, such as `CONNECT localhost:443`. */
  readonly seen: readonly string[];
}

export interface ProxyOptions {
  /** Value that Proxy-Authorization must have; others are answered with 407. */
  readonly authorization?: string;
  /** Refuses every tunnel with this status. */
  readonly refuse?: number;
  /** Takes connections and never answers. */
  readonly silent?: boolean;
  /** What it waits for before it opens a tunnel. */
  readonly mayOpen?: () => Promise<unknown>;
  readonly tls?: ServerOptions;
  /** Port on loopback that every tunnel leads to, whatever host was asked for. */
  readonly to?: number;
}

export async function startProxyServer(options: ProxyOptions = {}): Promise<ProxyServer> {
  const seen: string[] = [];
  const note = (line: string): void => {
    seen.push(line);
    logService(`proxy ${line}`);
  };
  const sockets = new Set<Socket>();
  const allowed = ({ headers }: IncomingMessage) =>
    options.authorization === undefined || headers['proxy-authorization'] === options.authorization;
  const server = options.tls ? createTlsServer(options.tls) : createServer();

  server.on('request', (request: IncomingMessage, response) => {
    note(`${request.method ?? ''} ${request.url ?? ''}`);
    if (options.silent) return;
    if (!allowed(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const onward = httpRequest(request.url ?? '', { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });

  const onConnect = async (request: IncomingMessage, client: Socket, head: Buffer) => {
    note(`CONNECT ${request.url ?? ''}`);
    client.on('error', () => undefined);
    if (options.silent) return;
    if (!allowed(request) || options.refuse !== undefined) {
      client.end(
        `HTTP/1.1 ${allowed(request) ? String(options.refuse) : '407'} No\r\ncontent-length: 0\r\n\r\n`,
      );
      return;
    }
    await options.mayOpen?.();
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const [to, host] = options.to === undefined ? [Number(port || 80), hostname] : [options.to, '127.0.0.1'];
    const target = connect(to, host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  };
  server.on('connect', (...about: Parameters<typeof onConnect>) => void onConnect(...about));

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  const { port, close } = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  const url = options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return { port, url, seen, close, [Symbol.asyncDispose]: close };
}
