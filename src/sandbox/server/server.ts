/** The Local Sandbox: the whole interface, served on this machine, with state that is kept and faults at command. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { newRequestId, Refusal } from './http/replies';
import { openDatabase } from './data/sandboxDatabase';
import { createApp, type AppOptions } from './app';
import { LOCAL_SANDBOX_KEY } from './data/key';
import { scenarioFor } from './http/faults';
import type { Scenario } from './data/scenarios';
import { SandboxStore } from './data/sandboxStore';

const HOST = '127.0.0.1';
/** The longest interval of a timer, in milliseconds. */
const NEVER = 2 ** 31 - 1;

export interface LocalSandboxOptions extends Omit<AppOptions, 'store' | 'filesUrl'> {
  /** Path of the database, or `:memory:`. Any number of sandboxes may share one, in any number of processes. */
  readonly file: string;
  /** The port to use; starting fails when it is taken. 0 is any. */
  readonly port?: number;
  /** The port to use if it is free, else any. */
  readonly preferredPort?: number;
}

export interface LocalSandbox {
  /** `http://127.0.0.1:PORT/v1` */
  readonly apiUrl: string;
  /** `http://127.0.0.1:PORT` */
  readonly filesUrl: string;
  readonly port: number;
  readonly apiKey: string;
  /** Where a damaged database was moved to, if there was one: a new one took its place. */
  readonly setAside?: string;
  /** The scenario of this database, shared by all its sandboxes. */
  readonly scenario: Scenario;
  setScenario(scenario: Scenario): void;
  /** Forgets files and balances, and returns to the normal scenario. */
  reset(): void;
  /** Ends the server, open connections included, and closes the database. */
  close(): Promise<void>;
}

/**
 * Starts a Local Sandbox on 127.0.0.1.
 * @throws Error with a sentence for a person when the port is taken or the database cannot be opened
 */
export async function startLocalSandbox({
  file,
  port: wanted,
  preferredPort,
  ...options
}: LocalSandboxOptions): Promise<LocalSandbox> {
  const { db, ...opened } = await openDatabase(file);
  const store = new SandboxStore(db);
  try {
    let filesUrl = '';
    const server = serverOf(store, createApp({ ...options, store, filesUrl: () => filesUrl }).fetch);
    const port = await bind(server, wanted, preferredPort);
    filesUrl = `http://${HOST}:${port}`;
    let closed: Promise<void> | undefined;
    const close = async () => {
      const end = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await end;
      store.close();
      // A client in this process sees by then that its connections are gone: it would send on one of them.
      await nextTurn();
    };
    return {
      apiUrl: `${filesUrl}/v1`,
      filesUrl,
      port,
      apiKey: LOCAL_SANDBOX_KEY,
      ...opened,
      get scenario() {
        return store.scenario;
      },
      setScenario: store.setScenario.bind(store),
      reset: store.reset.bind(store),
      close: () => (closed ??= close()),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Answers what never gets as far as a route, too. */
function serverOf(store: SandboxStore, fetch: Parameters<typeof getRequestListener>[0]): Server {
  const handle = getRequestListener(fetch, {
    hostname: HOST,
    overrideGlobalObjects: false, // Request and Response belong to everybody in the editor's process
    autoCleanupIncoming: false, // bodies are read to their end before the answer
    errorHandler: () => errorResponse(UNREADABLE),
  });
  // A missing Host is answered by the routes too, so that the answer has its request id.
  // Nothing but this computer connects, so slow connections need no look every 30 seconds: it would go on in an unused editor.
  const serverOptions = { requireHostHeader: false, connectionsCheckingInterval: NEVER };
  const answer: RequestListener = (incoming, outgoing) => {
    // Through a proxy the target is a whole address.
    const path = URL.parse(incoming.url ?? '', `http://${HOST}`)?.pathname;
    if (scenarioFor(store, path) === 'offline') {
      incoming.socket.destroy();
      return;
    }
    void handle(incoming, outgoing);
  };
  const server = createServer(serverOptions, answer);
  // Node itself would answer 417, without the request id.
  server.on('checkExpectation', answer);
  server.on('clientError', (_error, socket) => refuse(socket));
  return server;
}

async function bind(
  server: Server,
  port: number | undefined,
  preferred: number | undefined,
): Promise<number> {
  try {
    return await listenOn(server, port ?? preferred ?? 0);
  } catch (error) {
    if (preferred !== undefined) return listenOn(server, 0);
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const why = isTaken ? 'another program is using it' : 'the system refused it';
    // Only the command line names a port, in English.
    const message = `The Local Sandbox cannot use port ${port ?? 0}: ${why}. Choose another port.`;
    throw new Error(message, { cause: error });
  }
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newRequestId()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
