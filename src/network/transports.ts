import { isMeantLocally } from '../api/model/addresses';
import type { WireHooks, Transport, WireRequest, WireResponse } from '../api';

/** A transport that can be replaced while requests are on it. */
export interface RetirableTransport extends Transport {
  /** Closes once the last request on it is done; there will be no further ones. */
  retire(): void;
}

/** Sends what stays on this machine directly: the Local Sandbox is behind no proxy. */
export function routeLoopback(direct: Transport, others: Transport): Transport {
  return {
    send: (request, hooks) => (isMeantLocally(request.url.hostname) ? direct : others).send(request, hooks),
    async close() {
      await Promise.all([direct.close(), others.close()]);
    },
  };
}

/** Counts the requests on a transport, answers being read included, so that it can end when they have. */
export function retirable(transport: Transport): RetirableTransport {
  let open = 0;
  let retired = false;
  const leave = (): void => {
    open -= 1;
    if (retired && open === 0) void transport.close();
  };

  async function send(request: WireRequest, hooks: WireHooks): Promise<WireResponse> {
    open += 1;
    try {
      const response = await transport.send(request, hooks);
      const body = untilDone(response.body, leave);
      // What it does at its end, it does only once it was begun.
      await body.next();
      return { ...response, body };
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    send,
    close: () => transport.close(),
    retire() {
      retired = true;
      if (open === 0) void transport.close();
    },
  };
}

/** Passes the bytes on; `done` is called when they end, fail, or are left. */
async function* untilDone(body: AsyncIterable<Uint8Array>, done: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield new Uint8Array();
    yield* body;
  } finally {
    done();
  }
}
