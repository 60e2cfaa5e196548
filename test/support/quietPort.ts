import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './loopback';

/** A port on loopback where nobody listens. */
export interface QuietPort extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  readonly host: string;
}

/**
 * Holds a port so that it stays quiet: it is the near end of a connection. One that was just freed can be given to
 * another process the next moment. It is below those that systems give away by themselves: to such a one, a client can
 * be connected from the very same port, and then it talks to itself.
 */
export async function holdQuietPort(): Promise<QuietPort> {
  const server = createServer((accepted) => accepted.on('error', () => undefined).resume());
  const { port, close } = await listen(server);
  const socket = await connectFromFixedPort(port);
  return {
    host: `127.0.0.1:${socket.localPort ?? 0}`,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await close();
    },
  };
}

/** Connects from a port between 20,000 and 30,000 that is not in use. */
async function connectFromFixedPort(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port, localPort: randomInt(20_000, 30_000) });
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
