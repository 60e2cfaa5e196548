import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type ServerOptions, createServer as createTlsServer } from 'node:https';
import { listen, type Listening } from './loopback';
import { logService } from './serviceLog';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface HttpServer extends Listening {
  /** `http://127.0.0.1:port`, or `https://localhost:port` with TLS. */
  readonly url: string;
  /** In the order they were complete. */
  readonly seen: readonly SeenRequest[];
}

export type Handler = (request: SeenRequest, response: ServerResponse, index: number) => void | Promise<void>;

/** Answers every request alike. */
export function answering(status: number, body: unknown, headers?: Record<string, string>): Handler {
  return (_request, response) => sendJson(response, status, body, headers);
}

/** Refuses every request alike, with an error body as it is documented. */
export const refusing = (status: number, code = 'not_found'): Handler =>
  answering(status, { success: false, code, message: 'No', data: {} });

const succeedAlways = answering(200, { success: true, message: '', data: {} });

/**
 * Starts a server on loopback that reads each request whole and hands it to the handler.
 * @param tls certificate and key, for https
 */
export async function startHttpServer(handler = succeedAlways, tls?: ServerOptions): Promise<HttpServer> {
  const seen: SeenRequest[] = [];
  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url: path = '', headers } = message;
      const request = { method, path, headers, body: Buffer.concat(chunks) };
      const index = seen.push(request) - 1;
      logRequest(request, response);
      // A handler that fails hangs up, so that its test ends at once and prints why.
      const handled = (async () => handler(request, response, index))();
      handled.catch((error: unknown) => {
        console.error('The handler of a test server failed:', error);
        response.destroy();
      });
    });
  };
  const server: Server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  // Connections end with the server: one that is idle for as long as a busy machine takes is of use still.
  server.keepAliveTimeout = 0;
  const { port, close } = await listen(server, () => server.closeAllConnections());
  const url = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return { port, url, seen, close, [Symbol.asyncDispose]: close };
}

function logRequest({ method, path, body, headers }: SeenRequest, response: ServerResponse): void {
  const what = `${headers.host ?? ''} ${method} ${path}`;
  logService(`${what} (${body.length} bytes)`);
  response.once('finish', () => logService(`${what}: answered with ${response.statusCode}`));
  response.once('close', () => {
    if (!response.writableFinished) logService(`${what}: closed without a whole answer`);
  });
}

/** Answers with JSON and a request id. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-1', ...headers });
  response.end(JSON.stringify(body));
}
