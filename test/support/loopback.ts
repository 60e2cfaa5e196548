import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** A server that listens on loopback, and its end. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Ends the server once its connections have ended. */
  readonly close: () => Promise<void>;
}

/** Has a server listen on a free port of loopback. @param endConnections called first when it is to end */
export async function listen(server: Server, endConnections?: () => void): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    endConnections?.();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  };
  return { port, close, [Symbol.asyncDispose]: close };
}
