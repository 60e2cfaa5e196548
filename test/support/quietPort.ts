import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port on loopback where nobody listens. */
export interface QuietPort extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  readonly host: string;
}

/**
 * Holds a port so that it stays quiet: it is the near end of a connection. One that was just freed can be given to
 * another process the next moment.
 */
export async function holdQuietPort(): Promise<QuietPort> {
  const server = createServer((accepted) => accepted.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return {
    host: `127.0.0.1:${socket.localPort ?? 0}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      socket.destroy();
      server.close();
      await closed;
    },
  };
}
