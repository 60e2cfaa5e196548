/** Puts the routes on a loopback port, and answers what never gets as far as a route. */
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { newRequestId, Refusal } from './http/replies';
import { createApp, type AppOptions } from './app';
import { scenarioFor } from './http/faults';
import { t } from '../../util/text';

const HOST = '127.0.0.1';
/** The longest interval of a timer, in milliseconds. */
const NEVER = 2 ** 31 - 1;

export interface ListenOptions extends Omit<AppOptions, 'filesUrl'> {
  /** The port to use; 0 or absent is any. */
  readonly port: number | undefined;
  /** The port to try first when `port` is absent. */
  readonly preferredPort: number | undefined;
}

export interface Listening {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** @throws Error with a sentence for a person when the port cannot be used */
export async function listen(options: ListenOptions): Promise<Listening> {
  let origin = '';
  const app = createApp({ ...options, filesUrl: () => origin });
  const handle = getRequestListener(app.fetch, {
    hostname: HOST,
    overrideGlobalObjects: false, // Request and Response belong to everybody in the editor's process
    autoCleanupIncoming: false, // bodies are read to their end before the answer
    errorHandler: () => errorResponse(UNREADABLE),
  });
  // A missing Host is answered by the routes too, so that the answer has its request id.
  // Nothing but this computer connects, so slow connections need no look every 30 seconds: it would go on in an unused editor.
  const serverOptions = { requireHostHeader: false, connectionsCheckingInterval: NEVER };
  const answer: RequestListener = (incoming, outgoing) => {
    if (scenarioFor(options.store, incoming.url) === 'offline') {
      incoming.socket.destroy();
      return;
    }
    void handle(incoming, outgoing);
  };
  const server = createServer(serverOptions, answer);
  // Node itself would answer 417, without the request id.
  server.on('checkExpectation', answer);
  server.on('clientError', (_error, socket) => {
    refuse(socket);
  });

  const port = await bind(server, options);
  origin = `http://${HOST}:${port}`;
  return {
    origin,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bind(server: Server, { port, preferredPort }: ListenOptions): Promise<number> {
  try {
    return await listenOn(server, port ?? preferredPort ?? 0);
  } catch (error) {
    if (port === undefined && preferredPort !== undefined) return listenOn(server, 0);
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const wanted = String(port ?? 0);
    const message = taken
      ? t('The Local Sandbox cannot use port {0}: another program is using it. Choose another port.', wanted)
      : t('The Local Sandbox cannot use port {0}: the system refused it. Choose another port.', wanted);
    throw new Error(message, { cause: error });
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** A request that HTTP itself cannot make sense of. */
const UNREADABLE = new Refusal(400, 'invalid_request', 'The request is not valid HTTP.');

function errorResponse({ status, body }: Refusal): Response {
  return Response.json(body, { status, headers: { 'x-request-id': newRequestId() } });
}

/** Answers where there is only a socket left. */
function refuse(socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(UNREADABLE.body);
  const head = [
    `HTTP/1.1 ${UNREADABLE.status} ${STATUS_CODES[UNREADABLE.status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newRequestId()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
